"""Editing mazes: tools, edits with undo, palette, properties."""
