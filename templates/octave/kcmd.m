function answer = kcmd(ref, command, multiline)
%KCMD   Send a command without its line end and return the answer as text.
%
%  answer = kcmd(ref, 'B')          'b,5.02,5.01'
%  answer = kcmd(ref, 'memory', 1)  all lines that come within the timeout of kopen

  if nargin >= 3 && multiline
    answer = ksend([command char(10)], ref, 0);
  else
    answer = ksend([command char(10)], ref);
  end
end
