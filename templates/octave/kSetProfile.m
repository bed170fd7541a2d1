function result = kSetProfile(ref, left_speed, left_acceleration, right_speed, right_acceleration)
%KSETPROFILE   Set greatest speed and acceleration of kMoveTo; kSetProfile(ref) sets 20, 64, 20, 64.

  if nargin < 5
    left_speed = 20; left_acceleration = 64; right_speed = 20; right_acceleration = 64;
  end
  result = khepera_numbers(ref, sprintf('J,%d,%d,%d,%d', left_speed, left_acceleration, ...
                                        right_speed, right_acceleration), 0);
end
