"""Robots that answer late are found all the same, and nothing else is taken for one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from tests.hand_wire import HandWire
from tests.unit.backends.serial_line.tampered import Tampered
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.backends.serial_line.search import list_ports, search


class SlowAtFirst(Tampered):
    """A line on which the first answers come late."""

    def __init__(self, wire: HandWire, late_s: float) -> None:
        super().__init__(wire.open_port())
        self._clock = wire.clock
        self._until_s = late_s
        self._held = b""

    def receive(self, wait_s: float) -> bytes:
        """Hold everything back until the line is quick."""
        data = super().receive(wait_s)
        if self._clock.now_s() < self._until_s:
            self._held += data
            return b""
        data, self._held = self._held + data, b""
        return data


def test_ports_without_a_chip_are_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linux keeps thirty of them; one that doesn't say what it is may be an adapter."""
    for name, kind in (("ttyS0", "4\n"), ("ttyS1", "0\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "type").write_text(kind)
    names = ("/dev/ttyS0", "/dev/ttyS1", "/dev/ttyUSB0")
    monkeypatch.setattr("wsusim.backends.serial_line.search._TERMINALS", tmp_path)
    monkeypatch.setattr(
        "serial.tools.list_ports.comports", lambda: [ListPortInfo(name) for name in names]
    )

    assert [listed.device for listed in list_ports()] == ["/dev/ttyS0", "/dev/ttyUSB0"]


@pytest.mark.parametrize("late_s", [0.12, 0.3, 0.39, 0.6])
def test_one_late_first_answer_hides_no_robot(wire: HandWire, late_s: float) -> None:
    """Whether it comes while the port is still listened to or not."""
    line = SlowAtFirst(wire, late_s)

    (found,) = search(
        ["the port"],
        (9600,),
        schemes=("serial",),
        open_address=lambda address: line,
        clock=wire.clock,  # type: ignore[arg-type]
    )

    assert found.kind == "khepera1"


def babble(data: bytes) -> bytes:
    """Turn answers into what no robot says."""
    return b"hello\r\n" if data else b""


@pytest.mark.parametrize("answer", [babble, lambda data: b""], ids=["babble", "silence"])
def test_what_is_no_robot_is_told_within_a_few_seconds(
    wire: HandWire, answer: Callable[[bytes], bytes]
) -> None:
    """A port is asked twice at each speed, and not for ever."""
    line = Tampered(wire.open_port())
    line.answer = answer

    (found,) = search(
        ["the port"],
        (9600,),
        schemes=("serial",),
        open_address=lambda address: line,
        clock=wire.clock,  # type: ignore[arg-type]
    )

    assert found.kind is None
    assert found.address == SerialAddress("the port", 9600, is_baud_given=True)
    assert wire.clock.now_s() < 4.5


THYMIO, PROGRAMMER, BOARD = (0x0617, 0x000A), (0x1D50, 0x6018), (0x0483, 0x5740)


@pytest.mark.parametrize(
    ("plugs", "robots"),
    [
        ([(THYMIO, "Thymio-II")], ["thymio"]),
        ([(BOARD, "e-puck2 STM32F407")], ["epuck"]),
        ([(PROGRAMMER, "e-puck2"), (PROGRAMMER, "e-puck2"), (BOARD, None)], ["", "", "epuck"]),
        ([(BOARD, "another board")], [""]),
        ([((0x0403, 0x6001), None)], [""]),
        ([((None, None), None)], [""]),
    ],
)
def test_robots_are_known_by_their_plugs(
    plugs: list[tuple[tuple[int | None, int | None], str | None]],
    robots: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Thymio, and an e-puck2's processor, not its programmer; an adapter may be anything."""
    ports = []
    for number, ((vendor, product), words) in enumerate(plugs):
        port = ListPortInfo(f"/dev/ttyACM{number}")
        port.vid, port.pid, port.product = vendor, product, words
        ports.append(port)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)

    assert [listed.robot for listed in list_ports()] == robots
