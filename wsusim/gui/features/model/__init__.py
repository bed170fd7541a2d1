"""The model settings: how the simulated robots differ from their kind, as tables and profiles."""
