"""How it moves: the simulation's state and one tick in named phases; no window in sight."""
