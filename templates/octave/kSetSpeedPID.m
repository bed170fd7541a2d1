function result = kSetSpeedPID(ref, Kp, Ki, Kd)
%KSETSPEEDPID   Set the gains of the speed controller; without numbers, as after a reset.
%
%  kSetSpeedPID(ref, 3800, 800, 100)
%
%  The simulated robot keeps the gains, but they change nothing. Returns 0, or -1.

  if nargin < 4
    result = kSetPID(ref);
  else
    result = kSetPID(ref, Kp, Ki, Kd);
  end
end
