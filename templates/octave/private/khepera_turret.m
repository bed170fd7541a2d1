function values = khepera_turret(ref, turret, text, count)
% Send a message to a turret and return the numbers of its answer as a column; -1: another answer.

  answer = kTurret(ref, turret, text);
  values = -1;
  if ischar(answer)
    found = sscanf(answer, [lower(text(1)) repmat(',%d', 1, count)]);
    if numel(found) == count, values = found; end
  end
end
