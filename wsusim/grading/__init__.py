"""Grade a class: assignments, what counts, verdicts and reports."""
