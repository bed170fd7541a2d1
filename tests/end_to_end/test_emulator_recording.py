"""What programs do with emulated robots is recorded, and the recording serves like any other."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import serial

from tests.command_line import wsusim
from wsusim.model.commands import SetSpeeds
from wsusim.model.interventions import MadeSafe
from wsusim.recording import contents
from wsusim.recording.chunks import MAGIC
from wsusim.recording.info import describe
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal, ended by a signal")

MAIN = str(Path(__file__).parents[2] / "main.py")


def emulate(file: Path, ending: signal.Signals, *words: str) -> int:
    """Drive the second of two emulated robots for a second, end it all; return the exit code."""
    link = file.with_suffix(".link")
    command = [sys.executable, MAIN, "emulate", "--robots", "2", "--link", str(link)]
    command += ["--record", str(file), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        while program.stdout.readline() != "Stop with Ctrl-C.\n":
            pass
        with serial.Serial(f"{link}2", 9600, timeout=10.0) as port:
            port.write(b"D,5,4\n")
            assert port.readline() == b"d\r\n"
            port.write(b"T,1,0,20\n" * 10)
            for _ in range(10):
                port.readline()
        os.kill(program.pid, ending)
        program.stdout.read()
    return program.returncode


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recording that was ended by a signal, in the place of an earlier one."""
    file = tmp_path_factory.mktemp("emulated") / "lab.mcap"
    file.write_bytes(MAGIC + b" an earlier one of wsusim")
    assert emulate(file, signal.SIGTERM, "--overwrite") == 0
    return file


def test_the_orders_of_the_line_and_the_last_stop_are_in_it(recorded: Path) -> None:
    """For the robot that got them, in whose poses they show."""
    with Recording(recorded) as recording:
        orders = list(contents.inputs(recording))
        player = Player(recording)
        first, last = player.at(0), player.at(player.last_tick)

    assert [robot for _, robot, value in orders if value == SetSpeeds(5, 4)] == [1]
    assert [value for _, _, value in orders[-2:]] == [MadeSafe(), MadeSafe()]
    assert last.robots[1].pose != first.robots[1].pose
    assert last.robots[0].pose == first.robots[0].pose


def test_the_file_is_whole_and_says_that_the_robots_were_emulated(recorded: Path) -> None:
    """With the addresses of their ports."""
    info = describe(recorded)

    assert not info.needs_repair
    assert info.emulated_ports == tuple(str(recorded.with_suffix(f".link{n}")) for n in (1, 2))
    assert "emulated, driven over" in wsusim(["info", str(recorded)]).stdout


def test_replay_and_export_work(recorded: Path, tmp_path: Path) -> None:
    """As with any other recording."""
    assert wsusim(["replay", str(recorded)]).returncode == 0
    result = wsusim(["export", str(recorded), "--csv", str(tmp_path)])
    assert result.returncode == 0, result.stderr
    assert "SetSpeeds" in (tmp_path / "commands.csv").read_text()


def test_it_cannot_be_verified(recorded: Path) -> None:
    """That is said plainly, as no fault of the file."""
    result = wsusim(["replay", str(recorded), "--verify", "--json"])
    verdict = json.loads(result.stdout)

    assert result.returncode == 1
    assert verdict["finding"] == "cannot_run"
    assert "not in the file" in verdict["remarks"][0]


def test_no_run_begins_within_it(recorded: Path) -> None:
    """The programs that drove are not there to go on."""
    result = wsusim(["run", "wall_follower", "--from", f"{recorded}@0.5"])

    assert result.returncode == 2
    assert "emulated robots" in result.stderr


@pytest.mark.slow
def test_a_file_that_is_there_is_kept_unless_asked_otherwise(tmp_path: Path) -> None:
    """Without --overwrite the emulator runs, and the file stays as it was."""
    file = tmp_path / "lab.mcap"
    file.write_text("mine")

    assert emulate(file, signal.SIGINT) == 0
    assert file.read_text() == "mine"
