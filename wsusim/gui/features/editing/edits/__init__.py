"""The edits that can be undone: one command class for each kind of edit."""
