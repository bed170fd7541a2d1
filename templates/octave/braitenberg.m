function bad = braitenberg(port, seconds)
%BRAITENBERG   A Braitenberg vehicle that avoids obstacles: each sensor acts on both wheels.
%
%  braitenberg             the simulated robot 1, for 30 seconds
%  braitenberg(0, 60)      a real robot on the first serial port, for a minute
%
%  Returns how many answers made no sense; they are left out.

  if nargin < 1, port = -1; end
  if nargin < 2, seconds = 30; end
  left  = [ 4  4  6 -9 -8 -3 2 2] / 400;
  right = [-3 -8 -9  6  4  4 2 2] / 400;
  ref = kopen([port, 9600, 1]);
  bad = 0;
  begin = tic();
  while toc(begin) < seconds
    near = kProximity(ref);
    if numel(near) ~= 8
      bad = bad + 1;
      continue
    end
    kSetSpeed(ref, 8 + left * near, 8 + right * near);
  end
  kStop(ref);
  kclose(ref);
end
