"""Matches kept as files: recorded, watched again, done again and compared, turned into tables."""
