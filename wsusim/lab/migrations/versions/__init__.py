"""One module a change of the schema; a change adds a module and never changes an old one."""
