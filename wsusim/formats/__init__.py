"""Files that people keep: the maze file, its versions, and the mazes of other programs."""
