"""The panel that shows the picture of the robot's eye, and views without a browser."""
