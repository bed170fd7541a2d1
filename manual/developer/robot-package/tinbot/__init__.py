"""A robot that wsusim does not know, and all that it takes to drive it."""
