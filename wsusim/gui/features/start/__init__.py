"""The start page: ready runs as pictures, mazes, and what was open last."""
