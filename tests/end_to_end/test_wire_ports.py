"""Real ports: what can't be opened and why, and the troubles of other programs' users."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from click.testing import CliRunner

from tests.end_to_end.emulator_bench import running
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import PortGone, explain_open, open_port
from wsusim.backends.serial_line.robot_address import SerialAddress, parse_address
from wsusim.backends.serial_line.search import search
from wsusim.cli.run import run
from wsusim.emulator.emulation import EmulationRequest
from wsusim.emulator.port_pty import PtyPort
from wsusim.errors import BadInput, LinkLost
from wsusim.model.readings import Quantity

pytestmark = pytest.mark.filterwarnings(
    "ignore:set(Daemon|Name):DeprecationWarning"
)  # pyserial 3.5


@pytest.fixture
def pty() -> Iterator[PtyPort]:
    """Provide a pseudo-terminal on which no robot answers."""
    port = PtyPort(9600)
    yield port
    port.close()


def backend_at(address: str, baud: int = 9600, speed: float = 1.0) -> SerialBackend:
    """Return the way to a robot at an address; with more speed it is less patient."""
    where = SerialAddress(address, baud)
    clock = WallClock(speed)
    return SerialBackend(lambda: open_port(where), address, baud, clock=clock)


# Opening


def test_a_missing_port_is_said_plainly() -> None:
    """No port of this name: the message says so and where to look."""
    with pytest.raises(BadInput, match=r"There is no port /dev/ttyNONE\..*python main\.py ports"):
        open_port(SerialAddress("/dev/ttyNONE"))


def test_a_file_is_no_port(tmp_path: Path) -> None:
    """An ordinary file can't be set up as a port."""
    file = tmp_path / "file"
    file.touch()

    with pytest.raises(BadInput, match="not a working serial port"):
        open_port(SerialAddress(str(file)))


def test_a_held_port_is_said_to_be_held(pty: PtyPort) -> None:
    """Two programs on a port would steal each other's answers: the second is refused."""
    first = open_port(SerialAddress(pty.path))

    with pytest.raises(BadInput, match="Another program is using"):
        open_port(SerialAddress(pty.path))
    first.close()


def test_a_port_can_be_opened_again_after_it_was_closed(pty: PtyPort) -> None:
    """No lock stays behind."""
    open_port(SerialAddress(pty.path)).close()

    open_port(SerialAddress(pty.path)).close()


def test_a_crashed_program_leaves_no_lock(pty: PtyPort) -> None:
    """A program that was killed while it held the port does not keep it from the next one."""
    code = (
        "import sys, serial, os, signal\n"
        "port = serial.Serial(sys.argv[1], exclusive=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", code, pty.path], check=False)

    open_port(SerialAddress(pty.path)).close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(13, "could not open port"), "dialout"),
        (
            serial.SerialException("could not open port 'COM3': PermissionError(13, 'Access')"),
            "COM",
        ),
        (serial.SerialException(16, "Device or resource busy"), "Another program"),
        (serial.SerialException(11, "Could not exclusively lock port"), "Another program"),
        (
            serial.SerialException("could not open port 'COM9': FileNotFoundError(2, 'gone')"),
            "There is no port",
        ),
    ],
)
def test_each_reason_has_its_remedy(error: serial.SerialException, words: str) -> None:
    """No permission, busy, missing: each in one clear message."""
    assert words in explain_open("COM9" if "COM9" in str(error) else "COM3", error)


def test_a_network_address_without_a_robot() -> None:
    """A network port at which nothing listens is reported."""
    with pytest.raises(BadInput, match=r"Nothing answers at socket://127\.0\.0\.1:9"):
        open_port(SerialAddress("socket://127.0.0.1:9"))


def test_an_unknown_scheme() -> None:
    """An address of no known form."""
    with pytest.raises(BadInput, match="not the address of a port"):
        open_port(SerialAddress("carrier-pigeon://coop"))


def test_a_loop_is_recognised() -> None:
    """A line that sends everything back has no Khepera at its end."""
    with pytest.raises(LinkLost, match="comes straight back"):
        backend_at("loop://", speed=20.0).connect()


def test_a_port_without_modem_lines_is_opened(pty: PtyPort) -> None:
    """A pseudo-terminal has no CTS or DTR; that is no hindrance."""
    port = open_port(SerialAddress(pty.path))

    assert port.receive(0.0) == b""
    port.close()


def test_a_port_whose_other_end_goes_is_gone() -> None:
    """When the emulator (or the adapter) goes, the port says so instead of waiting."""
    pty = PtyPort(9600)
    port = open_port(SerialAddress(pty.path))
    pty.close()

    with pytest.raises(PortGone):
        port.receive(1.0)
    port.close()


def test_stop_bits_and_rate_are_the_kheperas(pty: PtyPort) -> None:
    """The line is set to two stop bits and the rate that was asked for."""
    port = open_port(SerialAddress(pty.path, 38400))

    assert pty.client_settings() == (38400, 2)
    port.close()


# Addresses


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("serial:/dev/ttyUSB0", SerialAddress("/dev/ttyUSB0")),
        ("serial:COM3?baud=38400", SerialAddress("COM3", 38400, True)),
        ("serial:socket://127.0.0.1:5331", SerialAddress("socket://127.0.0.1:5331")),
        ("serial:auto", SerialAddress("auto")),
        ("auto", SerialAddress("auto")),
        ("COM3", SerialAddress("COM3")),
        ("/dev/ttyUSB0?baud=19200", SerialAddress("/dev/ttyUSB0", 19200, True)),
        ("rfc2217://127.0.0.1:5331", SerialAddress("rfc2217://127.0.0.1:5331")),
        ("loop://", SerialAddress("loop://")),
    ],
)
def test_addresses(text: str, address: SerialAddress) -> None:
    """A port, with its speed where it is not 9600; ``serial:`` may be left out."""
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    ["serial:", "khepera1", "serial:COM3?baud=1", "serial:COM3?speed=9600", "serial:COM3?baud=x"],
)
def test_bad_addresses(text: str) -> None:
    """What is wrong with an address is said."""
    with pytest.raises(BadInput):
        parse_address(text)


@pytest.mark.parametrize("option", [["--speed", "2"], ["--ideal"], ["--timing", "serial:9600"]])
def test_options_of_the_simulation_are_refused(option: list[str]) -> None:
    """A real robot has its own noise, and its own pace."""
    result = CliRunner().invoke(run, ["wall_follower", "--robot", "serial:auto", *option])

    assert isinstance(result.exception, BadInput)
    assert option[0] in str(result.exception)


# Over each kind of port


@pytest.mark.parametrize(
    "request_",
    [
        EmulationRequest(baud=None),
        EmulationRequest(baud=None, tcp="0"),
        EmulationRequest(baud=None, tcp="0", rfc2217=True),
        EmulationRequest(kind="khepera2", baud=115200),
    ],
    ids=["pty", "tcp", "rfc2217", "khepera2"],
)
def test_a_robot_is_found_and_read_over_each_kind_of_port(request_: EmulationRequest) -> None:
    """The same backend over a device, a network port and RFC 2217."""
    with running(request_) as (emulation, _):
        backend = backend_at(emulation.ports[0].address, request_.baud or 9600)
        kind = backend.connect().kind
        values = backend.read(Quantity.PROXIMITY)
        backend.close()

    assert kind == (request_.kind or "khepera1")
    assert len(values) == 8


def test_the_search_tells_which_port_answers(pty: PtyPort) -> None:
    """Among silent, missing and answering ports, the Khepera is found, and its speed."""
    with running(EmulationRequest(baud=38400)) as (emulation, _):
        devices = [pty.path, "/dev/ttyNONE", emulation.ports[0].address]
        found = list(search(devices, (9600,)))

    assert [one.kind for one in found] == [None, None, "khepera1"]
    assert "There is no port" in found[1].trouble


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may open everything")
def test_a_port_without_permission(pty: PtyPort) -> None:
    """The group that may use serial ports is named."""
    Path(pty.path).chmod(0)

    with pytest.raises(BadInput, match="dialout"):
        open_port(SerialAddress(pty.path))
