function result = khepera_arena(action, varargin)
% Keep the arena that a program of KiKS builds, and write it as a maze of wsusim.
%
%  khepera_arena('walls', matrix)    begin an arena: a cell a mm; see kiks_arena
%  khepera_arena('put', type, [x y]) add a light (1), ball (2) or cylinder (3); [] anywhere
%  khepera_arena('objects')          return what was put, a row [type x y] each

  persistent mask objects robots told
  if isempty(told)
    told = false;
    mask = zeros(1000, 1000);
    objects = zeros(0, 3);
    robots = zeros(0, 3);
  end
  switch action
    case 'walls'
      [mask, objects, robots] = taken_apart(double(varargin{1}));
    case 'put'
      where = varargin{2};
      if isempty(where), where = free_place(mask, objects, 40); end
      if isempty(where), error('khepera:arena', 'There is no room left in the arena.'); end
      objects(end + 1, :) = [varargin{1}, where(1), where(2)];
  end
  result = objects;
  if strcmp(action, 'objects'), return; end
  file = fullfile(pwd, 'kiks_arena.json');
  write_maze(file, mask, objects, robots);
  if ~told
    told = true;
    fprintf(['The arena is in %s. To put the robot into it: python main.py emulate --maze ' ...
        '"%s". Then start this program again.\n'], file, file);
  end
end

function [mask, objects, robots] = taken_apart(matrix)
% Return the walls of a matrix, and the things [type x y] and robots [x y degrees] that it marks.
  is_thing = ismember(matrix, 2:4);
  is_robot = matrix < 0;
  if nnz(is_thing) + nnz(is_robot) > 200
    error('khepera:arena', ['%d cells of the matrix are 2, 3, 4 or below 0: those mark things and ' ...
        'robots, 200 at most. A wall is 1.'], nnz(is_thing) + nnz(is_robot));
  end
  mask = double(matrix ~= 0 & ~is_thing & ~is_robot);
  [rows, columns] = find(is_thing);
  types = matrix(is_thing) - 1;
  objects = [types(:), columns(:) - 0.5, rows(:) - 0.5];
  [rows, columns] = find(is_robot);
  headings = mod(-matrix(is_robot), 360);
  robots = [columns(:) - 0.5, rows(:) - 0.5, headings(:)];
end

function write_maze(file, mask, objects, robots)
% Write a maze; nothing but an arena of ours is replaced.
  head = '{"format": "wsusim-maze", "version": 2, "name": "KiKS arena",';
  if exist(file, 'file')
    old = fopen(file, 'r');
    begin = fgetl(old);
    fclose(old);
    if ~strcmp(begin, head)
      error('khepera:arena', '%s is not an arena of KiKS. Move it away, or go to another folder.', file);
    end
  end
  if isempty(robots)
    start = free_place(mask, objects, 70);
    if isempty(start), error('khepera:arena', 'There is no room for the robot in the arena.'); end
    robots = [start, 0];
  end
  height = size(mask, 1);
  walls = outlines(mask);
  id = 0;
  items = cell(1, 5);
  for n = 1:size(walls, 1)
    id = id + 1;
    items{1}{n} = sprintf('{"id": %d, "from_mm": [%g, %g], "to_mm": [%g, %g], "thickness_mm": 1}', id, walls(n, :));
  end
  % A lamp of KiKS stands on a foot of 32 mm; so bright (guess) it reads at its foot what a real one does.
  forms = {'{"id": %d, "x_mm": %g, "y_mm": %g, "power": 4, "diameter_mm": 32}', ...
      '{"id": %d, "x_mm": %g, "y_mm": %g, "diameter_mm": 64}', '{"id": %d, "x_mm": %g, "y_mm": %g}'};
  for n = 1:size(objects, 1)
    id = id + 1;
    type = objects(n, 1);
    items{type + 1}{end + 1} = sprintf(forms{type}, id, objects(n, 2), height - objects(n, 3));
  end
  for n = 1:size(robots, 1)
    id = id + 1;
    place = [robots(n, 1), height - robots(n, 2), robots(n, 3)];
    items{5}{n} = sprintf('{"id": %d, "x_mm": %g, "y_mm": %g, "heading_deg": %g}', id, place);
  end
  out = fopen(file, 'w');
  if out < 0, error('khepera:arena', '%s can''t be written. Go to a folder of your own.', file); end
  fprintf(out, '%s\n"arena": {"size_mm": [%d, %d]},\n', head, size(mask, 2), height);
  names = {'walls', 'lights', 'balls', 'caps', 'robots'};
  for n = 1:5
    if ~isempty(items{n}), fprintf(out, '"%s": [\n%s\n],\n', names{n}, join(items{n})); end
  end
  fprintf(out, '"next_id": %d}\n', id + 1);
  fclose(out);
end

function text = join(items)
  text = sprintf('%s,\n', items{:});
  text = text(1:end - 2);
end

function walls = outlines(mask)
% Return the straight edges between wall and floor, a row [x1 y1 x2 y2] in mm each, y upwards.
  height = size(mask, 1);
  walls = zeros(0, 4);
  for row = 1:height - 1
    edges = runs(mask(row, :) ~= mask(row + 1, :));
    if ~isempty(edges)
      y = repmat(height - row, size(edges, 1), 1);
      walls = [walls; edges(:, 1), y, edges(:, 2), y];
    end
  end
  for column = 1:size(mask, 2) - 1
    edges = runs((mask(:, column) ~= mask(:, column + 1))');
    if ~isempty(edges)
      x = repmat(column, size(edges, 1), 1);
      walls = [walls; x, height - edges(:, 1), x, height - edges(:, 2)];
    end
  end
end

function ends = runs(flags)
% Return where runs of true begin and end, a row each, counted in cells before them.
  steps = diff([0, double(flags), 0]);
  ends = [find(steps == 1)' - 1, find(steps == -1)' - 1];
end

function where = free_place(mask, objects, width)
% Return the middle [x y] of a square without walls or objects, at random; [] if there is none.
  taken = mask;
  for n = 1:size(objects, 1)
    x = round(objects(n, 2));
    y = round(objects(n, 3));
    taken(max(1, y - 32):min(end, y + 32), max(1, x - 32):min(end, x + 32)) = 1;
  end
  where = [];
  if any(size(taken) <= width), return; end
  total = zeros(size(taken) + 1);
  total(2:end, 2:end) = cumsum(cumsum(taken, 1), 2);
  inside = total(1 + width:end, 1 + width:end) - total(1:end - width, 1 + width:end) ...
      - total(1 + width:end, 1:end - width) + total(1:end - width, 1:end - width);
  [rows, columns] = find(inside == 0);
  if isempty(rows), return; end
  chosen = 1 + floor(rand * numel(rows));
  where = [columns(chosen), rows(chosen)] - 1 + width / 2;
end
