function result = khepera_absent(name, why, varargin)
% Return -1 for something of KiKS that wsusim does not have, and say so once for each name.

  persistent told
  if isempty(told), told = {}; end
  if ~any(strcmp(told, name))
    told{end + 1} = name;
    fprintf('%s does nothing here: %s.\n', name, why);
  end
  result = -1;
end
