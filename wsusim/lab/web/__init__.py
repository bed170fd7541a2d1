"""A lab's pages and its interface for programs, over HTTP."""
