function answer = kRadio_send(ref, receiver, data, count)
%KRADIO_SEND   Send at most 16 bytes by radio to a robot (1, 2 ...), or to all others (0).
%
%  kRadio_send(ref, 2, [10 20 30], 3)   three bytes to robot 2
%
%  Returns 's', -1 if the robot refuses, or [] if there are fewer than 0 or more than 16 bytes.

  answer = [];
  if count < 0 || count > 16, return, end
  bytes = zeros(1, 16);
  bytes(1:count) = round(data(1:count));
  answer = kTurret(ref, 4, ['S' sprintf(',%d', round(receiver), round(count), bytes)]);
end
