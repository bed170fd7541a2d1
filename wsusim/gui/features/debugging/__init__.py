"""The debugger in the window: where a program has stopped, its variables, and the way back."""
