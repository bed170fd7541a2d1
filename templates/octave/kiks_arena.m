function result = kiks_arena(varargin)
%KIKS_ARENA   Start anew with an arena of one's own, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_arena', ['mazes come from wsusim: build one in its window, or convert ' ...
      'a picture, and start "python main.py emulate --maze FILE"']);
  result = [];
end
