function kiks_arena(arena, varargin)
%KIKS_ARENA   Build an arena from a matrix, a cell a mm, or from a file.
%
%  kiks_arena(matrix)
%  kiks_arena('field.tif')   a picture: see kiks_tif2arena
%  kiks_arena('field.kad')   a file of KiKS's editor
%
%  0 is floor, 1 a wall. One cell marks the middle of a thing: 2 a light, 3 a ball, 4 a cylinder,
%  below 0 a robot that faces as many degrees (-90: up, -360: to the right). Without a robot,
%  one is put where there is room. The first row is the upper edge, as Octave shows it.
%
%  The arena is written to kiks_arena.json in the current folder; kiks_spawn puts things into it.
%  The robot stands in it after: python main.py emulate --maze kiks_arena.json

  if nargin > 0 && ischar(arena), arena = arena_in(arena); end
  if nargin < 1 || ~(isnumeric(arena) || islogical(arena)) || any(size(arena) < 100)
    error('khepera:arena', ['kiks_arena takes a matrix of at least 100 x 100 cells, for example' ...
        ' kiks_arena(zeros(500, 500)), or the name of a picture (.tif) or of an arena (.kad).']);
  end
  khepera_arena('walls', arena);
end

function arena = arena_in(file)
% Return the arena in a file of KiKS.
  if exist(file, 'file') ~= 2
    error('khepera:arena', 'There is no file %s. Check its path.', file);
  end
  [~, ~, kind] = fileparts(file);
  if ~strcmpi(kind, '.kad')
    arena = kiks_tif2arena(file);
    return
  end
  kept = load('-mat', file);
  if ~isfield(kept, 'walls')
    error('khepera:arena', '%s is no arena of KiKS: it holds no ''walls''.', file);
  end
  arena = kiks_kad2arena(kept.walls);
end
