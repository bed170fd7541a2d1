function kiks_arena_addlight(varargin)
%KIKS_ARENA_ADDLIGHT   Put a light into the arena: its number is not used, then x and y in mm.
%
%  kiks_arena_addlight(number, x, y)
%  kiks_arena_addlight(x, y)

  position = [varargin{:}];
  if numel(position) < 2, position = []; else, position = position(end - 1:end); end
  kiks_spawn(1, position);
end
