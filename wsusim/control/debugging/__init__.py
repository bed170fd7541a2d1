"""The debugger's part in a controller's process, and what its other end speaks with it."""
