function result = kBattle_sensors(ref)
%KBATTLE_SENSORS   KiKS's battle turret, which wsusim does not have: returns -1, and says so once.

  result = khepera_absent('kBattle_sensors', 'there is no battle turret (99)', ref);
end
