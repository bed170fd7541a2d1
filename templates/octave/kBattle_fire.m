function result = kBattle_fire(ref)
%KBATTLE_FIRE   KiKS's battle turret, which wsusim does not have: says so once.
%
%  Returns [-1, -1]: nobody was hit, as nothing was fired.

  khepera_absent('kBattle_fire', 'there is no battle turret (99)', ref);
  result = [-1, -1];
end
