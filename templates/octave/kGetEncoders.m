function counts = kGetEncoders(ref)
%KGETENCODERS   Return the counters of the left and right wheel as a column, in pulses of 0.08 mm.

  counts = khepera_numbers(ref, 'H', 2);
end
