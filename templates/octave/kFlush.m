function kFlush(ref)
%KFLUSH   Throw away what the robot has said and nobody has read.

  ksend(char(10), ref, 0.1);
end
