"""Recordings in the window: playing, recording, exporting, verifying, going on from a moment."""
