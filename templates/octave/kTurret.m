function answer = kTurret(ref, turret, text)
%KTURRET   Send text to a turret and return its answer as text, without "t" and the turret's number.
%
%  kTurret(ref, 1, 'H,1')   'h,180': the position of the gripper's arm (turret 1)
%  kTurret(ref, 2, 'N')     'n,...': the 64 pixels of the linear camera (turret 2)
%
%  Returns -1 if there is no such turret, or it does not know the message.

  reply = ksend([sprintf('T,%d,', turret) text char(10)], ref);
  head = sprintf('t,%d,', turret);
  if strncmp(reply, head, numel(head))
    answer = reply(numel(head) + 1:end);
  else
    answer = -1;
  end
end
