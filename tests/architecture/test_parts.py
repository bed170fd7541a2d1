"""Whole parts of wsusim can be left out; the rest goes on without them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.recording.streams import finished
from wsusim.parts import PARTS, missing_part

ROOT = Path(__file__).parents[2]

WITHOUT = """
import sys
part, recording, folder = sys.argv[1:]
sys.path.insert(0, {root!r})

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name == f"wsusim.{{part}}":
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Gone())
"""
"""Has a part not be there, as if its folder had been deleted."""

REST = """
from pathlib import Path
from wsusim.cli import cli
for words in (
    ["--help"], ["run", "wall_follower", "--maze", "rooms", "--time", "1"], ["info", recording],
    ["check", "rooms"], ["export", recording, "--csv", f"{folder}/tables"],
):
    try:
        cli.main(words, standalone_mode=False)
    except SystemExit as leaving:
        assert not leaving.code, words
from wsusim.gui.app import make_application, make_window
application = make_application(["wsusim"])
window = make_window(Path(folder) / "settings")
window.show()
application.processEvents()
window.close()
print("all of it worked")
"""


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_the_rest_works_without_a_part(part: str, tmp_path: Path) -> None:
    """Runs, recordings, mazes and the window with all its other features."""
    recording = finished(tmp_path / "r.mcap", 50)
    code = WITHOUT.format(root=str(ROOT)) + REST
    done = subprocess.run(
        [sys.executable, "-c", code, part, str(recording), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.endswith("all of it worked\n"), done.stderr


@pytest.mark.slow
def test_a_command_of_a_part_that_is_not_there_says_so(tmp_path: Path) -> None:
    """In one sentence, without a report of a crash."""
    code = WITHOUT.format(root=str(ROOT)) + (
        "sys.argv = ['wsusim', 'watch', 'http://127.0.0.1:9']\nfrom wsusim.cli import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "live", "x", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "The part live of wsusim is not installed here" in done.stderr


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("wsusim.ciber", "ciber"),
        ("wsusim.ciber.arena", ""),
        ("wsusim.engine", ""),
        ("numpy", ""),
        (None, ""),
    ],
)
def test_only_a_part_as_a_whole_counts_as_left_out(name: str | None, part: str) -> None:
    """A module that is missing within a part is a fault, and is not hidden."""
    assert missing_part(ModuleNotFoundError("gone", name=name)) == part
