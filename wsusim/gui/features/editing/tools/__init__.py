"""What the mouse and the keys do in the arena: one tool class for each mode."""
