"""Tests of what reads mazes."""
