"""How a controller reaches a robot: one contract, and one module for each way."""
