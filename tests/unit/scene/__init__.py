"""Tests of what will be drawn."""
