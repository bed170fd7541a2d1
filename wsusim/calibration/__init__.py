"""Measure a real robot, fit the simulation's figures to it, and show how well they fit."""
