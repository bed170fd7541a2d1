"""The robot's side of the wire: a simulated Khepera that answers on a serial port."""
