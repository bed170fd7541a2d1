function kiks_kclose(ref)
%KIKS_KCLOSE   The same as kclose, under the name that KiKS gave it; [] closes nothing.

  if ~isempty(ref), kclose(ref); end
end
