function ref = kiks_kopen(varargin)
%KIKS_KOPEN   The same as kopen, under the name that KiKS gave it.
%
%  A reference that is open already is returned as it is.

  if nargin == 1 && isnumeric(varargin{1}) && numel(varargin{1}) == 4
    ref = varargin{1};
    khepera_links('find', ref);
  else
    ref = kopen(varargin{:});
  end
end
