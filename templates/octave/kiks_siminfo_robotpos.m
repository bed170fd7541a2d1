function result = kiks_siminfo_robotpos(varargin)
%KIKS_SIMINFO_ROBOTPOS   Tell where a simulated robot is, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_siminfo_robotpos', ['a program outside wsusim sees what the robot sees; record ' ...
      'the run and use "python main.py export"']);
  result = [];
end
