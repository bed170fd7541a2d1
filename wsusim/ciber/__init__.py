"""The CiberMouse contest: an arena that its agents know, with its own physics, wire and scoring."""
