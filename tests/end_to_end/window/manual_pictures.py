"""Take the manual's pictures of a lesson from the artefacts of its test.

``python -m tests.end_to_end.window.manual_pictures`` after
``python -m pytest -m slow tests/end_to_end/window``.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops

from tests.end_to_end.window.student import ROOT

PICTURES = ROOT / "manual" / "pictures"
ARTEFACTS = ROOT / "tests" / "artefacts" / "the_task_by_mouse_and_keys"
COLOURS = 256
WIDTH_PX = 1000
WANTED = {
    "ten-objects": "lesson-maze",
    "cap-dragged-during-the-run": "lesson-run",
    "two-steps-later": "lesson-step",
    "recorded": "lesson-recorded",
    "scrubbed": "lesson-replay",
    "exported": "lesson-export",
}
"""Steps of the lesson, and the names of their pictures in the manual."""


def main() -> None:
    """Cut the window out of each screen, and make a small file of it."""
    for step, name in WANTED.items():
        (file,) = ARTEFACTS.glob(f"??-{step}.png")
        _shrink(file, PICTURES / f"{name}.png")


def _shrink(file: Path, to: Path) -> None:
    screen = Image.open(file).convert("RGB")
    box = ImageChops.difference(screen, Image.new("RGB", screen.size)).getbbox()
    window = screen.crop(box)
    height_px = round(window.height * WIDTH_PX / window.width)
    small = window.resize((WIDTH_PX, height_px), Image.Resampling.LANCZOS)
    small.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2).save(to, optimize=True)


if __name__ == "__main__":
    main()
