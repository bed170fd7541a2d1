"""Small lessons for tests."""

from __future__ import annotations

from pathlib import Path

TOML = """title = "To the wall"
level = 1
minutes = 10
mazes = ["rooms"]
seeds = [1, 2]
time_limit_s = 2
file = "to_the_wall.py"

[[counts]]
what = "distance"
name = "It drives"
points = 2
full_m = 0.05
"""

STANDS = """from wsusim import Controller


class Robot(Controller):
    def run(self):
        self.sleep(1)
"""

DRIVES = STANDS.replace("self.sleep(1)", "self.motors.set_speeds(8, 8)\n        self.sleep(2)")


def lesson_at(
    folder: Path, toml: str = TOML, text: str = "# To the wall\n\nDrive.\n", **files: str
) -> Path:
    """Write a lesson; more files are given by name, with ``__`` for ``/``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "solution").mkdir(exist_ok=True)
    (folder / "lesson.toml").write_text(toml, encoding="utf-8")
    (folder / "text.md").write_text(text, encoding="utf-8")
    (folder / "starter.py").write_text(STANDS, encoding="utf-8")
    (folder / "solution" / "to_the_wall.py").write_text(DRIVES, encoding="utf-8")
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder
