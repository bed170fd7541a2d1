function result = kWriteByte(ref, data, address)
%KWRITEBYTE   Write a byte (0 to 255) to an address (0 to 63) of the extension bus: 0, or -1.

  result = khepera_numbers(ref, sprintf('W,%d,%d', round(data), round(address)), 0);
end
