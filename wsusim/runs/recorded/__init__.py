"""Runs that are kept: recorded, verified, resumed."""
