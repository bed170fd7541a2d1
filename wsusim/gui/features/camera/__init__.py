"""What does the robot's line camera see? The panel that shows its 64 pixels."""
