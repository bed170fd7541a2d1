function kList(ref)
%KLIST   Show the words and letters that the robot understands.

  disp(kcmd(ref, 'list', 1));
end
