function values = kGetAnalog(ref, channel)
%KGETANALOG   Read analogue inputs: one number for each channel, -1 for one that isn't there.
%
%  kGetAnalog(ref, 3)
%  kGetAnalog(ref, [0 1 2])

  values = -ones(size(channel));
  for n = 1:numel(channel)
    values(n) = khepera_numbers(ref, sprintf('I,%d', round(channel(n))), 1);
  end
end
