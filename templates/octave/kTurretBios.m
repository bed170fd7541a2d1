function version = kTurretBios(ref, turret)
%KTURRETBIOS   Show and return a turret's version, two numbers; -1 if there is no such turret.
%
%  kTurretBios(ref, 2)   the linear camera

  version = khepera_turret(ref, turret, 'B', 2);
  if version(1) >= 0
    fprintf('Turret BIOS version %d.%d\n', version(1), version(2));
  end
end
