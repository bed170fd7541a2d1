"""The robot editor: a kind of robot is opened, changed, saved and driven."""
