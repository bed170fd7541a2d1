"""The panel that shows the 64 pixels of the robot's line camera."""
