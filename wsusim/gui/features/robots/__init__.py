"""Real robots in the window: choosing one, and running a controller on it."""
