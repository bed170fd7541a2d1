function result = kiks_siminfo_objects(varargin)
%KIKS_SIMINFO_OBJECTS   Tell where the objects of the simulation are, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_siminfo_objects', ['a program outside wsusim sees what the robot sees; record ' ...
      'the run and use "python main.py export"']);
  result = [];
end
