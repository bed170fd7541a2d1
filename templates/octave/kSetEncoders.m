function result = kSetEncoders(ref, left, right)
%KSETENCODERS   Set the wheels' counters, in pulses of 0.08 mm.
%
%  kSetEncoders(ref, left, right)
%  kSetEncoders(ref)   sets both to 0

  if nargin < 3, left = 0; right = 0; end
  result = khepera_numbers(ref, sprintf('G,%d,%d', round(left), round(right)), 0);
end
