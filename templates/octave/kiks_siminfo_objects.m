function objects = kiks_siminfo_objects(varargin)
%KIKS_SIMINFO_OBJECTS   Return what kiks_spawn has put into the arena, where it was put.
%
%  A row each: type (1 light, 2 ball, 3 cylinder), x, y, and 0 for speed and direction: where things
%  have moved to since is not known here, and that is said once.

  persistent is_told
  if isempty(is_told)
    is_told = true;
    fprintf(['kiks_siminfo_objects returns where things were put: a program outside wsusim ' ...
        'doesn''t see where they are now.\n']);
  end
  found = khepera_arena('objects');
  objects = [found, zeros(size(found, 1), 2)];
end
