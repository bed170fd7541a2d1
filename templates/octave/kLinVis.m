function pixels = kLinVis(ref)
%KLINVIS   Return what the linear camera sees: 64 grey values as a column, 0 dark to 255 bright.
%
%  The first is on the left. -1 without a camera.

  pixels = khepera_turret(ref, 2, 'N', 64);
end
