"""Runs a controller in a lab: sends it there, follows it, brings its recording back."""
