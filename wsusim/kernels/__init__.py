"""Compiled loops over arrays. No classes, no I/O, no randomness; each has a plain twin in tests."""
