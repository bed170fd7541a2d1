"""Check my solution: a student's program, run as the teacher will run it."""
