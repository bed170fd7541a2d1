"""Tools beside the runs: calibration, doctor, the manual's data, new programs, text editors."""
