"""A match that is shared, through the server's own process, to what a viewer sees."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.live_server import receive
from tests.unit.ciber.matches import QUIET, box, cycles, drive, match
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.contest_lab import Beacon, Lab, Target
from wsusim.ciber.recorded.head import MatchHead
from wsusim.ciber.thought import Cells, Thought
from wsusim.live.match_feed import MatchFeed
from wsusim.live.match_telling import scene_of_match
from wsusim.live.publisher import Publisher
from wsusim.live.watch_address import stream_of

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

from websockets.sync.client import ClientConnection, connect

LAB = Lab(
    "small",
    10.0,
    6.0,
    beacons=(Beacon(8.0, 3.0, 4.0),),
    targets=(Target(8.0, 3.0, 1.5),),
    walls=(box(4.0, 0.0, 4.2, 3.0, 5.0), box(1.0, 5.0, 3.0, 5.2, 0.0)),
)
TWO = ((2.0, 2.0, 0.0), (2.0, 4.0, 90.0))


@pytest.fixture
def viewer(publisher: Publisher) -> Iterator[ClientConnection]:
    """A viewer."""
    with connect(stream_of(publisher.watch_address)) as made:
        yield made


def test_a_lab_is_told_in_millimetres() -> None:
    """A robot is as large as a Khepera; walls keep their corners and heights, lines are of 0."""
    scene = scene_of_match(MatchHead.of(match(LAB, *TWO)[0], "", ()))
    maze, walls = scene["maze"], scene["match"]["walls"]

    assert maze["arena"]["size_mm"] == [550.0, 330.0]
    assert (maze["goals"][0]["x_mm"], maze["goals"][0]["width_mm"]) == (440.0, 165.0)
    assert (maze["lights"][0]["x_mm"], maze["lights"][0]["y_mm"]) == (440.0, 165.0)
    assert [robot["x_mm"] for robot in maze["robots"]] == [110.0, 110.0]
    assert walls[0] == {
        "corners_mm": [[220.0, 0.0], [231.0, 0.0], [231.0, 165.0], [220.0, 165.0]],
        "height": 5.0,
    }
    assert walls[1]["height"] == 0.0
    json.dumps(scene, allow_nan=False)


def test_a_viewer_sees_robots_roster_and_clock(
    publisher: Publisher, viewer: ClientConnection
) -> None:
    """Places, what each robot does, its lamps, the trail, the cycle and the phase; then the end."""
    arena, _ = match(LAB, *TWO)
    feed = MatchFeed(publisher)
    with ArenaServer(lambda: arena, port=0) as server:
        feed.note(server)
        cycles(arena, 10, replace(drive(0.1, 0.1), visiting_led=True))
        feed.note(server)
    publisher.note({"phase": "ended"})
    scene, seen = receive(viewer, "scene"), _until_ended(viewer)
    x_mm = round(55.0 * float(arena.bodies.poses[0, 0]), 1)

    assert scene["match"]["scoring"] == arena.judge.name
    assert seen["match"] == {"phase": "Running", "time": 10}
    assert seen["tick"] == 50
    assert seen["robots"] == {"0": [x_mm, 110.0, 0.0], "1": [110.0, 220.0, 1.5708]}
    assert x_mm > 130.0
    assert seen["roster"]["0"] == {
        "name": "robot 1",
        "state": "Running",
        "score": arena.robots[1].shown_score,
        "collisions": 0,
        "is_colliding": False,
        "visited": [],
        "lamps": ["visiting"],
        "is_silent": False,
        "has_beacon": False,
    }
    assert seen["trails"]["0"]["add"][-1] == [x_mm, 110.0]


def test_what_an_agent_thinks_is_told_of_one_robot(
    publisher: Publisher, viewer: ClientConnection
) -> None:
    """Map and way in millimetres, of the robot that a viewer looks at; the others' not."""
    arena, _ = match(LAB, *TWO)
    viewer.send('{"type": "look", "topics": ["thoughts"], "robot": 1}')
    with ArenaServer(lambda: arena, port=0) as server:
        server.thoughts[1] = Thought("lab", text="hm")
        server.thoughts[2] = Thought("lab", Cells(1.0, 2.0, 0.5, 2, "09.."), ((2.0, 4.0),), "ah")
        MatchFeed(publisher).note(server)
    publisher.note({"phase": "ended"})
    seen = _until_ended(viewer)

    cells = {"x_mm": 55.0, "y_mm": 110.0, "size_mm": 27.5, "columns": 2, "rows": "09.."}
    told = {"cells": cells, "path_mm": [[110.0, 220.0]], "text": "ah"}
    assert seen["thoughts"] == {"1": told}


def test_a_robot_that_is_taken_out_is_gone(publisher: Publisher, viewer: ClientConnection) -> None:
    """Its place is null, and the roster says what has become of it."""
    arena, _ = match(LAB, *TWO)
    arena.remove(2)
    cycles(arena, 1)
    with ArenaServer(lambda: arena, port=0) as server:
        MatchFeed(publisher).note(server)
    publisher.note({"phase": "ended"})
    seen = _until_ended(viewer)

    assert seen["robots"]["1"] is None
    assert seen["roster"]["1"]["state"] == "Removed"


def test_a_reset_begins_another_scene(publisher: Publisher, viewer: ClientConnection) -> None:
    """Who is watching forgets the match before."""
    feed = MatchFeed(publisher)
    with ArenaServer(lambda: Arena(LAB, (), QUIET, match()[0].judge, 7), port=0) as server:
        feed.note(server)
        assert receive(viewer, "scene")["seed"] == 7
        server.reset()
        feed.note(server)

    assert receive(viewer, "scene")["seed"] == 7


def test_the_key_for_steering_steers_nothing(publisher: Publisher) -> None:
    """No actions are taken, and the scene says so."""
    arena, _ = match(LAB, *TWO)
    with (
        ArenaServer(lambda: arena, port=0) as server,
        connect(stream_of(publisher.steer_address)) as viewer,
    ):
        MatchFeed(publisher).note(server)
        viewer.send('{"type": "steer", "wish": "pause"}')
        viewer.send('{"type": "steer", "wish": "drag", "id": 1, "x_mm": 1, "y_mm": 1}')
        abilities = receive(viewer, "scene")["abilities"]
        receive(viewer, holding="roster")

    assert not any(abilities.values())
    assert (arena.phase.value, arena.bodies.poses[0, 0]) == ("Running", 2.0)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="POSIX only")
def test_a_server_that_hangs_does_not_delay_the_match(publisher: Publisher) -> None:
    """Far more is shown than fits into the pipe; the match goes on to the same end."""
    arena, robots = match(LAB, *TWO)
    alone, _ = match(LAB, *TWO)
    robots[0].name = "a" * 200_000
    feed = MatchFeed(publisher)
    os.kill(publisher.server_process_id, signal.SIGSTOP)
    with ArenaServer(lambda: arena, port=0) as server:
        server.observers.append(feed.note)
        for _ in range(200):
            arena.take(1, Actions(0.1, 0.12))
            server.cycle()
    os.kill(publisher.server_process_id, signal.SIGCONT)
    cycles(alone, 200, Actions(0.1, 0.12))

    assert arena.time == 200
    assert arena.trace_sha256() == alone.trace_sha256()


def _until_ended(viewer: ClientConnection) -> dict[str, Any]:
    """Return everything that was told until the end, the newest of each topic's values."""
    whole: dict[str, Any] = {}
    while whole.get("run", {}).get("phase") != "ended":
        for topic, values in receive(viewer, "changes").items():
            is_topic = isinstance(values, dict)
            whole[topic] = whole.get(topic, {}) | values if is_topic else values
    return whole
