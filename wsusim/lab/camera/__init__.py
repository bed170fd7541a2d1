"""A lab's camera: a process that fetches its pictures, and what uses them."""
