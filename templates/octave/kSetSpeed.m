function result = kSetSpeed(ref, left, right)
%KSETSPEED   Set the speeds of the wheels, in pulses per 10 ms (1 is 8 mm/s; -127 to 127).
%
%  kSetSpeed(ref, left, right)
%
%  Returns 0, or -1 if the robot refuses.

  result = khepera_numbers(ref, sprintf('D,%d,%d', round(left), round(right)), 0);
end
