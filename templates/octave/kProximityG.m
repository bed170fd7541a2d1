function kProximityG(ref, seconds)
%KPROXIMITYG   Draw the eight proximity sensors as bars, as long as the window is open.
%
%  kProximityG(ref)
%  kProximityG(ref, 10)   for ten seconds

  if nargin < 2, seconds = Inf; end
  khepera_bars(ref, seconds, []);
end
