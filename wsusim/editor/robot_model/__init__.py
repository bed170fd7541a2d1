"""How the model of a robot is chosen and changed, without a window."""
