function link = khepera_connect(address, baud, timeout)
% Open an address and return what khepera_write and khepera_line need.
%
% Octave opens a serial port or pseudo-terminal as a file; for the network, and under Windows, it
% needs the package instrument-control. Matlab has serialport and tcpclient of its own.

  in_octave = exist('OCTAVE_VERSION', 'builtin') ~= 0;
  tcp = regexp(address, '^([^/]+):(\d+)$', 'tokens', 'once');
  link = struct('address', address, 'timeout', timeout, 'patience', timeout, 'is_file', false, ...
                'port', [], 'out', []);
  if in_octave && isempty(tcp) && ~ispc()
    link.is_file = true;
    [link.port, link.out] = open_files(address, baud);
    return
  end
  if in_octave, load_package(address); end
  try
    if isempty(tcp)
      link.port = serialport(address, baud, 'Timeout', timeout);
    else
      link.port = tcpclient(tcp{1}, str2double(tcp{2}), 'Timeout', timeout);
    end
  catch reason
    refuse(address, reason.message);
  end
end

function [in, out] = open_files(address, baud)
  in = fopen(address, 'rb');
  if in < 0, refuse(address, 'it can''t be opened'); end
  out = fopen(address, 'wb');
  flag = '-F';
  if ismac(), flag = '-f'; end
  [status, text] = system(sprintf('stty %s "%s" %d raw -echo cs8 cstopb -parenb clocal 2>&1', ...
                                  flag, address, baud));
  if status ~= 0
    fclose(in);
    fclose(out);
    refuse(address, strtrim(text));
  end
  fcntl(in, F_SETFL, O_NONBLOCK);  % a silent robot must not keep Octave waiting for ever
end

function load_package(address)
  try
    pkg('load', 'instrument-control');
  catch
    error('khepera:package', ['Octave needs the package instrument-control to reach %s. Install' ...
          ' it (Debian: octave-instrument-control; elsewhere: pkg install -forge' ...
          ' instrument-control)%s.'], address, other_way());
  end
end

function text = other_way()
  text = '';
  if ~ispc()
    text = [', or start the emulator with a pseudo-terminal: python main.py emulate --link' ...
            ' /tmp/khepera'];
  end
end

function refuse(address, reason)
  error('khepera:port', ['No Khepera at %s: %s. For a simulated robot start "python main.py' ...
        ' emulate --link /tmp/khepera" first (Windows: --tcp 5331); for a real one check the' ...
        ' cable and the port''s number.'], address, reason);
end
