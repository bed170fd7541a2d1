function flags = kRadio_status(ref)
%KRADIO_STATUS   Return [ready_to_send, message_received, send_failed], each 0 or 1.
%
%  '' when all are 0.

  flags = '';
  value = khepera_turret(ref, 4, 'F', 1);
  if value > 0
    flags = [bitget(value, 1), bitget(value, 2), bitget(value, 3)];
  end
end
