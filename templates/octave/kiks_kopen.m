function ref = kiks_kopen(varargin)
%KIKS_KOPEN   The same as kopen, under the name that KiKS gave it.

  ref = kopen(varargin{:});
end
