"""Why does a sensor read what it reads? The panel that answers, and what it marks in the arena."""
