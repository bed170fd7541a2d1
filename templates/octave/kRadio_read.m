function message = kRadio_read(ref)
%KRADIO_READ   Return the oldest unread message: sender, length, then 16 bytes.
%
%  Zeros when there is none, -1 without a radio.

  message = khepera_turret(ref, 4, 'R', 18);
end
