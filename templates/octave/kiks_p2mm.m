function mm = kiks_p2mm(pulses)
%KIKS_P2MM   Return how many millimetres so many pulses of a wheel's counter are (0.08 mm each).

  mm = pulses * 0.08;
end
