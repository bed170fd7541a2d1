"""What the program thinks: its variables, live and at any moment of a recording."""
