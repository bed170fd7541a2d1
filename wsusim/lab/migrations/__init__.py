"""The history of the schema of a lab's store."""
