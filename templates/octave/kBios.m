function [bios, protocol] = kBios(ref)
%KBIOS   Show the versions of BIOS and protocol, or return them: [bios, protocol] = kBios(ref).

  answer = kcmd(ref, 'B');
  versions = sscanf(answer, 'b,%f,%f');
  if numel(versions) ~= 2
    bios = -1; protocol = -1;
    return
  end
  bios = versions(1);
  protocol = versions(2);
  if nargout <= 1
    texts = strsplit(answer, ',');
    fprintf('Khepera BIOS version: %s\n', texts{2});
    fprintf('Khepera protocol version: %s\n', texts{3});
  end
end
