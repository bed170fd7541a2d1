"""Numbers that the text tells."""


def first_reading(run):
    """What the front left sensor reads at the start, in the open."""
    return max(run.proximity[:50, 2])
