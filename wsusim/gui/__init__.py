"""The classroom window. The only package that imports Qt; items draw, tools edit, nothing runs."""
