function result = kiks_siminfo_robotpath(varargin)
%KIKS_SIMINFO_ROBOTPATH   Tell the path of a simulated robot, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_siminfo_robotpath', ['a program outside wsusim sees what the robot sees; record ' ...
      'the run and use "python main.py export"']);
  result = [];
end
