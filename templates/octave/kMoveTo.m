function result = kMoveTo(ref, left, right)
%KMOVETO   Drive the wheels to these counts (pulses of 0.08 mm) and stop there.
%
%  kSetEncoders(ref, 0, 0);
%  kMoveTo(ref, 1000, 1000);           % 80 mm ahead
%  status = kGetStatus(ref);
%  while status(1) + status(4) < 2     % until both wheels have arrived
%    status = kGetStatus(ref);
%  end

  result = khepera_numbers(ref, sprintf('C,%d,%d', round(left), round(right)), 0);
end
