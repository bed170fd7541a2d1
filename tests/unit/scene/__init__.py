"""Tests of what is to be drawn."""
