"""The messages while the simulator is compiled: which part, and how long it still takes."""

from __future__ import annotations

from wsusim.gui.widgets.phrases import translate

SHARE_LEAST, SECONDS_LEAST = 0.08, 3.0
"""Below this share, how long the rest takes can't be estimated."""

_SUBJECTS = {
    "driving": ("drive", "tick", "history", "lanes", "many_worlds", "policy"),
    "walls": (
        *("cells", "raster", "object_map", "map_entries", "outline", "stamps", "sides", "solids"),
        *("touch", "contact", "bounce"),
    ),
    "things": ("bodies", "boxes", "push", "rolling", "shove"),
    "gripper": ("gripper", "gripper_room"),
    "sensors": (
        *("rays", "ray_fan", "cone", "proximity", "sense", "sensor_records", "network"),
        *("noise", "chance", "inspection"),
    ),
    "lamps": ("light",),
    "pictures": ("perspective", "overhead", "views", "scene"),
    "missions": ("mission", "contest"),
}
"""What the modules of the kernels are about."""

_ABOUT = {module: subject for subject, modules in _SUBJECTS.items() for module in modules}


def subject_of(function: str) -> str:
    """Return the subject of a kernel function, ``module.name``, in a student's words."""
    words = {
        "driving": translate("Preparing", "driving"),
        "walls": translate("Preparing", "walls"),
        "things": translate("Preparing", "loose things"),
        "gripper": translate("Preparing", "the gripper"),
        "sensors": translate("Preparing", "sensors"),
        "lamps": translate("Preparing", "lamps"),
        "pictures": translate("Preparing", "pictures"),
        "missions": translate("Preparing", "missions"),
    }
    return words.get(_ABOUT.get(function.partition(".")[0], ""), translate("Preparing", "sums"))


def longest_subject() -> str:
    """Return the subject that needs most room."""
    return max((subject_of(modules[0]) for modules in _SUBJECTS.values()), key=len)


def time_left(share: float, passed_s: float) -> str:
    """Return how long it still takes, given what is done after so many seconds."""
    if share < SHARE_LEAST or passed_s < SECONDS_LEAST:
        return translate("Preparing", "in one to three minutes")
    left_s = passed_s * (1.0 - share) / share
    if left_s < 10.0:
        return translate("Preparing", "in a few seconds")
    if left_s < 90.0:
        words = translate("Preparing", "in about {seconds} seconds")
        return words.format(seconds=10 * round(left_s / 10.0))
    words = translate("Preparing", "in about {minutes} minutes")
    return words.format(minutes=round(left_s / 60.0))
