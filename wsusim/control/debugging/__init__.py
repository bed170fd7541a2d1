"""The debugger's agent in a controller's process, and the other end that talks to it."""
