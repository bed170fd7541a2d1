"""What there is: frozen values without I/O, threads or randomness. Everything else builds on it."""
