function result = kiks_generate_maze(varargin)
%KIKS_GENERATE_MAZE   Make a maze, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_generate_maze', ['mazes come from wsusim: build one in its window, or convert ' ...
      'a picture, and start "python main.py emulate --maze FILE"']);
  result = [];
end
