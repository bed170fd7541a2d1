function line = khepera_line(link, timeout)
% Return the next line without its end, or -1 if nothing comes for that many seconds.
%
% Byte by byte: Octave's own functions for lines wait for the character after the line.

  line = '';
  last = tic();
  while true
    byte = next_byte(link);
    if isempty(byte)
      if toc(last) >= timeout
        line = -1;
        return
      end
      pause(0.0005);
    elseif byte == 10
      return
    else
      last = tic();
      if byte ~= 13, line(end + 1) = char(byte); end %#ok<AGROW>
    end
  end
end

function byte = next_byte(link)
% Return what has come, or [] without waiting.
  if link.is_file
    byte = fread(link.port, 1);
    if isempty(byte), fclear(link.port); end
  elseif link.port.NumBytesAvailable > 0
    byte = double(read(link.port, 1));
  else
    byte = [];
  end
end
