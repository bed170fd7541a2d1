"""Tests of the panel "Eye"."""
