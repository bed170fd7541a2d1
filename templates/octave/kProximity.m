function values = kProximity(ref)
%KPROXIMITY   Return what the eight proximity sensors read, as a column: 0 far, 1023 touching.
%
%  Order: left 90, left 45, left 10, right 10, right 45, right 90 degrees, back right, back left.

  values = khepera_numbers(ref, 'N', 8);
end
