function result = kiks_siminfo_robotdist(varargin)
%KIKS_SIMINFO_ROBOTDIST   Tell how far a simulated robot has driven, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_siminfo_robotdist', ['a program outside wsusim sees what the robot sees; record ' ...
      'the run and use "python main.py export"']);
  result = [];
end
