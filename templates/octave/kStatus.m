function kStatus(ref)
%KSTATUS   Show in words what both wheels are doing.

  values = kGetStatus(ref);
  if numel(values) ~= 6
    disp('The robot does not tell.');
    return
  end
  wheels = {'Left: ', 'Right:'};
  modes = {'SPEED', 'POSITION', 'PWM'};
  for wheel = 1:2
    one = values(3 * wheel - 2:3 * wheel);
    state = 'MOVING';
    if one(1) == 1, state = 'AT TARGET'; end
    fprintf('%s  (status = %s) (control = %s) (Error = %d)\n', wheels{wheel}, state, ...
            modes{min(3, one(2) + 1)}, one(3));
  end
end
