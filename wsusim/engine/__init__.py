"""How the world moves: the simulation's state and its ticks; without a window."""
