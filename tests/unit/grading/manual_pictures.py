"""Take the picture of a class's report: ``python -m tests.unit.grading.manual_pictures``."""

from __future__ import annotations

import tempfile
import textwrap
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.browser import Browser
from tests.command_line import wsusim
from tests.hostile_class import HEAD, HOSTILE
from wsusim.shipped import shipped_folder

PICTURE = shipped_folder("manual") / "pictures" / "grade-report.png"
SIZE = (1100, 860)
COLOURS = 256

STUDENTS = {
    "anna_berg": "wall_follower", "ben_ito": "maze_solver", "chloe_nowak": "bored_follower",
    "dan_weiss": "avoid_obstacles", "eva_rossi": "any_robot",
}  # fmt: skip
"""What each has handed in: a program that comes with wsusim."""

MISTAKES = ("endless_loop", "exception", "import_error", "memory", "slow")


def main() -> None:
    """Grade a small class by the assignment of the manual's page, and photograph the report."""
    templates = shipped_folder("templates") / "assignments"
    with tempfile.TemporaryDirectory(prefix="wsusim-") as name:
        folder = Path(name)
        handed_in = folder / "handed_in"
        handed_in.mkdir()
        for student, controller in STUDENTS.items():
            source = shipped_folder("controllers") / f"{controller}.py"
            (handed_in / f"{student}.py").write_bytes(source.read_bytes())
        for mistake in MISTAKES:
            (handed_in / f"{mistake}.py").write_text(
                HEAD + textwrap.dedent(HOSTILE[mistake][1]), encoding="utf-8"
            )
        assignment, report = templates / "first_rooms.toml", folder / "report"
        wsusim(["grade", f"{handed_in}", "--assignment", f"{assignment}", "--out", f"{report}"])
        browser = Browser(folder / "browser", *SIZE)
        try:
            browser.open((report / "report.html").as_uri())
            browser.until("document.readyState == 'complete'")
            shot = Image.open(BytesIO(browser.picture())).convert("RGB")
        finally:
            browser.close()
    shot.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
