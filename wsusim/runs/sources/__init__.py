"""Where the robots of a run come from."""
