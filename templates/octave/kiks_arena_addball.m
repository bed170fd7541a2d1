function kiks_arena_addball(varargin)
%KIKS_ARENA_ADDBALL   Put a ball into the arena: its number is not used, then x and y in mm.
%
%  kiks_arena_addball(number, x, y)
%  kiks_arena_addball(x, y)

  position = [varargin{:}];
  if numel(position) < 2, position = []; else, position = position(end - 1:end); end
  kiks_spawn(2, position);
end
