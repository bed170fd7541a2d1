function address = khepera_address(number)
% Return the address of a port's number: a path, COM..., or host:port of a simulated robot.
%
% Simulated robots are looked for where the environment variable KHEPERA says (a path or host:port),
% then at /tmp/khepera, then at network port 5331 of this computer; robot 2 is at /tmp/khepera2
% or 5332, and so on: as "emulate --link /tmp/khepera" and "emulate --tcp 5331" name them.

  if number >= 0
    if ispc()
      address = sprintf('COM%d', number + 1);
    else
      address = sprintf('/dev/ttyUSB%d', number);
      if ~is_there(address), address = sprintf('/dev/ttyS%d', number); end
    end
    return
  end
  robot = -number;
  base = getenv('KHEPERA');
  tcp = regexp(base, '^(.+):(\d+)$', 'tokens', 'once');
  if ~isempty(tcp)
    address = sprintf('%s:%d', tcp{1}, str2double(tcp{2}) + robot - 1);
    return
  end
  is_asked = ~isempty(base);
  if ~is_asked, base = '/tmp/khepera'; end
  address = sprintf('%s%d', base, robot);
  if is_there(address), return, end
  if robot == 1 && (is_asked || is_there(base))
    address = base;
  elseif ~is_asked
    address = sprintf('127.0.0.1:%d', 5330 + robot);
  end
end

function found = is_there(path)
  found = ~ispc() && system(['test -e "' path '"']) == 0;
end
