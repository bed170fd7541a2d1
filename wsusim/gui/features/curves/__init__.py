"""Live curves: readings, speeds and places over time, of runs and of recordings."""
