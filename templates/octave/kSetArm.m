function answer = kSetArm(ref, position)
%KSETARM   Move the gripper's arm, 0 to 255; larger is lower. Returns 'e', or -1 without a gripper.

  answer = kTurret(ref, 1, sprintf('E,%d', round(position)));
end
