function kiks_arena_addroundobj(varargin)
%KIKS_ARENA_ADDROUNDOBJ   Put a cylinder into the arena: its number is not used, then x and y in mm.
%
%  kiks_arena_addroundobj(number, x, y)
%  kiks_arena_addroundobj(x, y)

  position = [varargin{:}];
  if numel(position) < 2, position = []; else, position = position(end - 1:end); end
  kiks_spawn(3, position);
end
