function values = khepera_numbers(ref, command, count)
% Send a command and return the numbers of the answer as a column; -1 when the answer is another one
% or has another count of numbers (kMatlab's functions return -1 after an error).

  answer = ksend([command char(10)], ref);
  letter = lower(command(1));
  values = sscanf(answer, [letter repmat(',%d', 1, count)]);
  is_right = strncmp(answer, letter, 1) && sum(answer == ',') == count && numel(values) == count;
  if count == 0, values = 0; end
  if ~is_right, values = -1; end
end
