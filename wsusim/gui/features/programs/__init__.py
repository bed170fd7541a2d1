"""The editor of programs: its texts, what is marked in them, and completion."""
