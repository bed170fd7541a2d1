"""Tests of the robot editor."""
