"""What locks programs of others in on this computer, for whoever grades or serves a lab."""

from __future__ import annotations

from wsusim.doctor.finding import Finding
from wsusim.hosting.sandbox import lock_here, trouble_with

SUBJECT = "sandbox"


def look_at_sandbox() -> Finding:
    """Say what there is. None is no fault: who drives programs of his or her own needs none."""
    lock = lock_here()
    if lock == "bubblewrap":
        return Finding(SUBJECT, "bubblewrap")
    if lock == "landlock":
        return Finding(
            SUBJECT,
            "Landlock, in which programs can't write files; bubblewrap, in which they can, is "
            "missing or doesn't work",
        )
    reason = trouble_with("bubblewrap")
    return Finding(SUBJECT, f"none, so grade only programs of people you trust. {reason}")
