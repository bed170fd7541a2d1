function status = kGetStatus(ref)
%KGETSTATUS   Return on target (0 or 1), mode and error of the left, then of the right wheel.
%
%  Mode: 0 speed, 1 position, 2 voltage.

  status = khepera_numbers(ref, 'K', 6);
end
