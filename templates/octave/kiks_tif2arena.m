function [arena, colours] = kiks_tif2arena(file)
%KIKS_TIF2ARENA   Read an arena from a picture, a pixel a mm: black is floor, all else is wall.
%
%  [arena, colours] = kiks_tif2arena('field.tif');
%  kiks_arena(arena);

  try
    colours = imread(file);
  catch reason
    error('khepera:arena', '%s can''t be read as a picture: %s.', file, reason.message);
  end
  arena = double(any(colours > 0, 3));
end
