"""The window that holds the features: menus, panels, messages, the maze that is open."""
