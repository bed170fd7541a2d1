function result = kStop(ref)
%KSTOP   Stop both motors.

  result = kSetSpeed(ref, 0, 0);
end
