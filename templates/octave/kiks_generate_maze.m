function arena = kiks_generate_maze(columns, rows, path_width, wall_width)
%KIKS_GENERATE_MAZE   Return the matrix of a random maze, for kiks_arena.
%
%  kiks_generate_maze(columns, rows, path_width, wall_width)
%
%  Left out: 4, 4, 120 and 10 (cells of the matrix, a mm each). One way leads from each place to
%  each other one. A robot stands in the upper left corner, a light in the lower right one.

  if nargin < 1, columns = 4; end
  if nargin < 2, rows = columns; end
  if nargin < 3, path_width = 120; end
  if nargin < 4, wall_width = 10; end
  pitch = path_width + wall_width;
  arena = ones(rows * pitch - wall_width, columns * pitch - wall_width);
  seen = false(rows, columns);
  seen(1, 1) = true;
  arena(1:path_width, 1:path_width) = 0;
  way = [1, 1];
  while ~isempty(way)
    here = way(end, :);
    steps = [0, 1; 0, -1; 1, 0; -1, 0];
    steps = steps(randperm(4), :);
    moved = false;
    for n = 1:4
      there = here + steps(n, :);
      if all(there >= 1) && there(1) <= rows && there(2) <= columns && ~seen(there(1), there(2))
        seen(there(1), there(2)) = true;
        top = (min(here, there) - 1) * pitch + 1;
        bottom = (max(here, there) - 1) * pitch + path_width;
        arena(top(1):bottom(1), top(2):bottom(2)) = 0;
        way(end + 1, :) = there;
        moved = true;
        break;
      end
    end
    if ~moved, way(end, :) = []; end
  end
  if rows * columns < 2, return; end
  middle = round(path_width / 2);
  heading = 360;
  if arena(middle, min(path_width + 1, end)) ~= 0, heading = 270; end
  arena(middle, middle) = -heading;
  arena(end - middle + 1, end - middle + 1) = 2;
end
