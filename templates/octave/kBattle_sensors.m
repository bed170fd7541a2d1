function result = kBattle_sensors(ref)
%KBATTLE_SENSORS   KiKS's battle turret, which wsusim does not have: says so once.
%
%  Returns x, y, angle, distance, energy in per cent, energy and hits as KiKS without a server
%  for battles did: -1 for what is not known, and no hits.

  khepera_absent('kBattle_sensors', 'there is no battle turret (99)', ref);
  result = [-1, -1, -1, -1, -1, -1, 0];
end
