"""Running: the bridge to a live run, its bar and its panels."""
