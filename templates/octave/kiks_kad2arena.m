function [arena, colours] = kiks_kad2arena(walls)
%KIKS_KAD2ARENA   Make the matrix of an arena from a list of polygons.
%
%  kiks_kad2arena([width, height, n, x1 .. xn, y1 .. yn, colour, n, x1 ...])
%
%  kiks_arena takes what it returns; colours are not seen by the simulated robot.

  walls = double(walls(:)');
  colours = zeros(walls(2), walls(1));
  at = 3;
  while at < numel(walls)
    count = walls(at);
    x = walls(at + (1:count));
    y = walls(at + count + (1:count));
    colour = walls(at + 2 * count + 1);
    at = at + 2 * count + 2;
    rows = max(1, floor(min(y))):min(walls(2), ceil(max(y)));
    columns = max(1, floor(min(x))):min(walls(1), ceil(max(x)));
    [across, down] = meshgrid(columns, rows);
    part = colours(rows, columns);
    part(inpolygon(across, down, x, y)) = colour;
    colours(rows, columns) = part;
  end
  arena = double(colours > 0);
end
