from __future__ import annotations

import socket

import pytest

from wsusim.emulator.port_tcp import Rfc2217Stream, TcpPort, TelnetStream, parse_address
from wsusim.errors import BadInput


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("5331", ("127.0.0.1", 5331)),
        (":5331", ("127.0.0.1", 5331)),
        ("0.0.0.0:5331", ("0.0.0.0", 5331)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:5331", ("::1", 5331)),
    ],
)
def test_addresses_are_read(text, address):
    """Without a host it is this computer only."""
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "here", "1.2.3.4:", "1.2.3.4:x", ":70000", ":-1"])
def test_bad_addresses_are_refused(text):
    """What is no port is told, with an example."""
    with pytest.raises(BadInput, match="Example"):
        parse_address(text)


def test_a_port_that_is_taken_is_told():
    """Two emulators on one port: the second one says so."""
    first = TcpPort("127.0.0.1", 0)

    with pytest.raises(BadInput, match="another emulator"):
        TcpPort("127.0.0.1", first.port)
    first.close()


def test_an_unknown_host_is_told():
    """An address that is not this computer's can't be listened on."""
    with pytest.raises(BadInput, match="can't listen"):
        TcpPort("192.0.2.1", 0)


@pytest.mark.parametrize(("host", "public"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_port_knows_whether_others_can_reach_it(host, public):
    """Loopback is private, all else is not."""
    port = TcpPort(host, 0)

    assert port.is_public is public
    port.close()


def test_an_unused_port_has_no_client():
    """Asking who has come does not wait."""
    port = TcpPort("127.0.0.1", 0)

    assert port.accept() is None
    port.close()


@pytest.mark.parametrize(
    ("pieces", "typed"),
    [
        ([b"B\r\n"], b"B\r\n"),
        ([b"\xff\xfb\x1f\xff\xfd\x03B\r\n"], b"B\r\n"),
        ([b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0D,5,5\n"], b"D,5,5\n"),
        ([b"N\xff", b"\xfd", b"\x01\n"], b"N\n"),
        ([b"N\n\xff\xf4"], b"N\n"),
        ([b"\xff\xfa\x1fN", b"\nB\n"], b"\xfa\x1fN\nB\n"),
    ],
)
def test_what_telnet_programs_say_to_each_other_is_left_out(pieces, typed):
    """Offers, options and single commands, also in pieces; a line's end ends them all."""
    client, server = socket.socketpair()
    stream = TelnetStream(server)
    received = b""
    for piece in pieces:
        client.sendall(piece)
        received += stream.read()

    assert received == typed
    stream.close()
    client.close()


@pytest.fixture
def wire():
    """Return the client's socket and the robot's stream."""
    client, server = socket.socketpair()
    server.setblocking(False)
    client.settimeout(1.0)
    stream = Rfc2217Stream(server)
    yield client, stream
    stream.close()
    client.close()


def test_rfc_2217_sets_the_baud_rate(wire):
    """The client's speed arrives, its data passes, the option does not."""
    client, stream = wire

    client.sendall(b"B\xff\xfa\x2c\x01\x00\x00\x4b\x00\xff\xf0\n")

    assert stream.read() == b"B\n"
    assert stream.settings() == (19200, 2)


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff\xfa\x2c\x01\xff\xf0",
        b"\xff\xf0",
        b"\xff\xfa\x2c\x03\x09\xff\xf0",
        b"\xff\xfa" + b"x" * 900,
    ],
)
def test_garbage_as_options_ends_the_connection(wire, garbage):
    """Options that make no sense never stop the robot."""
    client, stream = wire

    client.sendall(garbage)

    assert stream.read() is None
