function kiks(varargin)
%KIKS   Start with an arena, as KiKS's own programs do: the same as kiks_arena here.
%
%  kiks(matrix)         see kiks_arena
%  kiks('field.tif')    the arena in a picture, or in a file of KiKS's editor (.kad)
%  kiks                 nothing: the simulator is started with "python main.py emulate"

  if nargin > 0, kiks_arena(varargin{:}); end
end
