"""Worlds of other programs that wsusim can't read, and what their owners can do instead."""

from __future__ import annotations

import re

HEAD_BYTES = 4096

_OTHER: dict[bytes, str] = {
    rb"(?i)<sdf\b": "it is a world of Gazebo (SDF), which wsusim can't read. Give a map of it that "
    "ROS has saved (map_saver): the .yaml file.",
    rb"\A#VRML_SIM\b": "it is a world of Webots, which wsusim can't read. Give a picture of it "
    "from above, or draw its walls in the window.",
    rb"\AMATLAB 5\.0 MAT-file": "it is a file of Matlab. If it is an arena of KiKS (.kad), "
    "kiks_arena('FILE.kad') in Octave makes a maze of it.",
    rb"\AVREP\b": "it is a scene of CoppeliaSim (V-REP), which wsusim can't read. Give a "
    "picture of it from above, or draw its walls in the window.",
    rb"\A(?:[ X|I0-9-]{40,60}\r?\n){12}": "it is a map that an agent of the CiberMouse contest "
    "wrote. ciber mark MAP marks it.",
    rb"<(Lab|Grid)\b": "it is a file of the CiberMouse contest. convert LAB.xml MAZE.json makes a "
    "maze of a lab, and ciber match --lab LAB.xml plays in it.",
}
"""What is in the head of each, and what is told."""


def other_world(content: bytes) -> str:
    """Return what a file is and what to do instead, in sentences; empty: it is none of these."""
    head = content[:HEAD_BYTES]
    return next((told for mark, told in _OTHER.items() if re.search(mark, head)), "")
