"""The window shows emulated robots while a program drives them over their port."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial

from tests.command_line import wsusim
from tests.end_to_end.emulator_bench import has_driven, orders
from tests.unit.gui.features.run.conftest import Desk
from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.gui.shell.watched import RunState
from wsusim.recording.info import describe
from wsusim.runs.actions import Drag
from wsusim.runs.run import Run
from wsusim.runs.sources.emulated import EmulatedRobots

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")

MAIN = str(Path(__file__).parents[3] / "main.py")


def drive(link: Path) -> None:
    """Tell the robot at a port to drive."""
    with serial.Serial(str(link), 9600, timeout=20.0) as port:
        port.write(b"D,5,5\n")
        assert port.readline() == b"d\r\n"


@pytest.fixture
def link(tmp_path: Path) -> Path:
    """Return where the port will be."""
    return tmp_path / "khepera"


@contextmanager
def shown(desk: Desk, link: Path) -> Iterator[Emulation]:
    """Show an emulated robot in the window."""
    request = EmulationRequest(maze="rooms", link=link)
    source = EmulatedRobots(request)
    run = Run(source.request, source=source)
    desk.bridge.begin_made(run)
    desk.until_state(RunState.GOING)
    yield source.emulation
    assert run.close()


@pytest.fixture
def emulation(desk: Desk, link: Path) -> Iterator[Emulation]:
    """Return an emulated robot that the window shows."""
    with shown(desk, link) as made:
        yield made


def test_the_robot_moves_in_the_window(desk: Desk, emulation: Emulation, link: Path) -> None:
    """In the emulated maze, with its sensors."""
    start = emulation.simulation.world.robots[0]
    drive(link)
    desk.until(lambda: has_driven(emulation))
    desk.until_tick(desk.tick + 20)

    picture = desk.watched.picture
    assert picture is not None
    assert desk.window.document.shown is emulation.simulation.world
    assert picture.snapshot.robots[0].pose != start.pose
    assert desk.side.sensors.sensors.values() is not None


def test_closing_the_window_ends_the_emulator(lone_desk: Desk, link: Path) -> None:
    """Motors at zero, the link gone."""
    with shown(lone_desk, link) as emulation:
        drive(link)
        lone_desk.until(lambda: has_driven(emulation))

        lone_desk.window.close()

        assert orders(emulation) == [0.0, 0.0]
        assert not link.is_symlink()


def test_a_pause_is_refused_and_the_robot_goes_on(desk: Desk, emulation: Emulation) -> None:
    """Programs wait for answers."""
    told: list[str] = []
    desk.bridge.noticed.connect(told.append)
    desk.bridge.pause()
    desk.until(lambda: any("can't be paused" in text for text in told))
    desk.until_tick(desk.tick + 10)

    assert desk.watched.state is RunState.GOING


def test_a_robot_can_be_dragged(desk: Desk, emulation: Emulation) -> None:
    """As in any simulated run."""
    start = emulation.simulation.world.robots[0]
    x_mm = start.pose.x_mm + 10.0
    desk.bridge.do(Drag(start.id, x_mm, start.pose.y_mm))
    desk.until_tick(desk.tick + 10)

    assert emulation.simulation.snapshot().robots[0].pose.x_mm == x_mm


def test_an_emulator_whose_window_never_opened_is_closed(link: Path) -> None:
    """The link is gone."""
    source = EmulatedRobots(EmulationRequest(link=link))
    run = Run(source.request, source=source)

    assert run.close()
    assert not link.is_symlink()


def test_the_command_line_shows_and_records_until_it_is_told_to_end(
    tmp_path: Path, link: Path
) -> None:
    """Nothing is left behind but the recording."""
    file = tmp_path / "lab.mcap"
    command = [sys.executable, MAIN, "emulate", "--window"]
    command += ["--link", str(link), "--record", str(file)]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert str(link) in program.stdout.readline()
        drive(link)
        os.kill(program.pid, signal.SIGTERM)
        rest = program.stdout.read()

    assert program.returncode == 0
    assert "motors are at zero" in rest
    assert not link.is_symlink()
    assert not describe(file).needs_repair


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the variables are Linux's")
def test_without_a_screen_no_port_is_opened(link: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual refusal."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM")

    done = wsusim(["emulate", "--window", "--link", str(link)])

    assert done.returncode == 2
    assert "The window can't be opened" in done.stderr
    assert done.stdout == ""
