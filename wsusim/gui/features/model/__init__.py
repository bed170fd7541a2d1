"""The model settings: how the simulated robots differ from their kind, as sliders and profiles."""
