"""A lab's camera: a process that fetches its pictures, and those who use them."""
