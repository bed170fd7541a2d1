function result = kBattle_sensors(ref)
%KBATTLE_SENSORS   Where a simulated robot is, as KiKS's battle turret said it.
%
%  Seven numbers: x from the left and y from the upper edge of the arena in mm, the heading in degrees
%  (0 looks right, 90 up), the free way ahead in mm, and -1 for energy (twice) and hits: there are no
%  battles. A real robot does not know where it is: seven times -1, and this is said once.

  result = khepera_turret(ref, 99, 'S', 7);
  if numel(result) ~= 7
    khepera_absent('kBattle_sensors', 'a real robot does not know where it is', ref);
    result = -ones(7, 1);
  end
end
