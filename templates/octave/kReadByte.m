function value = kReadByte(ref, address)
%KREADBYTE   Read a byte from an address (0 to 63) of the extension bus; -1 if there is none.

  value = khepera_numbers(ref, sprintf('R,%d', round(address)), 1);
end
