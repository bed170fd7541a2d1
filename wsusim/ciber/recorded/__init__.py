"""Matches kept as files: recorded, watched again, repeated and compared, turned into tables."""
