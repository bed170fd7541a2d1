function wheels = khepera_vehicle(near, speed)
% Return the speeds of both wheels: straight on when nothing is near, away from what is.
%
% What is near on one side slows the wheel of the other side down, the more so the nearer it is.

  forward = 20;
  from_left = [4 5 8 -16 -13 -5 3 3];    % each sensor's part of the right wheel's speed
  from_right = [-5 -13 -16 8 5 4 3 3];   % and of the left wheel's
  if numel(near) ~= 8
    wheels = [0 0];
    return
  end
  left = forward + from_left * near(:) / 400;
  right = forward + from_right * near(:) / 400;
  wheels = round(speed * [left right]);
end
