"""The text of a student's program: read, coloured, indented, checked and completed, without Qt."""
