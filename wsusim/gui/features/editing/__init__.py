"""Mazes are edited: tools, edits with undo, palette, properties."""
