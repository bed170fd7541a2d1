"""The same bad line over ports of the operating system, in real time: network and pty."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.doubtful_controller import DoubtfulController
from tests.end_to_end.emulator_bench import listen_in, orders, running
from tests.end_to_end.faulty_cable import FaultyCable, NetworkSocket, PtySocket, Socket
from tests.end_to_end.wire_proxy import laid
from tests.line_faults import KINDS, Spoiler
from tests.worlds import empty_world
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import open_port
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.emulator.emulation import EmulationRequest
from wsusim.formats.maze_file import save_maze

SPEED = 2.0
"""Seconds of the robot and of the line for each real one."""

BAUD = 115200
AT_LAST_S = 60.0
"""The robot is looked for so long at the end; a test waits that long only when it fails."""

PLUGS: dict[str, Callable[[Path], Socket]] = {
    "network": lambda folder: NetworkSocket(),
    "pty": lambda folder: PtySocket(folder / "khepera"),
}


class Outcome:
    """What a drive over a bad line came to."""

    def __init__(self) -> None:
        self.happened: Counter[str] = Counter()
        self.exchanges = 0
        self.wrong: list[str] = []
        self.orders_at_the_end: list[float] = []


def drive(plug: Socket, folder: Path, exchanges: int, share: float) -> Outcome:
    """Drive a noisy robot that turns in a corner, over a bad line, to the end of it all."""
    outcome, dice = Outcome(), random.Random(1)
    maze = folder / "corner.json"
    save_maze(empty_world(x_mm=60.0, y_mm=60.0), maze)
    request = EmulationRequest(str(maze), kind="khepera2", baud=BAUD, speed=SPEED, tcp="0")
    with running(request) as (emulation, _):
        host, _, port = emulation.ports[0].address.removeprefix("socket://").rpartition(":")
        spoiler = Spoiler(dice, 0.0, KINDS, outcome.happened)
        with laid(FaultyCable(plug, (host, int(port)), spoiler, dice, SPEED)) as cable:
            address = SerialAddress(cable.address, BAUD)
            backend = SerialBackend(
                lambda: open_port(address), "the cable", BAUD, clock=WallClock(SPEED)
            )
            backend.connect()
            spoiler.share = share
            controller = DoubtfulController(backend, listen_in(emulation), random.Random(2))
            controller.drive(exchanges)
            backend.close()
            backend.stop_robot(AT_LAST_S * SPEED)
            outcome.orders_at_the_end = orders(emulation)
    outcome.exchanges = backend.statistics.exchanges
    outcome.wrong = controller.wrong
    return outcome


@pytest.mark.parametrize("plug", PLUGS)
def test_three_hundred_exchanges_over_a_bad_cable(tmp_path: Path, plug: str) -> None:
    """All kinds of faults, 1 in 50: no wrong reading, no mis-matched exchange, motors at zero."""
    outcome = drive(PLUGS[plug](tmp_path), tmp_path, 300, 0.02)

    assert outcome.exchanges >= 300
    assert outcome.wrong == []
    assert outcome.happened.total() > 0
    assert outcome.orders_at_the_end == [0.0, 0.0]


@pytest.mark.slow
@pytest.mark.parametrize("plug", PLUGS)
def test_ten_thousand_exchanges_over_a_bad_cable(tmp_path: Path, plug: str) -> None:
    """10,000 exchanges with 1 fault in 100: nothing wrong comes through, motors at zero."""
    outcome = drive(PLUGS[plug](tmp_path), tmp_path, 10_000, 0.01)

    assert outcome.exchanges >= 10_000
    assert outcome.wrong == []
    assert set(outcome.happened) == set(KINDS)
    assert outcome.orders_at_the_end == [0.0, 0.0]
