function light = kLinLight(ref)
%KLINLIGHT   Return how bright the linear camera's picture is: two bytes, the high one first.

  light = khepera_turret(ref, 2, 'L', 2);
end
