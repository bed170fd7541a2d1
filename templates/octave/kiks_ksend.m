function answer = kiks_ksend(varargin)
%KIKS_KSEND   The same as ksend, under the name that KiKS gave it.

  answer = ksend(varargin{:});
end
