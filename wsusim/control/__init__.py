"""The student's side: Controller, the robot's parts, the loader. It knows nothing of the engine."""
