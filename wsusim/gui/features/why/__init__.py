"""The panel that explains a sensor's reading, and what it marks in the arena."""
