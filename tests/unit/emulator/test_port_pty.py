from __future__ import annotations

import os
import termios

import pytest

from wsusim.emulator.port_pty import PtyPort, require_pty
from wsusim.errors import BadInput


@pytest.fixture
def port():
    """Return an open port."""
    port = PtyPort(9600)
    yield port
    port.close()


@pytest.fixture
def client(port):
    """Return a client that opened the port plainly, as many programs do."""
    descriptor = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    yield descriptor
    os.close(descriptor)


def test_bytes_pass_unchanged(port, client):
    """The port is raw: no line end is translated, nothing waits for a line's end."""
    os.write(client, b"E\r")
    assert port.read() == b"E\r"

    port.write(b"e,0,0\r\n")
    assert os.read(client, 100) == b"e,0,0\r\n"


def test_nothing_is_echoed(port, client):
    """The robot's own answers do not come back as commands."""
    port.write(b"Serial Communication Protocol\r\n")

    assert port.read() == b""


def test_reading_never_waits(port, client):
    """Without bytes, reading returns nothing at once."""
    assert port.read() == b""


def test_writing_never_waits(port, client):
    """Without a reader, a write accepts less than it was given instead of waiting."""
    taken = [port.write(b"x" * 10_000) for _ in range(20)]

    assert taken[-1] == 0
    assert sum(taken) < 200_000


def test_the_port_survives_its_clients(port):
    """A client closes, the next one opens: what it sends arrives."""

    def heard_of_a_client():
        client = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
        stream = port.accept()
        os.write(client, b"B\n")
        sent = stream.read()
        os.close(client)
        return sent, stream.read()

    assert [heard_of_a_client() for _ in range(3)] == [(b"B\n", None)] * 3


def test_a_port_that_is_not_open_has_no_client(port):
    """Neither before the first program nor after the last."""
    assert port.accept() is None

    os.close(os.open(port.path, os.O_RDWR | os.O_NOCTTY))

    assert port.accept() is None


def test_two_programs_with_the_port_open_are_one_client(port, client):
    """What they send comes mixed, as on a real port."""
    stream = port.accept()
    second = os.open(port.path, os.O_RDWR | os.O_NOCTTY)

    assert port.accept() is None
    os.close(second)
    assert stream.read() == b""


def test_what_a_program_sends_before_it_goes_arrives(port):
    """As with ``echo D,5,5 > /tmp/khepera``."""
    client = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    os.write(client, b"D,5,5\n")
    os.close(client)

    stream = port.accept()

    assert stream.read() == b"D,5,5\n"
    assert stream.read() is None


def test_unread_answers_do_not_reach_the_next_program(port):
    """A real port drops what arrives while it is closed, and what was not read before."""
    client = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    stream = port.accept()
    stream.write(b"e,0,0\r\n")
    os.close(client)
    assert stream.read() is None
    assert stream.write(b"h,0,0\r\n") == 7

    client = os.open(port.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    with pytest.raises(BlockingIOError):
        os.read(client, 100)
    os.close(client)


def test_the_next_program_finds_the_port_raw(port):
    """Whatever the last one has set, and at the robot's speed."""
    client = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    stream = port.accept()
    set_cooked(client)
    os.close(client)
    assert stream.read() is None

    client = os.open(port.path, os.O_RDWR | os.O_NOCTTY)

    assert not termios.tcgetattr(client)[3] & (termios.ECHO | termios.ICANON)
    assert port.client_settings() == (9600, 1)
    os.close(client)


def set_cooked(client: int) -> None:
    """Set a port as a terminal: line by line, with echo."""
    settings = termios.tcgetattr(client)
    settings[3] |= termios.ECHO | termios.ICANON
    settings[4] = settings[5] = termios.B19200
    termios.tcsetattr(client, termios.TCSANOW, settings)


def test_the_clients_speed_and_stop_bits_are_seen(port, client):
    """What the client has set can be shown to the person at the terminal."""
    assert port.client_settings() == (9600, 1)

    settings = termios.tcgetattr(client)
    settings[2] |= termios.CSTOPB
    settings[4] = settings[5] = termios.B19200
    termios.tcsetattr(client, termios.TCSANOW, settings)

    assert port.client_settings() == (19200, 2)


def test_an_echo_is_taken_back_before_an_answer_goes_out(port, client):
    """A terminal program echoes; the robot must not hear its own answer as a command."""
    set_cooked(client)

    port.write(b"Serial Communication Protocol\r\n")

    assert port.read() == b""
    assert not termios.tcgetattr(client)[3] & termios.ECHO


def test_a_program_may_read_line_by_line(port, client):
    """Canonical mode is the client's own business: an answer waits for its end, none is lost."""
    set_cooked(client)

    port.write(b"b,5.02")
    port.write(b",5.01\r\n")

    assert termios.tcgetattr(client)[3] & termios.ICANON
    assert os.read(client, 100) == b"b,5.02,5.01\r\n"


def test_the_link_points_at_the_port_and_goes_with_it(tmp_path):
    """A stable name for a port whose path changes from run to run."""
    link = tmp_path / "khepera"
    link.symlink_to("/dev/pts/999999")
    port = PtyPort(9600, link)

    assert str(link.readlink()) == port.path
    assert port.address == str(link)

    port.close()
    assert not link.is_symlink()


def test_a_link_taken_over_by_another_emulator_is_left_alone(tmp_path):
    """Only our own link is removed, and the new one knows where it led before."""
    link = tmp_path / "khepera"
    first = PtyPort(9600, link)
    second = PtyPort(9600, link)

    first.close()

    assert str(link.readlink()) == second.path
    second.close()


def test_a_file_is_never_replaced_by_a_link(tmp_path):
    """Something else at the link's place is an error for a person."""
    link = tmp_path / "khepera"
    link.write_text("mine")

    with pytest.raises(BadInput, match="there is a file"):
        PtyPort(9600, link)
    assert link.read_text() == "mine"


def test_a_link_in_no_folder_is_told(tmp_path):
    """A folder that does not exist is named."""
    with pytest.raises(BadInput, match="nowhere"):
        PtyPort(9600, tmp_path / "nowhere" / "khepera")


def test_windows_is_pointed_to_the_network_port():
    """Without pseudo-terminals the message says what to use."""
    with pytest.raises(BadInput, match="--tcp"):
        require_pty("win32")


def test_a_hidden_port_gets_its_link_when_it_is_shown(tmp_path):
    """A program that waits for the link finds a robot that answers."""
    link = tmp_path / "khepera"
    port = PtyPort(9600, link, is_hidden=True)
    before = link.is_symlink()

    port.show()

    assert (before, str(link.readlink())) == (False, port.path)
    port.close()


def test_a_client_that_has_gone_is_noticed_before_its_bytes_are_read(port):
    """So that they are not taken for those of the next one."""
    client = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    os.write(client, b"N\n" * 50)
    stream = port.accept()
    assert not stream.is_left

    os.close(client)

    assert stream.is_left
