function kBraitenberg(ref, speed, seconds)
%KBRAITENBERG   Avoid obstacles as Braitenberg's vehicle does. Stop it with Ctrl-C.
%
%  kBraitenberg(ref)            at 0.7 of full speed
%  kBraitenberg(ref, 0.4)       slower
%  kBraitenberg(ref, 0.7, 30)   for 30 seconds; then the robot stands still

  if nargin < 2, speed = 0.7; end
  if nargin < 3, seconds = Inf; end
  begun = tic();
  while toc(begun) < seconds
    wheels = khepera_vehicle(kProximity(ref), speed);
    kSetSpeed(ref, wheels(1), wheels(2));
  end
  kStop(ref);
end
