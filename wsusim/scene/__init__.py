"""What to draw of a world: shapes, colours and heights, for everything that draws one."""
