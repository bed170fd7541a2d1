function values = kAmbient(ref)
%KAMBIENT   Return the ambient light at the eight sensors, as a column: about 500 dark, 50 bright.

  values = khepera_numbers(ref, 'O', 8);
end
