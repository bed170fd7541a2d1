"""Tapes: all that a program asks of a real robot and is told, recorded and replayed."""
