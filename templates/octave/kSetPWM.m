function result = kSetPWM(ref, left, right)
%KSETPWM   Set the voltage of the motors, -255 to 255, past the speed controller. Returns 0, or -1.

  result = khepera_numbers(ref, sprintf('P,%d,%d', round(left), round(right)), 0);
end
