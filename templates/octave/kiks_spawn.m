function result = kiks_spawn(varargin)
%KIKS_SPAWN   Put a ball, cylinder or light into the arena, in KiKS.
%
%  wsusim has no such function: returns [], and says so once.

  khepera_absent('kiks_spawn', ['mazes come from wsusim: build one in its window, or convert ' ...
      'a picture, and start "python main.py emulate --maze FILE"']);
  result = [];
end
