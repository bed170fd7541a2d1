"""Widgets that more than one feature of the window uses."""
