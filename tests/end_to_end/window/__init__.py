"""The window as a person works it: on a real X server, by mouse and keys alone."""
