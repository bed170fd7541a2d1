"""The way to a real Khepera on a serial line; pyserial is used here and in the emulator only."""
