from __future__ import annotations

import os
import random
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial

from tests.end_to_end.emulator_bench import running
from wsusim.emulator.emulation import EmulationRequest
from wsusim.emulator.runner import LOOK_EVERY_S
from wsusim.model.units import TICK_S

pytestmark = pytest.mark.filterwarnings(
    "ignore:set(Daemon|Name):DeprecationWarning"
)  # pyserial 3.5

PATIENCE_S = 30.0
"""How long an answer may take on a busy computer; only a failing test waits that long."""

REPO = Path(__file__).parents[2]
AT_ONCE = EmulationRequest(baud=None)
OVER_TCP = EmulationRequest(baud=None, tcp="0")
OVER_RFC2217 = EmulationRequest(baud=None, tcp="0", rfc2217=True)


def ask(port: serial.SerialBase, line: bytes) -> bytes:
    """Send a line and return one line."""
    port.write(line)
    return port.readline()


def ask_after_noise(port: serial.SerialBase) -> bytes:
    """Return the answer to B, passing over what came before.

    The answers that find no room are dropped, so B may have to be asked again.
    """
    port.timeout = 0.3
    port.write(b"\n")
    for _ in range(100):
        port.write(b"B\n")
        answer = port.readline()
        while answer and not answer.startswith(b"b,"):
            answer = port.readline()
        if answer:
            return answer
    return b"no answer"


@pytest.fixture(
    scope="module", params=[AT_ONCE, OVER_TCP, OVER_RFC2217], ids=["pty", "tcp", "rfc2217"]
)
def address(request):
    """Return the address of a running robot that several tests share, over each kind of port."""
    with running(request.param) as (emulation, _):
        yield emulation.ports[0].address


@pytest.fixture(scope="module")
def pty():
    """Return the path of a robot's pseudo-terminal that several tests share; answers at once."""
    with running(AT_ONCE) as (emulation, _):
        yield emulation.ports[0].address


@pytest.fixture
def port(address):
    """Return pyserial's port to the robot."""
    with serial.serial_for_url(address, 9600, timeout=PATIENCE_S) as port:
        yield port


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_client_is_answered_whatever_its_line_ends(port, end):
    """One answer each, no extra line."""
    assert ask(port, b"B" + end) == b"b,5.02,5.01\r\n"
    assert ask(port, b"D,5,-5" + end) == b"d\r\n"
    assert ask(port, b"E" + end).startswith(b"e,")


def test_the_port_can_be_opened_again(address):
    """A client closes, another opens, while the simulation runs."""
    answers = []
    for _ in range(2):
        with serial.serial_for_url(address, 9600, timeout=PATIENCE_S) as port:
            answers.append(ask(port, b"B\n"))

    assert answers == [b"b,5.02,5.01\r\n"] * 2


def test_no_banner_greets_a_client(port):
    """The robot speaks unasked only at a reset."""
    port.timeout = 0.05

    assert port.read(1) == b""


def test_random_bytes_do_not_stop_the_robot(address):
    """After much noise the robot answers, over each kind of port."""
    noise = random.Random(1).randbytes(100_000)
    with serial.serial_for_url(address, 9600, timeout=PATIENCE_S) as port:
        for begin in range(0, len(noise), 4096):
            port.write(noise[begin : begin + 4096])
        answer = ask_after_noise(port)

    assert answer == b"b,5.02,5.01\r\n"


def test_a_megabyte_of_random_bytes_does_not_stop_the_robot(pty):
    """After any amount of noise the robot answers."""
    noise = random.Random(2).randbytes(1_000_000)
    with serial.Serial(pty, 9600, timeout=PATIENCE_S) as port:
        for begin in range(0, len(noise), 4096):
            port.write(noise[begin : begin + 4096])
        answer = ask_after_noise(port)

    assert answer == b"b,5.02,5.01\r\n"


def test_two_thousand_unread_answers_block_nothing(address):
    """A client that never reads does not stall the emulator; it may come back."""
    with serial.serial_for_url(address, 9600, timeout=PATIENCE_S) as port:
        port.write(b"N\n" * 2000)
        answer = ask_after_noise(port)

    assert answer == b"b,5.02,5.01\r\n"


def test_modem_lines_of_a_pseudo_terminal_do_no_harm(pty):
    """A client that uses DTR and asks for CTS gets the system's error, the robot goes on."""
    with serial.Serial(pty, dsrdtr=True, rtscts=False, timeout=PATIENCE_S) as port:
        with pytest.raises(OSError, match="ioctl"):
            _ = port.cts
        port.send_break(0.01)
        assert ask(port, b"B\n") == b"b,5.02,5.01\r\n"


@pytest.mark.parametrize(
    "settings",
    [
        {"parity": "E", "bytesize": 7, "stopbits": 1},
        {"parity": "O", "stopbits": 1.5},
        {"xonxoff": True, "rtscts": True, "baudrate": 300},
        {"exclusive": True, "baudrate": 115200},
    ],
    ids=lambda settings: " ".join(settings),
)
def test_whatever_a_client_sets_it_is_answered(settings):
    """Speed, bits and parity are taken as they come; only a real line would mind."""
    with (
        running(AT_ONCE) as (emulation, _),
        serial.Serial(emulation.ports[0].address, timeout=PATIENCE_S, **settings) as port,
    ):
        assert ask(port, b"B\n") == b"b,5.02,5.01\r\n"


def test_a_crashed_client_leaves_no_lock(pty):
    """A client that died with the port open and locked is no obstacle to the next one."""
    program = "import serial, os, sys; s = serial.Serial(sys.argv[1], exclusive=True); os._exit(1)"
    subprocess.run([sys.executable, "-c", program, pty], check=False)
    with serial.Serial(pty, exclusive=True, timeout=PATIENCE_S) as port:
        assert ask(port, b"B\n") == b"b,5.02,5.01\r\n"


@pytest.fixture(scope="module")
def paced():
    """Return the path of a robot's pseudo-terminal that several tests share; 9600 baud."""
    with running(EmulationRequest()) as (emulation, _):
        yield emulation.ports[0].address


def read_both(one: serial.Serial, two: serial.Serial, length: int) -> bytes:
    """Return so many bytes that come in at either of two ports."""
    received = b""
    while len(received) < length:
        ready, _, _ = select.select([one, two], [], [], PATIENCE_S)
        assert ready, received
        received += ready[0].read(ready[0].in_waiting)
    return received


def test_two_clients_of_a_pseudo_terminal_share_the_answers(pty):
    """Each of two answers goes to one of the two clients; none is lost."""
    with serial.Serial(pty) as one, serial.Serial(pty) as two:
        one.write(b"E\n")
        two.write(b"E\n")
        received = read_both(one, two, 14)

    assert received == b"e,0,0\r\n" * 2


def arrival_times_s(port: serial.SerialBase) -> list[float]:
    """Return when each character of a line came in."""
    times = []
    while port.read(1) not in (b"\n", b""):
        times.append(time.monotonic())
    return times


def test_answers_come_at_the_pace_of_the_line(paced):
    """The first of 64 pixels at 9600 baud does not wait for the last: they take 0.2 s and more."""
    with serial.Serial(paced, 9600, stopbits=2, timeout=PATIENCE_S) as port:
        begun_s = time.monotonic()
        port.write(b"T,2,N\n")
        times_s = arrival_times_s(port)

    line_s = len(times_s) * 11 / 9600
    assert times_s[-1] - begun_s >= line_s
    assert times_s[0] - begun_s < line_s / 2
    assert times_s[len(times_s) // 2] - begun_s < line_s * 0.75


READS_LINES = """
import os, sys, termios, time
port = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
settings = termios.tcgetattr(port)
settings[3] |= termios.ICANON | termios.ECHO
termios.tcsetattr(port, termios.TCSANOW, settings)
os.write(port, b"B\\n")
time.sleep(0.7)
os.write(1, os.read(port, 100))
"""


def test_a_program_in_canonical_mode_loses_no_answer(paced):
    """It opens the port as a terminal, asks, and reads a line after the emulator's next look."""
    done = subprocess.run(
        [sys.executable, "-c", READS_LINES, paced],
        capture_output=True,
        check=True,
        timeout=PATIENCE_S,
    )

    assert done.stdout == b"b,5.02,5.01\r\n"


TWO_PROGRAMS = """
printf 'T,2,N\\n' > "$1"
sleep 0.1
exec 3<>"$1"
printf 'E\\n' >&3
read -r answer <&3
echo "$answer"
"""


def test_a_program_that_goes_leaves_nothing_to_the_next(paced):
    """One asks for 64 pixels and goes at once; the next, opening plainly, gets its own answer."""
    done = subprocess.run(
        ["sh", "-c", TWO_PROGRAMS, "sh", paced],
        capture_output=True,
        check=True,
        timeout=PATIENCE_S,
    )

    assert done.stdout.strip() == b"e,0,0"


def test_a_wrong_baud_rate_is_shown():
    """The person at the terminal is told what the client has set."""
    with (
        running(EmulationRequest()) as (emulation, notices),
        serial.Serial(emulation.ports[0].address, 38400, stopbits=2, timeout=PATIENCE_S) as port,
    ):
        while not notices:
            ask(port, b"E\n")

    assert "38400 baud, 2 stop bits" in notices[0]
    assert "garbage" in notices[0]


def test_the_baud_rate_of_a_network_port_does_not_matter():
    """An e-puck is reached by USB or Bluetooth, which carry bytes at any speed."""
    with (
        running(EmulationRequest(kind="epuck")) as (emulation, notices),
        serial.Serial(emulation.ports[0].address, 9600, timeout=PATIENCE_S) as port,
    ):
        while emulation.simulation.tick * TICK_S < 2.0 * LOOK_EVERY_S:
            ask(port, b"E\n")

    assert notices == []


def test_answers_may_end_with_cr_to_try_out_a_client():
    """With --eol cr the answer has no LF."""
    with (
        running(EmulationRequest(baud=None, answer_end=b"\r")) as (emulation, _),
        serial.Serial(emulation.ports[0].address, timeout=PATIENCE_S) as port,
    ):
        port.write(b"E\n")
        assert port.read_until(b"\r") == b"e,0,0\r"


def test_telnet_by_hand_drives_the_robot():
    """Lines typed at a network port, ended as telnet ends them, are obeyed."""
    with running(OVER_TCP) as (emulation, _):
        host, _, number = emulation.ports[0].address.removeprefix("socket://").partition(":")
        with socket.create_connection((host, int(number)), timeout=PATIENCE_S) as hand:
            hand.sendall(b"D,2,2\r\n")
            assert hand.recv(100) == b"d\r\n"
            hand.sendall(b"H\r\0")
            assert hand.recv(100).startswith(b"h,")


def test_each_of_several_robots_has_its_own_port():
    """An order at one port moves that robot only."""
    with running(EmulationRequest(baud=None, robots=3)) as (emulation, _):
        assert len({port.address for port in emulation.ports}) == 3
        with serial.Serial(emulation.ports[1].address, timeout=PATIENCE_S) as port:
            ask(port, b"L,0,1\n")

    leds = [robot.leds[0] for robot in emulation.simulation.snapshot().robots]
    assert leds == [False, True, False]


def test_a_khepera_2_tells_so():
    """--robot khepera2 answers B with its own version."""
    with (
        running(EmulationRequest(baud=None, kind="khepera2")) as (emulation, _),
        serial.Serial(emulation.ports[0].address, timeout=PATIENCE_S) as port,
    ):
        assert ask(port, b"B\n") == b"b,6.01,6.01\r\n"


def test_the_emulators_end_stops_the_motors():
    """After the end no wheel has a speed to follow."""
    with (
        running(AT_ONCE) as (emulation, _),
        serial.Serial(emulation.ports[0].address, timeout=PATIENCE_S) as port,
    ):
        ask(port, b"D,10,10\n")

    emulation.simulation.advance(20)
    robot = emulation.simulation.snapshot().robots[0]
    assert (robot.left_speed, robot.right_speed) == (0.0, 0.0)


def test_the_command_line_opens_a_link_and_cleans_up(tmp_path):
    """The program prints its port, answers there, and at Ctrl-C removes the link."""
    link = tmp_path / "khepera"
    command = [sys.executable, str(REPO / "main.py"), "emulate", "--link", str(link)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == f"Robot 1 (Khepera I, 9600 baud): {link}\n"
        assert program.stdout.readline() == "Stop with Ctrl-C.\n"
        with serial.Serial(str(link), 9600, timeout=PATIENCE_S) as port:
            assert ask(port, b"B\n") == b"b,5.02,5.01\r\n"
        os.kill(program.pid, signal.SIGINT)
        rest = program.stdout.read()

    assert program.returncode == 0
    assert "motors are at zero" in rest
    assert not link.is_symlink()
