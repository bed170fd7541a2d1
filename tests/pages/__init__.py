"""Parts of the manual that are made from tables of the program; tests see that they are in step."""
