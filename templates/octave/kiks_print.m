function kiks_print(text)
%KIKS_PRINT   Show a line of text. KiKS showed it in its own window.

  fprintf('%s\n', text);
end
