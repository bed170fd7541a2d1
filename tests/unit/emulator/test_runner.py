from __future__ import annotations

import contextlib
import errno
import os
import random
import socket
import termios

import pytest

from tests.unit.emulator.fakes import FakeBody, FakeWorld
from wsusim.emulator.firmware import Firmware
from wsusim.emulator.port_client import Stream
from wsusim.emulator.port_pty import PtyPort
from wsusim.emulator.port_tcp import SocketStream, TcpPort
from wsusim.emulator.runner import LOOK_EVERY_S, Emulator
from wsusim.emulator.scaled_clock import ScaledClock
from wsusim.model.commands import SetSpeeds

NEARLY_TICKS_S = [tick / 100 - 0.0001 for tick in range(1, 101)]
"""A second in steps of a tick; the loop has not long to wait for what comes next."""


class Bench:
    """An emulator with a fake world, a clock set by hand and one client on a socket pair."""

    def __init__(self, *, speed: float = 1.0, paced: bool = False, robots: int = 1) -> None:
        self.now_s = 0.0
        self.world = FakeWorld()
        self.bodies = [FakeBody() for _ in range(robots)]
        self.notices: list[str] = []
        self.clients: list[socket.socket] = []
        self.emulator = Emulator(
            self.world,
            [Firmware(body) for body in self.bodies],
            clock=ScaledClock(speed, lambda: self.now_s),
            paced=paced,
            notice=self.notices.append,
        )

    def connect(self, robot: int = 0) -> socket.socket:
        """Return a client's socket to a robot; the client waits at most 1 s."""
        client, server = socket.socketpair()
        server.setblocking(False)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        client.settimeout(1.0)
        self.clients.append(client)
        self.emulator.add_stream(robot, "test port", SocketStream(server))
        self.emulator.turn()
        return client

    def close(self) -> None:
        """Close the emulator and all clients."""
        self.emulator.close()
        for client in self.clients:
            client.close()

    def turn(self, times: int = 3) -> None:
        """Go round the loop: receive, handle, send."""
        for _ in range(times):
            self.emulator.turn()

    def ask(self, client: socket.socket, data: bytes) -> bytes:
        """Send bytes and return what has come back after a few turns."""
        client.sendall(data)
        self.turn()
        return client.recv(65536)


@pytest.fixture
def bench():
    """Return an unpaced bench at real-time speed."""
    bench = Bench()
    yield bench
    bench.close()


def test_a_client_gets_its_answer(bench):
    """A command in, an answer out."""
    client = bench.connect()

    assert bench.ask(client, b"B\r\n") == b"b,5.02,5.01\r\n"


@pytest.mark.parametrize(("speed", "tick"), [(1.0, 200), (5.0, 1000), (0.5, 100)])
def test_the_simulation_follows_the_clock(speed, tick):
    """After two seconds at a speed, so many ticks are done, in small steps."""
    bench = Bench(speed=speed)

    for bench.now_s in (part / 10 for part in range(1, 21)):
        bench.emulator.turn()

    assert bench.world.tick == tick
    bench.close()


def test_a_computer_that_is_too_slow_gives_up_to_catch_up(bench):
    """After ten seconds of standstill the loop makes up a little, says so once, and goes on."""
    bench.now_s = 10.0
    bench.turn()
    bench.now_s = 30.0
    bench.turn()

    assert bench.world.tick == 50
    assert len(bench.notices) == 1
    assert "--speed" in bench.notices[0]


def test_commands_are_handled_in_the_tick_of_their_last_character():
    """With pacing an order takes effect when the line has carried it."""
    bench = Bench(paced=True)
    client = bench.connect()
    client.sendall(b"D,5,5\n" * 5)  # 30 characters of 1.15 ms, and answers of 3
    bench.turn()
    for bench.now_s in NEARLY_TICKS_S[:5]:
        bench.turn(1)

    assert bench.bodies[0].orders == [SetSpeeds(5, 5)] * 5
    assert client.recv(1000) == b"d\r\n" * 5
    bench.close()


def test_an_answer_does_not_come_before_the_line_has_carried_it():
    """At 9600 baud the answer to B needs 17 ms with its command, its first character 3.4 ms."""
    bench = Bench(paced=True)
    client = bench.connect()
    client.sendall(b"B\n")
    bench.turn()
    client.setblocking(False)
    bench.now_s = 0.0033
    bench.turn()
    with pytest.raises(BlockingIOError):
        client.recv(100)

    bench.now_s = 0.0035
    bench.turn()
    assert client.recv(100) == b"b"
    bench.now_s = 0.016
    bench.turn()
    assert client.recv(100) == b",5.02,5.01"
    bench.now_s = 0.018
    bench.turn()

    assert client.recv(100) == b"\r\n"
    bench.close()


def test_a_program_that_reads_line_by_line_loses_nothing():
    """Open, set canonical mode, ask, wait for longer than the emulator waits between two looks."""
    bench, port = Bench(), PtyPort(9600)
    bench.emulator.add_port(0, port)
    program = os.open(port.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    settings = termios.tcgetattr(program)
    settings[3] |= termios.ECHO | termios.ICANON
    termios.tcsetattr(program, termios.TCSANOW, settings)
    os.write(program, b"B\n")
    bench.turn()
    bench.now_s = 2 * LOOK_EVERY_S
    bench.turn()

    assert os.read(program, 100) == b"b,5.02,5.01\r\n"
    os.close(program)
    bench.close()


def test_the_next_program_on_a_port_finds_no_old_answers():
    """A program asks and goes; the next one gets the answers to its own questions only."""
    bench, port = Bench(paced=True), PtyPort(9600)
    bench.emulator.add_port(0, port)
    program = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    os.write(program, b"N\nD,5,5\nN")
    os.close(program)
    for bench.now_s in NEARLY_TICKS_S:
        bench.turn(2)
    program = os.open(port.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    os.write(program, b"E\n")
    bench.turn(2)
    bench.now_s += 0.5
    bench.turn(2)

    assert os.read(program, 100) == b"e,5,-5\r\n"
    assert bench.bodies[0].orders == [SetSpeeds(5, 5)]
    os.close(program)
    bench.close()


def test_more_than_the_line_can_carry_is_not_left_to_the_next_program():
    """A program asks 1000 times, more than is taken at once, and goes; the next asks once."""
    bench, port = Bench(paced=True), PtyPort(9600)
    bench.emulator.add_port(0, port)
    program = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    os.write(program, b"N\n" * 1000)
    bench.turn(3)
    os.close(program)
    bench.turn(3)
    program = os.open(port.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    os.write(program, b"E\n")
    for bench.now_s in NEARLY_TICKS_S:
        bench.turn(1)

    assert os.read(program, 4000) == b"e,5,-5\r\n"
    os.close(program)
    bench.close()


class FullHouse:
    """A port at which a client is, whom the computer has no room for."""

    address = "socket://127.0.0.1:1"

    def __init__(self) -> None:
        self.tries = 0

    def show(self) -> None:
        """Nothing."""

    def accept(self) -> Stream | None:
        """Fail."""
        self.tries += 1
        raise OSError(errno.EMFILE, "Too many open files")

    def close(self) -> None:
        """Nothing to let go."""


def test_without_file_descriptors_the_loop_waits_and_says_why(bench):
    """One try in each turn, one notice; the others are served, and the loop goes on waiting."""
    port, client = FullHouse(), bench.connect()
    bench.emulator.add_port(0, port)

    assert bench.ask(client, b"E\n") == b"e,5,-5\r\n"

    assert port.tries == 3
    assert len(bench.notices) == 1
    assert "Too many open files" in bench.notices[0]
    assert bench.emulator._wait_s() > 0.0


def test_each_robot_hears_only_its_own_client():
    """Two robots with a port each: an order reaches the right one."""
    bench = Bench(robots=2)
    client = bench.connect(robot=1)

    assert bench.ask(client, b"D,5,5\n") == b"d\r\n"

    assert [body.orders for body in bench.bodies] == [[], [SetSpeeds(5, 5)]]
    bench.close()


def test_two_clients_of_one_robot_get_their_own_answers(bench):
    """Answers go to the client that asked."""
    first, second = bench.connect(), bench.connect()
    first.sendall(b"E\n")
    second.sendall(b"H\n")

    bench.turn()

    assert first.recv(100) == b"e,5,-5\r\n"
    assert second.recv(100) == b"h,1000,-1000\r\n"


def test_a_client_that_leaves_still_gets_its_answers():
    """``echo N | nc`` ends its side at once; the answer comes nevertheless, then the end."""
    bench = Bench(paced=True)
    client = bench.connect()
    client.sendall(b"E\n")
    client.shutdown(socket.SHUT_WR)
    bench.turn()
    bench.now_s = 0.1
    bench.turn()

    assert client.recv(100) == b"e,5,-5\r\n"
    assert client.recv(100) == b""
    bench.close()


def test_a_client_may_come_again(bench):
    """After a client has gone, the next one is served."""
    bench.connect().close()
    bench.turn()
    client = bench.connect()

    assert bench.ask(client, b"E\n") == b"e,5,-5\r\n"


def test_a_client_that_never_reads_is_reported_once_and_blocks_no_other(bench):
    """Answers that find no room are dropped; the steps go on and other clients are served."""
    deaf, other = bench.connect(), bench.connect()
    for bench.now_s in NEARLY_TICKS_S[:40]:
        deaf.sendall(b"N\n" * 50)
        bench.turn(2)

    assert bench.world.tick == 39
    assert len(bench.notices) == 1
    assert "isn't reading" in bench.notices[0]
    assert bench.ask(other, b"E\n") == b"e,5,-5\r\n"


def test_a_pseudo_terminal_that_is_never_read_blocks_no_other(bench):
    """2000 questions, no answer read: the steps keep their rate, the other client is served."""
    port, other = PtyPort(9600), bench.connect()
    bench.emulator.add_port(0, port)
    deaf = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    for bench.now_s in NEARLY_TICKS_S:
        os.write(deaf, b"N\n" * 20)
        bench.turn(2)

    assert bench.world.tick == 99
    assert bench.ask(other, b"E\n") == b"e,5,-5\r\n"
    assert "isn't reading" in bench.notices[0]
    os.close(deaf)


def test_noise_does_not_slow_the_steps(bench):
    """Whatever bytes come in, the simulation follows the clock."""
    noisy = bench.connect()
    noise = random.Random(1).randbytes(100_000)
    noisy.setblocking(False)
    for bench.now_s in NEARLY_TICKS_S:
        with contextlib.suppress(BlockingIOError):
            noise = noise[noisy.send(noise[:1000]) :]
        bench.turn(2)

    assert bench.world.tick == 99
    assert bench.ask(bench.connect(), b"B\n") == b"b,5.02,5.01\r\n"


def ask_without_reading(bench, client, times):
    """Ask for more than the line holds."""
    for _ in range(times):
        client.sendall(b"N\n" * 100)
        bench.turn(2)


def read_on_to_speeds(bench, client):
    """Read, and ask for the speeds until they are answered; return all that was read."""
    received = b""
    while not received.endswith(b"e,5,-5\r\n"):
        bench.turn(1)
        received += client.recv(65536)
        if b"e" not in received:
            client.sendall(b"E\n")
    return received


def test_answers_are_dropped_whole(bench):
    """A client that begins to read late finds whole lines only."""
    client = bench.connect()
    ask_without_reading(bench, client, times=10)

    lines = read_on_to_speeds(bench, client).split(b"\r\n")

    assert set(lines) == {b"n,1,2,3,4,5,6,7,1023", b"e,5,-5", b""}
    assert lines.count(b"n,1,2,3,4,5,6,7,1023") < 1000


def test_closing_stops_the_motors_of_all_robots():
    """At the end every robot stands."""
    bench = Bench(robots=3)

    bench.close()
    bench.close()

    assert set(bench.world.safe_robots) == {0, 1, 2}


def test_stop_ends_the_loop(bench):
    """A stop that was asked for ends ``run``, which closes all."""
    bench.emulator.stop()

    bench.emulator.run()

    assert bench.world.safe_robots == [0]


def test_a_network_port_serves_those_who_connect(bench):
    """A client that connects over TCP is answered."""
    port = TcpPort("127.0.0.1", 0)
    bench.emulator.add_port(0, port)
    with socket.create_connection((port.host, port.port), timeout=1.0) as client:
        bench.turn()
        assert bench.ask(client, b"B\r") == b"b,5.02,5.01\r\n"
