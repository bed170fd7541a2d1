"""What the window can do, each in a package that knows no other."""
