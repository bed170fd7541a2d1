function kBraitenbergG(ref, speed, seconds)
%KBRAITENBERGG   Braitenberg's vehicle, with its sensors as bars. Close the window to stop it.
%
%  kBraitenbergG(ref)
%  kBraitenbergG(ref, 0.4)       slower
%  kBraitenbergG(ref, 0.7, 30)   for 30 seconds

  if nargin < 2, speed = 0.7; end
  if nargin < 3, seconds = Inf; end
  khepera_bars(ref, seconds, speed);
  kStop(ref);
end
