"""All that a program asks of a real robot and hears from it: written down, and answered again."""
