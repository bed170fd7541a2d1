function result = kiks_arena_addlight(varargin)
%KIKS_ARENA_ADDLIGHT   Put a light into the arena, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_arena_addlight', ['mazes come from wsusim: build one in its window, or convert ' ...
      'a picture, and start "python main.py emulate --maze FILE"']);
  result = [];
end
