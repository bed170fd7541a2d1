function speeds = kGetSpeed(ref)
%KGETSPEED   Return the speeds of the left and right wheel as a column, in pulses per 10 ms.

  speeds = khepera_numbers(ref, 'E', 2);
end
