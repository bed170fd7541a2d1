"""Lessons: an assignment with its text, starter, hints and solution, in a folder or one file."""
