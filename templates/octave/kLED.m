function result = kLED(ref, led, action)
%KLED   Switch LED 0 (lateral) or 1 (frontal) off (0), on (1) or over (2).
%
%  kLED(ref, 1, 1)
%  kLED(ref, [0 1], [2 0])   several at once

  result = 0;
  for n = 1:max(numel(led), numel(action))
    one = khepera_numbers(ref, sprintf('L,%d,%d', led(min(n, end)), action(min(n, end))), 0);
    result = min(result, one);
  end
end
