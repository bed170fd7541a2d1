function result = kSetPositionPID(ref, Kp, Ki, Kd)
%KSETPOSITIONPID   Set the gains of the position controller; without numbers, as after a reset.
%
%  kSetPositionPID(ref, 3000, 20, 4000)
%
%  The simulated robot keeps the gains, but they change nothing. Returns 0, or -1.

  if nargin < 4
    result = kSetPID(ref, 'position');
  else
    result = kSetPID(ref, 'position', Kp, Ki, Kd);
  end
end
