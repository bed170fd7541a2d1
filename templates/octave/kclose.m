function kclose(ref)
%KCLOSE   Close the line that kopen opened. The robot keeps doing what it was told last.
%
%  kclose(ref)

  khepera_links('close', ref);
end
