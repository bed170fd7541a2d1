function ref = kopen(port, baud, timeout)
%KOPEN   Open the line to a Khepera, real or simulated.
%
%  ref = kopen([port, baud, timeout])   as with K-Team's kMatlab
%  ref = kopen(address, baud, timeout)  for any other port
%
%  port      0, 1, 2 ...: a real robot on that serial port (0 = COM1 under Windows; elsewhere
%            /dev/ttyUSB0 or, if there is none, /dev/ttyS0)
%            -1, -2 ...: robot 1, 2 ... of a running "python main.py emulate"
%  baud      speed of the serial line; left out: 9600
%  timeout   seconds to wait for an answer; left out or 0: 1. A simulated robot is waited for at
%            least 10 seconds: it is late only when the computer is busy
%  address   '/dev/ttyUSB1', 'COM5' or, for a port on the network, '192.168.0.7:5331'
%
%  Keep ref: all other functions want it. Close the line with kclose(ref).
%
%  Example:
%    ref = kopen([-1, 9600, 1]);
%    kSetSpeed(ref, 5, 5);
%    kProximity(ref)
%    kStop(ref);
%    kclose(ref);

  if nargin < 1
    error('khepera:port', 'kopen needs a port: kopen([-1, 9600, 1]) opens the simulated robot 1.');
  end
  if exist('OCTAVE_VERSION', 'builtin')
    warning('off', 'Octave:num-to-str');  % old programs write ['B' 13]
  end
  settings = [9600, 1];
  if ischar(port)
    address = port;
    number = NaN;
    if nargin >= 2, settings(1) = baud; end
    if nargin >= 3, settings(2) = timeout; end
  elseif isnumeric(port) && any(numel(port) == 1:3) && port(1) == fix(port(1))
    number = port(1);
    settings(1:numel(port) - 1) = port(2:end);
    address = khepera_address(number);
  else
    error('khepera:port', ['kopen takes [port, baud, timeout] with a whole number as port, or' ...
          ' an address such as ''/dev/ttyUSB0''.']);
  end
  if settings(2) == 0, settings(2) = 1; end  % KiKS's programs say 0 for "as usual"
  if ~(settings(1) > 0 && settings(2) > 0)
    error('khepera:port', ['baud must be greater than 0 and timeout must not be less, for' ...
          ' example [-1, 9600, 1].']);
  end
  link = khepera_connect(address, settings(1), settings(2));
  if number < 0, link.patience = max(10, link.timeout); end  % late when the computer is busy
  ref = khepera_links('open', number, link);
end
