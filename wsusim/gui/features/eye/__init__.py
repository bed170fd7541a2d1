"""What does the robot's eye see? The panel that shows its picture, and views without a browser."""
