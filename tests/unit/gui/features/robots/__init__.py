"""Tests of real robots in the window."""
