"""Programs of their own beside the runs: calibration, doctor, manual."""
