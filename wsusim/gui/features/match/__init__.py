"""The CiberMouse contest in the window: matches live and recorded."""
