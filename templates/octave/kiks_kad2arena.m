function result = kiks_kad2arena(varargin)
%KIKS_KAD2ARENA   Make an arena from a list of walls, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_kad2arena', ['mazes come from wsusim: build one in its window, or convert ' ...
      'a picture, and start "python main.py emulate --maze FILE"']);
  result = [];
end
