"""How mazes and robot models are edited, without a window."""
