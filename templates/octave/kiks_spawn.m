function kiks_spawn(type, position)
%KIKS_SPAWN   Put a light (1), a ball (2) or a cylinder (3) into the arena of kiks_arena.
%
%  kiks_spawn(type, [x, y])  x from the left, y from the upper edge, in mm
%  kiks_spawn(type)          anywhere

  if nargin < 1 || ~any(type == 1:3)
    error('khepera:arena', 'kiks_spawn takes 1 (light), 2 (ball) or 3 (cylinder).');
  end
  if nargin < 2, position = []; end
  if ~isempty(position) && numel(position) ~= 2
    error('khepera:arena', 'A position is [x, y] in mm, for example kiks_spawn(2, [250, 50]).');
  end
  khepera_arena('put', type, position);
end
