"""Sharing what the window shows with browsers."""
