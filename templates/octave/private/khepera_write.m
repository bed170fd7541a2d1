function khepera_write(link, text)
% Send text to the robot.

  if ~link.is_file
    write(link.port, uint8(text));
    return
  end
  fwrite(link.out, text);
  if fflush(link.out) ~= 0
    error('khepera:gone', ['The line to %s is broken: has the emulator ended, or the cable come' ...
          ' out? Open it again with kopen.'], link.address);
  end
end
