"""What is to be drawn of a world: shapes, colours and heights, for all that draws one."""
