"""Lessons in the window: the text beside the arena, the student's copy, hints, and the check."""
