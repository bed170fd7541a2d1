"""What an eye sees is the same to the byte, wherever a controller runs or it is drawn again."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.command_line import wsusim
from wsusim.engine.eye import EyeView
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.recorded_pictures import pictures

LOOKER = """
import hashlib

from wsusim import Controller


class Looker(Controller):
    def run(self):
        self.eye.size = (160, 120)
        self.motors.set_speeds(6, 4)
        for _ in range(12):
            self.sleep(0.08)
            print(self.time, hashlib.sha256(self.eye.picture.tobytes()).hexdigest())
"""


@pytest.fixture
def looker(tmp_path: Path) -> Path:
    """Return a program that prints a digest of what it sees every 80 ms."""
    file = tmp_path / "looker.py"
    file.write_text(LOOKER)
    return file


def printed(looker: Path, *options: object) -> list[str]:
    """Return what the program prints, moments and digests."""
    outcome = wsusim(["run", str(looker), "--maze", "caps", "--seed", "3", *map(str, options)])
    return [line for line in outcome.stdout.splitlines() if len(line.split()[-1]) == 64]


def test_thread_process_and_paced_run_see_the_same_bytes(looker: Path) -> None:
    """So do pictures that are drawn again from the recording, or were recorded."""
    file = looker.with_name("run.mcap")
    plain = printed(looker, "--record", file, "--record-eye", "160x120")

    assert len(plain) == 12
    assert printed(looker, "--isolate") == plain
    assert printed(looker, "--speed", "20") == plain
    with Recording(file) as recording:
        view, player = EyeView(recording.header.world), Player(recording)
        again = [
            f"{tick / 100} {hashlib.sha256(view.eye(player.at(tick), 0, (160, 120))).hexdigest()}"
            for tick in range(8, 97, 8)
        ]
        kept = [
            f"{shot.tick / 100} {hashlib.sha256(shot.pixels).hexdigest()}"
            for shot in pictures(recording)
            if shot.tick and shot.tick % 8 == 0
        ]
    assert again == plain
    assert kept[:12] == plain


def test_recorded_pictures_are_told_and_verified(looker: Path) -> None:
    """``info`` says how many there are, ``replay --verify`` draws them again."""
    file = looker.with_name("run.mcap")
    printed(looker, "--record", file, "--record-eye", "64x48")
    assert "pictures    25, " in wsusim(["info", str(file)]).stdout
    assert wsusim(["replay", str(file), "--verify"]).stdout.startswith("identical")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--record-eye", "160x120"], "--record-eye only works with --record"),
        (["--record", "r.mcap", "--record-eye", "640x480"], "'640x480', but it must be width x"),
        (["--record", "r.mcap", "--record-eye", "large"], "'large', but it must be width x height"),
        (["--robot", "serial:auto", "--record-eye", "64x48"], "only works with"),
    ],
)
def test_what_cant_be_recorded_is_refused(looker: Path, options: list[str], says: str) -> None:
    """Before the run."""
    outcome = wsusim(["run", str(looker), *options])
    assert outcome.returncode == 2
    assert says in outcome.stderr
