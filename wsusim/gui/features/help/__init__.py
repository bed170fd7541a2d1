"""Help in the window: the manual's pages, a search over them, F1 for what has the keyboard."""
