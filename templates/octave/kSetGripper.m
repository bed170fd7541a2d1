function answer = kSetGripper(ref, closed)
%KSETGRIPPER   Close (1) or open (0) the jaws. Returns 'd', or -1 without a gripper.

  answer = kTurret(ref, 1, sprintf('D,%d', round(closed)));
end
