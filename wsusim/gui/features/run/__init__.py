"""Running: the bridge to a run, its bar and its panels."""
