"""The stream as viewers have it, over real sockets."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection

import pytest

from tests.live_server import (
    STEER_KEY,
    WATCH_KEY,
    LiveServer,
    picture_of,
    receive,
    told_of,
)
from wsusim.live.telling import Teller
from wsusim.live.watch_address import Keys

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

from websockets.exceptions import ConnectionClosed, InvalidStatus


@pytest.fixture
def server() -> Iterator[LiveServer]:
    """A server on this computer, with an empty arena to be seen."""
    made = LiveServer()
    made.begin()
    yield made
    made.close()


@pytest.fixture
def guarded() -> Iterator[LiveServer]:
    """A server that shows nothing without a key."""
    made = LiveServer(Keys(WATCH_KEY, STEER_KEY))
    made.begin()
    yield made
    made.close()


def test_a_viewer_gets_the_scene_and_then_what_changes(server: LiveServer) -> None:
    """With only a WebSocket: first the maze, then where the robot is."""
    teller = Teller(1)
    server.take(told_of(picture_of(100.0), teller))
    with server.viewer() as viewer:
        scene = receive(viewer)
        first = receive(viewer)
        server.take(told_of(picture_of(123.0, tick=2), teller))
        second = receive(viewer, holding="robots")

    assert (scene["type"], scene["protocol"], scene["may_steer"]) == ("scene", 1, False)
    assert first["robots"]["0"][0] == 100.0
    assert (second["tick"], second["robots"]["0"][0]) == (2, 123.0)


def test_who_comes_late_sees_what_is_there(server: LiveServer) -> None:
    """A viewer that comes after a hundred changes gets the scene and the newest state."""
    teller = Teller(1)
    for tick in range(100):
        server.take(told_of(picture_of(100.0 + tick, tick), teller))
    with server.viewer() as viewer:
        receive(viewer, "scene")
        message = receive(viewer, "changes")

    assert message["robots"]["0"][0] == 199.0
    assert len(message["trails"]["0"]["add"]) == 34


def test_another_run_is_another_scene(server: LiveServer) -> None:
    """Viewers stay when the next run begins, and get its scene."""
    with server.viewer() as viewer:
        receive(viewer, "scene")
        server.begin()

        assert receive(viewer, "scene")["type"] == "scene"


@pytest.mark.parametrize("key", ["", "wrong", "%00", "steer-ke"])
def test_a_wrong_key_sees_nothing(guarded: LiveServer, key: str) -> None:
    """The connection is closed with a reason before anything is told."""
    guarded.take(told_of(picture_of(100.0)))
    with guarded.viewer(key) as viewer, pytest.raises(ConnectionClosed) as closed:
        viewer.recv(timeout=10)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


@pytest.mark.parametrize(("key", "may_steer"), [(WATCH_KEY, False), (STEER_KEY, True)])
def test_the_key_says_who_may_do_what(guarded: LiveServer, key: str, may_steer: bool) -> None:
    """One key is for watching, the other for steering, too."""
    with guarded.viewer(key) as viewer:
        assert receive(viewer, "scene")["may_steer"] is may_steer


def test_who_may_not_steer_is_refused(server: LiveServer) -> None:
    """An action of a viewer who may only watch does not reach the run."""
    with server.viewer() as viewer:
        viewer.send('{"type": "steer", "wish": "pause"}')
        answer = receive(viewer, "refused")

    assert "watching only" in answer["text"]
    assert not any("wish" in values for values in server.told)


def test_an_action_reaches_the_run(server: LiveServer) -> None:
    """A viewer that has the key can pause."""
    with server.viewer(STEER_KEY) as viewer:
        viewer.send('{"type": "steer", "wish": "pause"}')

        assert server.until_told(lambda values: "wish" in values) == {"wish": "pause"}


def test_a_robot_stops_when_its_driver_goes(server: LiveServer) -> None:
    """A driver whose connection breaks does not leave a robot driving."""
    order = {"type": "steer", "wish": "order", "robot": 0, "order": "speeds", "left": 5, "right": 5}
    with server.viewer(STEER_KEY) as viewer:
        viewer.send(json.dumps(order))
        server.until_told(lambda values: values.get("left") == 5)

    stop = server.until_told(lambda values: values.get("left") == 0)
    assert stop == {"wish": "order", "robot": 0, "order": "speeds", "left": 0, "right": 0}


def test_a_robot_stops_when_its_driver_falls_silent(server: LiveServer) -> None:
    """A phone that has lost its network sends nothing more: the robot stops within seconds."""
    order = {"type": "steer", "wish": "order", "robot": 0, "order": "speeds", "left": 5, "right": 5}
    with server.viewer(STEER_KEY) as viewer:
        viewer.send(json.dumps(order))

        assert server.until_told(lambda values: values.get("left") == 0)["robot"] == 0


def test_rays_are_traced_only_on_demand(server: LiveServer) -> None:
    """The run hears when the first viewer wants rays, and when the last has gone."""
    with server.viewer() as viewer:
        viewer.send('{"type": "look", "topics": ["rays"], "robot": 2}')
        server.until_told(lambda values: values.get("wanted") == {"rays": [2], "eye": []})

    server.until_told(lambda values: values.get("wanted") == {"rays": [], "eye": []})


def test_who_sends_rubbish_is_cut_off(server: LiveServer) -> None:
    """After twenty refusals the connection ends; other viewers notice nothing."""

    def rage() -> None:
        for _ in range(30):
            bad.send("rubbish")
        receive(bad, "never")

    with server.viewer() as good, server.viewer() as bad:
        with pytest.raises(ConnectionClosed):
            rage()
        server.take(told_of(picture_of(100.0)))

        assert receive(good, holding="robots")["tick"] == 0
    assert bad.close_code == 1008


def test_a_viewer_that_never_reads_delays_no_other(server: LiveServer) -> None:
    """What waits for it is bounded, and another viewer gets the newest at once."""
    teller = Teller(1)
    with server.viewer() as deaf, server.viewer() as good:
        receive(good, "scene")
        for tick in range(300):
            for _ in range(50):
                teller.print(tick, 0, "x" * 1000)
            server.take(told_of(picture_of(100.0 + tick, tick), teller))
        waiting = max(
            viewer.connection.transport.get_write_buffer_size() for viewer in server.server._viewers
        )
        while receive(good, "changes")["tick"] < 299:
            pass
        assert deaf is not good

    assert waiting < 1_000_000


def test_a_page_of_the_internet_can_not_look_in(server: LiveServer) -> None:
    """A browser tells where a page comes from: others than the run's own are refused."""
    with pytest.raises(InvalidStatus, match="403"):
        server.viewer(additional_headers={"Origin": "http://evil.example"})
    with pytest.raises(InvalidStatus, match="400"):
        server.viewer(additional_headers={"Origin": "http://["})


def test_a_name_that_was_pointed_here_can_not_look_in(server: LiveServer) -> None:
    """On this computer only its own names count (DNS rebinding)."""
    assert fetch(server, "/", {"Host": "evil.example"})[0] == 403


@pytest.mark.parametrize("path", ["/", "/index.html", "/main.js", "/style.css", "/deep.js"])
def test_the_page_is_served(server: LiveServer, path: str) -> None:
    """The files of the page, which load nothing from elsewhere."""
    status, text = fetch(server, path)

    assert status == 200
    assert "https://" not in text


@pytest.mark.parametrize("path", ["/../server.py", "/%2e%2e/server.py", "//etc/passwd", "/x?y"])
def test_nothing_else_of_the_disk_is_served(server: LiveServer, path: str) -> None:
    """Only the files of the page can be asked for."""
    assert fetch(server, path)[0] == 404


def test_broken_requests_do_no_harm(server: LiveServer) -> None:
    """Rubbish, endless headers and half requests; afterwards the page is still there."""
    kept = [half_request(server, rubbish) for rubbish in RUBBISH * 5]

    assert fetch(server, "/")[0] == 200
    for one in kept:
        one.close()


@pytest.mark.slow
def test_who_says_nothing_is_cut_off(server: LiveServer) -> None:
    """Five hundred connections that never finish their request are closed after seconds."""
    kept = [half_request(server, b"GET / HTTP/1.1\r\nHost: 127") for _ in range(500)]
    status, _ = fetch(server, "/")
    time.sleep(7.0)
    for one in kept:
        one.settimeout(5.0)

    assert status == 200
    assert [one.recv(1) for one in kept] == [b""] * 500
    for one in kept:
        one.close()


RUBBISH = [
    b"\x00" * 100,
    b"GET / HTTP/9.9\r\n\r\n",
    b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
    b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000,
    b"GET /" + b"x" * 100_000,
    b"GET / HTTP/1.1\r\nHost: 127",
]


def half_request(server: LiveServer, content: bytes) -> socket.socket:
    """Send something, and return the connection."""
    connection = socket.create_connection(("127.0.0.1", server.server.port), timeout=10)
    with suppress(OSError):  # the server has had enough
        connection.sendall(content)
    return connection


def fetch(server: LiveServer, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    """Return status and text of a page."""
    connection = HTTPConnection("127.0.0.1", server.server.port, timeout=30)
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text
