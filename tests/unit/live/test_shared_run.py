"""A run that another computer shares, as our own window has it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.heard import Heard
from tests.live_server import STEER_KEY, LiveServer, picture_of, told_of
from tests.watched_run import PATIENCE_S, Watched
from wsusim.errors import BadInput
from wsusim.live.telling import Teller
from wsusim.model.commands import Draw, SetSpeeds
from wsusim.runs.events import Outbox, Printed, Refused
from wsusim.runs.observer import Observers
from wsusim.runs.pictures import Pictures
from wsusim.runs.run import Run

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

from wsusim.live import opened_share, shared_run
from wsusim.live.shared_run import RemoteRobots
from wsusim.runs.actions import Order


@pytest.fixture
def server() -> Iterator[LiveServer]:
    """A shared run with a robot at 150 mm."""
    made = LiveServer()
    made.begin()
    made.take(told_of(picture_of(150.0)))
    yield made
    made.close()


def address(server: LiveServer, key: str = "") -> str:
    """Return the address that the sharing program tells."""
    return f"http://127.0.0.1:{server.server.port}/#key={key}"


def test_what_is_shown_is_what_the_run_shows(server: LiveServer) -> None:
    """Snapshots come out as they went in: place, wheels, readings, gripper."""
    picture = replace(picture_of(175.5, tick=40), says=("hello",))
    source = RemoteRobots(address(server))
    watched = Watched(source.request, source=source)
    server.take(told_of(picture))
    seen = watched.until_seen(lambda snapshot: snapshot.tick == 40)
    assert watched.run.close()

    assert replace(seen.snapshot, robots=()) == replace(picture.snapshot, robots=())
    theirs, ours = picture.snapshot.robots[0], seen.snapshot.robots[0]
    assert replace(ours, pose=theirs.pose) == theirs
    assert ours.pose.x_mm == 175.5
    assert seen.says == ("hello",)


def test_the_trail_from_before_is_there(server: LiveServer) -> None:
    """A viewer that joins late sees where the robot has been, once."""
    teller = Teller(1)
    for tick, x_mm in enumerate((100.0, 110.0, 120.0)):
        server.take(told_of(picture_of(x_mm, tick), teller))
    source = RemoteRobots(address(server))
    watched = Watched(source.request, source=source)
    watched.until_seen(lambda snapshot: snapshot.tick == 2)
    ways = [points for way, _ in watched.pictures.take_ways() for points in way[0]]
    assert watched.run.close()

    assert ways[-3:] == [(100.0, 300.0), (110.0, 300.0), (120.0, 300.0)]
    assert watched.pictures.take_ways() == []


def test_a_recording_that_is_wound_back_takes_its_trail_back(server: LiveServer) -> None:
    """All that was sent before must be forgotten, and the shorter trail comes."""
    teller = Teller(1)
    server.take(told_of(picture_of(200.0, 9), teller))
    source = RemoteRobots(address(server))
    watched = Watched(source.request, source=source)
    watched.until_seen(lambda snapshot: snapshot.tick == 9)
    watched.pictures.take_ways()
    teller.clear_trails()
    server.take(told_of(picture_of(111.0, 3), teller))
    watched.until_seen(lambda snapshot: snapshot.tick == 3)
    ways = watched.pictures.take_ways()
    assert watched.run.close()

    assert ways == [({0: [(111.0, 300.0)]}, True)]


def test_drawings_and_prints_come_once(server: LiveServer) -> None:
    """Those from before are there when watching begins, later ones are added, none comes twice."""
    teller = Teller(1)
    figures = (Draw("line", ((1.0, 2.0), (3.0, 4.0)), "red"),)
    teller.print(3, 0, "one\n")
    server.take(told_of(replace(picture_of(151.0), drawings=(figures,)), teller))
    source = RemoteRobots(address(server))
    watched = Watched(source.request, source=source)
    teller.print(4, 0, "two\n")
    server.take(told_of(replace(picture_of(152.0, 5), drawings=(figures * 2,)), teller))
    seen = watched.until_seen(lambda snapshot: snapshot.tick == 5)
    assert watched.run.close()

    assert [event.text for event in watched.all() if isinstance(event, Printed)] == [
        "one\n",
        "two\n",
    ]
    assert seen.drawings == (figures * 2,)


def test_who_has_the_key_drives(server: LiveServer) -> None:
    """An order goes to the run, and is said again until it is taken back."""
    source = RemoteRobots(address(server, STEER_KEY))
    server.begin({**server.channel.scene, "abilities": {"order": [0]}})
    server.take(told_of(picture_of(150.0)))
    again = RemoteRobots(address(server, STEER_KEY))
    source.close()
    run = Run(again.request, source=again)
    run.start()
    run.do(Order(0, SetSpeeds(3, -3)))
    server.until_told(lambda values: values.get("left") == 3)
    run.do(Order(0, SetSpeeds(0, 0)))
    server.until_told(lambda values: values.get("left") == 0)
    assert run.close()

    assert again.abilities.order


def test_the_end_of_the_run_is_the_end(server: LiveServer) -> None:
    """When the run is over, so is watching it."""
    source = RemoteRobots(address(server))
    run = Run(source.request, source=source)
    run.start()
    teller = Teller(1)
    teller.note("run", {"phase": "ended", "end": "goal"})
    server.take(teller.take(9, 0.0))

    assert run.wait(PATIENCE_S)


def test_a_server_that_goes_is_told(server: LiveServer) -> None:
    """One sentence, and the last picture stays."""
    heard = Heard()
    source = RemoteRobots(address(server))
    run = Run(source.request, [heard], source=source)
    run.start()
    server.close()
    assert run.wait(PATIENCE_S)

    assert heard.remarks == ["The run is no longer shared."]


def test_a_wrong_key_is_refused(server: LiveServer) -> None:
    """The message says what to do."""
    with pytest.raises(BadInput, match="Copy the whole address"):
        RemoteRobots(address(server, "wrong"))


def test_where_nothing_is_shared_is_told() -> None:
    """A port at which nothing listens."""
    with pytest.raises(BadInput, match="There is no shared run"):
        RemoteRobots("http://127.0.0.1:9/")


@pytest.mark.parametrize(
    "change",
    [{"protocol": 2}, {"maze": {}}, {"maze": None}, {"fields": []}, {"seed": "x"}],
)
def test_a_broken_scene_is_refused(server: LiveServer, change: dict[str, object]) -> None:
    """Messages of a foreign server are checked."""
    server.begin({**server.channel.scene, **change})

    with pytest.raises(BadInput):
        RemoteRobots(address(server))


@pytest.mark.parametrize("host", ["..", "a" * 300])
def test_a_host_that_is_no_name_is_refused(host: str) -> None:
    """No name server is asked for it."""
    with pytest.raises(BadInput, match="no shared run"):
        RemoteRobots(f"http://{host}:80/")


@pytest.mark.parametrize("row", ["null", "[]", "[1]", '["x"]', '{"a": 1}', "7"])
def test_a_broken_row_is_refused(server: LiveServer, row: str) -> None:
    """A robot that is no row of numbers ends with one sentence."""
    server.begin()
    changes = told_of(picture_of(1.0))
    changes["set"]["robots"]["0"] = json.loads(row)
    server.take(changes)

    with pytest.raises(BadInput, match="makes no sense"):
        RemoteRobots(address(server))


def test_a_stream_that_never_becomes_a_picture_is_given_up(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changes without end that tell nothing of the robots; the message says what to check."""
    monkeypatch.setattr(shared_run, "MOST_BEFORE_PICTURE", 1)
    with pytest.raises(BadInput, match="doesn't become a picture of a run"):
        RemoteRobots(address(server))


def test_of_what_no_run_tells_nothing_is_kept(server: LiveServer) -> None:
    """Unknown topics, names and logs are dropped, however many come."""
    source = RemoteRobots(address(server))
    state = source.state
    known = {topic: set(names) for topic, names in state._states.items()}
    for number in range(300):
        name = f"n{number}"
        log = {"first": 0, "from": 0, "add": [[1, 0, "text"]]}
        message = {"tick": 1, "junk": {name: 1}, "run": {name: 1}, "robots": {name: [1]}}
        message |= {"prints": {name: log}, "trails": {name: log}, "rays": {name: [1]}}
        state.take(message)
        assert not [*state.news(message, "prints"), *state.news(message, "trails")]
    source.close()

    assert {topic: set(names) for topic, names in state._states.items() if names} == known
    assert not state._next


@pytest.mark.parametrize(
    "row", [[0.0] * 2000, [[0.0] * 2000], [[[0.0]]], [{"a": 1}], {"a": 1}, ["x" * 20_000]]
)
def test_a_row_that_no_robot_has_is_refused(server: LiveServer, row: object) -> None:
    """One too long, too deep, or with a text that has no end."""
    source = RemoteRobots(address(server))

    with pytest.raises(BadInput, match="makes no sense"):
        source.state.take({"tick": 1, "robots": {"0": row}})

    source.close()


def test_a_message_of_too_many_parts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small brackets become large lists: they are counted before there are any."""
    monkeypatch.setattr(shared_run, "MOST_LISTS", 3)

    assert shared_run.parsed("[[],[]]") == [[], []]
    for text in ("[[],[],{}]", b"[[],[],{}]"):
        with pytest.raises(BadInput, match="makes no sense"):
            shared_run.parsed(text)


def test_long_texts_and_trails_are_cut(server: LiveServer) -> None:
    """Of what is refused, drawn or said, and of a trail, a window takes its share."""
    source = RemoteRobots(address(server))
    events, pictures = Outbox(), Pictures()
    observers = Observers()
    observers.add(events)
    observers.add(pictures)
    shown = source.open(observers)
    trail = {"first": 0, "from": 0, "add": [[0.0, 0.0]] * (opened_share.MOST_POINTS + 5)}

    shown._take({"type": "refused", "text": "x" * 5000})
    shown._take({"type": "changes", "tick": 1, "trails": {"0": trail}})
    shown.close()

    (refused,) = events.take()
    assert isinstance(refused, Refused)
    assert len(refused.text) == opened_share.LONGEST_REMARK
    ((ways, _),) = pictures.take_ways()
    assert len(ways[0]) == opened_share.MOST_POINTS
