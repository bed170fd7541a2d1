function answer = ksend(command, ref, timeout)
%KSEND   Send a command to the robot and return its answer as text, without the line's end.
%
%  answer = ksend(['D,5,5' 10], ref)      one line: answer is 'd'
%  answer = ksend(['help' 10], ref, 0)    all lines that come until nothing has come for the
%                                         timeout of kopen
%  answer = ksend(['help' 10], ref, 0.2)  the same, with a timeout of its own (seconds)
%
%  A command is ended by a line feed (10) or a carriage return (13); if it has neither, a line feed
%  is added. See the manual of wsusim, "The serial protocol", for the commands.

  if ~ischar(command)
    error('khepera:command', 'ksend takes the command as text: ksend([''N'' 10], ref).');
  end
  link = khepera_links('find', ref);
  if isempty(command) || ~any(command(end) == [10 13])
    command = [command char(10)];
  end
  khepera_write(link, command);
  if nargin < 3
    answer = '';
    if any(command > ' ')                      % the robot doesn't answer an empty line
      answer = khepera_line(link, link.patience);
      if ~ischar(answer)
        error('khepera:silent', ['The robot did not answer ''%s'' within %g s. Is it on (or is' ...
              ' the emulator running), and is this its port?'], strtrim(command), link.patience);
      end
    end
    return
  end
  if timeout == 0, timeout = link.timeout; end
  lines = {};
  line = khepera_line(link, timeout);
  while ischar(line)
    lines{end + 1} = line; %#ok<AGROW>
    line = khepera_line(link, timeout);
  end
  answer = strjoin(lines, char(10));
end
