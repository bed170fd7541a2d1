"""What more than one feature of the window is made of."""
