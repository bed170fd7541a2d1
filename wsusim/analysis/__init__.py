"""Analyses of a run or a recording, without a window: film, curves, explanations."""
