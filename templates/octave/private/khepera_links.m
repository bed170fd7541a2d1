function result = khepera_links(what, ref, link)
% Keep the open lines.
%
% ref = khepera_links('open', number, link)   number: the port's, or NaN for one without
% link = khepera_links('find', ref)
% khepera_links('close', ref)
% seconds = khepera_links('age', number)      since it was opened; [] if it is not open
%
% A ref is four equal numbers, as KiKS had it for simulated robots: the port's number, or for a port
% without a number one from 1000 on.

  persistent numbers links clocks
  if isempty(numbers), numbers = []; links = {}; clocks = {}; end
  number = NaN;
  if isnumeric(ref) && ~isempty(ref), number = ref(1); end
  place = find(numbers == number, 1);
  switch what
    case 'open'
      if isnan(number)
        number = max([999, numbers]) + 1;
      elseif ~isempty(place)                   % opened again: the old line goes
        shut(links{place});
        numbers(place) = []; links(place) = []; clocks(place) = [];
      end
      numbers(end + 1) = number;
      links{end + 1} = link;
      clocks{end + 1} = tic();
      result = number * ones(1, 4);
    case 'age'
      result = [];
      if ~isempty(place), result = toc(clocks{place}); end
    otherwise
      if isempty(place)
        error('khepera:closed', ['This line is not open. Open it first, and keep what kopen' ...
              ' returns: ref = kopen([-1, 9600, 1]).']);
      end
      result = links{place};
      if strcmp(what, 'close')
        shut(result);
        numbers(place) = []; links(place) = []; clocks(place) = [];
      end
  end
end

function shut(link)
  if link.is_file
    fclose(link.port);
    fclose(link.out);
  end
  % any other port is closed when nothing refers to it any more
end
