"""One run without a window: puts maze, engine, controllers and hosts together."""
