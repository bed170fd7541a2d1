function pulses = kiks_mm2p(mm)
%KIKS_MM2P   Return how many pulses of a wheel's counter make so many millimetres (12.5 each mm).

  pulses = mm * 12.5;
end
