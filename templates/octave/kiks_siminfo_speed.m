function result = kiks_siminfo_speed(varargin)
%KIKS_SIMINFO_SPEED   Tell how fast the simulation runs, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_siminfo_speed', ['a program outside wsusim sees what the robot sees; record ' ...
      'the run and use "python main.py export"']);
  result = [];
end
