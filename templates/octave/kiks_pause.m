function kiks_pause(seconds)
%KIKS_PAUSE   Wait; the robot keeps doing what it was told.

  pause(seconds);
end
