function kTeam(ref)
%KTEAM   Show who made the robot.

  disp(kcmd(ref, 'k-team', 1));
end
