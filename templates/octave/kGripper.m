function value = kGripper(ref, action)
%KGRIPPER   Move the gripper, or ask it something. Returns 0 for an order, a number for a question.
%
%  kGripper(ref, 'open')         kGripper(ref, 'close')
%  kGripper(ref, 'up')           kGripper(ref, 'down')
%  kGripper(ref, 200)            arm to a position: 0 to 255, larger is lower
%  kGripper(ref, 'position')     where the arm is
%  kGripper(ref, 'closed')       1 when the jaws are closed
%  kGripper(ref, 'presence')     0: nothing between the jaws; 100 and more: something there
%  kGripper(ref, 'resistivity')  how well the thing between the closed jaws conducts, 0 to 255
%
%  Returns -1 if the robot refuses. Arm and jaws need time: about a second, and half a second.

  orders = {'open', 'D,0'; 'close', 'D,1'; 'up', 'E,180'; 'down', 'E,249'};
  questions = {'position', 'H,1'; 'closed', 'H,0'; 'presence', 'G'; 'resistivity', 'F'};
  if isnumeric(action)
    message = sprintf('E,%d', round(action));
  else
    all = [orders; questions];
    place = find(strcmp(all(:, 1), action));
    if isempty(place)
      error('khepera:command', 'kGripper does not know ''%s''. It knows: %s.', action, ...
            strjoin(all(:, 1)', ', '));
    end
    message = all{place, 2};
  end
  answer = kTurret(ref, 1, message);
  value = -1;
  if ischar(answer)
    value = 0;
    if any(answer == ','), value = sscanf(answer(3:end), '%d'); end
  end
end
