"""Tests of the panel "Camera"."""
