"""The debugger in the window: where a program stands, what it thinks, and the way back."""
