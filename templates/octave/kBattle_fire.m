function result = kBattle_fire(ref)
%KBATTLE_FIRE   KiKS's battle turret, which wsusim does not have: returns -1, and says so once.

  result = khepera_absent('kBattle_fire', 'there is no battle turret (99)', ref);
end
