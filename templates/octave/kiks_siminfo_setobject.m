function result = kiks_siminfo_setobject(varargin)
%KIKS_SIMINFO_SETOBJECT   Move an object of the simulation, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_siminfo_setobject', ['a program outside wsusim sees what the robot sees; record ' ...
      'the run and use "python main.py export"']);
  result = [];
end
