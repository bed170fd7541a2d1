"""What counts in this lesson."""


def scores(run):
    """Full points for a goal on the right, and none on the left before."""
    ours, theirs = run.report.score
    return ours >= 1 and theirs == 0, f"{ours} : {theirs}"
