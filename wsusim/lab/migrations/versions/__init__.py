"""One module for each change of the schema; a change adds a module and never edits an old one."""
