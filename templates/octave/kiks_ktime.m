function seconds = kiks_ktime(port)
%KIKS_KTIME   Return the seconds since this port was opened; [] if it isn't open.
%
%  It counts by the computer's clock: with "emulate --speed 5" the robot's time passes five times
%  as fast.

  seconds = khepera_links('age', port);
end
