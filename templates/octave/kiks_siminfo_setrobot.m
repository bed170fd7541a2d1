function result = kiks_siminfo_setrobot(varargin)
%KIKS_SIMINFO_SETROBOT   Put a simulated robot elsewhere, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_siminfo_setrobot', ['a program outside wsusim sees what the robot sees; record ' ...
      'the run and use "python main.py export"']);
  result = [];
end
