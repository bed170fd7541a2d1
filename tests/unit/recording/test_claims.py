"""What a recording says of itself is held against its samples and commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.end_to_end.recorded_runs import controller, recorded
from tests.unit.recording.forgery import forge
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.recording.claims import first_false_claim
from wsusim.recording.difference import Difference
from wsusim.recording.file_layout import (
    DRAWINGS,
    EVENTS,
    HEADER,
    LOG,
    MAZE,
    POSES,
    SAMPLES,
    SCENE,
    SUMMARY,
    TRANSFORMS,
    WRITER,
)
from wsusim.recording.foxglove_messages import scene_json
from wsusim.recording.header import SCENE_DRAWING, header_of
from wsusim.recording.info import describe
from wsusim.recording.reader import BadRecording, Recording
from wsusim.runs.recorded.verify import verify

PUSHER = """
from wsusim import Controller


class Pusher(Controller):
    period = 0.1

    def step(self):
        self.motors.set_speeds(15, 15)
        if self.time > 3:
            self.motors.set_speeds(-15, -15)
        self.say(f"at {self.time:.1f}")
        self.draw.line([(100, 100), (200, 200)])
        print("hello")
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recording with contacts, something said, printed and drawn."""
    folder = tmp_path_factory.mktemp("run")
    recorded(folder / "run.mcap", controller(folder, PUSHER), time_s=5.0)
    return folder / "run.mcap"


def false_claim(file: Path) -> Difference | None:
    """Return what a recording contradicts itself in."""
    with Recording(file) as recording:
        return first_false_claim(recording)


def in_topic(wanted: str, change: Callable[[Any], object]) -> Callable[[str, int, Any], object]:
    """Return what changes the first message of a topic after 1 s."""
    done: list[int] = []

    def first(topic: str, tick: int, fields: Any) -> object:
        if topic != wanted or (tick < 100 and topic != SCENE) or done:
            return True
        done.append(tick)
        return change(fields)

    return first


def shift(fields: Any) -> None:
    """Move the first pose by a metre."""
    fields["poses"][0]["position"]["x"] += 1


def tell_lies(fields: Any) -> None:
    """Put other words into the robot's mouth."""
    fields["message"] = "solved!"


FORGED: Mapping[str, tuple[str, Callable[[Any], object]]] = {
    "a pose edited": (POSES, shift),
    "a pose gone": (POSES, lambda fields: False),
    "a frame edited": (TRANSFORMS, lambda f: f["transforms"][0]["translation"].update(y=0.0)),
    "an event gone": (EVENTS, lambda fields: False),
    "an event of another robot": (EVENTS, lambda fields: fields.update(robot=None)),
    "another event": (EVENTS, lambda fields: fields.update(kind="mission_achieved")),
    "samples said to be dropped": (EVENTS, lambda f: f.update(kind="samples_dropped", value=3)),
    "a drawing gone": (DRAWINGS, lambda fields: False),
    "a drawing edited": (DRAWINGS, lambda f: f["entities"][0]["lines"][0].update(thickness=1.0)),
    "a wall gone for others": (SCENE, lambda f: f["entities"][0]["cubes"].pop()),
    "the scene gone": (SCENE, lambda fields: False),
    "a word edited": (LOG, tell_lies),
    "a block gone": (SAMPLES, lambda fields: False),
}


@pytest.mark.parametrize("name", FORGED)
def test_each_derived_message_is_compared(run: Path, tmp_path: Path, name: str) -> None:
    """Another program that shows the recording shows the run, or the difference is reported."""
    forged = forge(run, tmp_path / "forged.mcap", in_topic(*FORGED[name]))

    assert false_claim(forged) is not None
    assert verify(forged).finding == "differs"


def test_a_true_recording_is_free_of_contradictions(run: Path, tmp_path: Path) -> None:
    """Also one that was only written again."""
    assert false_claim(run) is None
    assert false_claim(forge(run, tmp_path / "copy.mcap")) is None


ROBOT = (
    '{{"robot":{0},"controller":"pusher.py","outcome":"time","distance_mm":1,"contacts":1,'
    '"contact_time_s":1}}'
)

CLOSING: list[Mapping[str, str]] = [
    {"outcome": '"goal"'},
    {"end": '"goal"', "outcome": '"goal"', "goal_time_s": "1.5"},
    {"goal_time_s": "1.5"},
    {"caps_delivered": "3"},
    {"sim_time_s": "4.0"},
    {"sim_time_s": "9.0"},
    {"seed": "7"},
    {"robots": f"[{ROBOT.format(1)},{ROBOT.format(2)}]"},
    {"robots": f"[{ROBOT.format(2)}]"},
    {"robots": "[]"},
]


@pytest.mark.parametrize("figures", CLOSING, ids=str)
def test_closing_figures_are_held_against_the_samples(
    run: Path, tmp_path: Path, figures: Mapping[str, str]
) -> None:
    """Outcome, time, goal, caps, seed and robots must be those of the run."""
    forged = forge(run, tmp_path / "forged.mcap", records={SUMMARY: figures})

    assert false_claim(forged) is not None
    assert verify(forged).finding == "differs"


@pytest.mark.parametrize(
    "figures",
    [
        {"outcome": '"finished"', "end": '"finished"'},
        {"distance_mm": "1234.5"}, {"contacts": "0"}, {"contact_time_s": "0"},
        {"trace_sha256": '"beef"'}, {"timing": '"serial:9600"'}, {"maze": '"narrow"'},
        {"robots": f"[{ROBOT.format(1)}]"},
        {"error": '{"file":"pusher.py","line":3,"message":"no"}'},
    ],
    ids=str,
)  # fmt: skip
def test_other_closing_figures_are_found_by_running_again(
    run: Path, tmp_path: Path, figures: Mapping[str, str]
) -> None:
    """No figure of a run's end can be forged."""
    forged = forge(run, tmp_path / "forged.mcap", records={SUMMARY: figures})

    verdict = verify(forged)

    assert verdict.finding == "differs"
    assert verdict.difference is not None
    assert verdict.difference.quantity.startswith("closing figure")


@pytest.mark.parametrize("gone", [SUMMARY, WRITER])
def test_an_end_that_was_taken_away_is_told(run: Path, tmp_path: Path, gone: str) -> None:
    """A recording says how its run ended, or that it was cut off and repaired."""
    found = false_claim(forge(run, tmp_path / "forged.mcap", records={gone: None}))

    assert found is not None
    assert found.quantity == "closing figures"


def other_maze(run: Path) -> bytes:
    """Return the maze of a recording without its first wall."""
    with Recording(run) as recording:
        maze = json.loads(recording.attachments[MAZE])
    maze["walls"].pop()
    return json.dumps(maze).encode()


def test_the_maze_file_is_compared(run: Path, tmp_path: Path) -> None:
    """Edited, broken or gone: the editor would open another maze than was driven in."""
    for content in (other_maze(run), b"{}", b"", None):
        found = false_claim(forge(run, tmp_path / "forged.mcap", files={MAZE: content}))

        assert found is not None
        assert found.quantity == MAZE


def test_an_end_without_samples_is_told_like_a_gap(run: Path, tmp_path: Path) -> None:
    """When everything after 1.6 s is taken away, it says what is missing."""
    forged = forge(
        run, tmp_path / "forged.mcap", lambda _topic, tick, _fields: None if tick <= 160 else False
    )

    verdict = verify(forged)

    assert verdict.finding == "differs"
    assert verdict.difference is not None
    assert verdict.difference.quantity == "samples"
    assert verdict.difference.again == "those of 1.62 s to 5.00 s"
    assert "340 ticks are missing" in " ".join(verdict.remarks)


def test_samples_that_were_taken_out_of_a_block_are_missed(run: Path, tmp_path: Path) -> None:
    """A block that is shorter than it was is found, though what is left of it is true."""

    def shorten(fields: Any) -> None:
        count = fields["ticks"]["count"]
        fields["ticks"]["count"] = count - 5
        for item in (*fields["robots"], *fields["objects"]):
            for name, column in item.items():
                if isinstance(column, list) and len(column) == count:
                    item[name] = column[:-5]
                elif isinstance(column, list):
                    item[name] = [one[:-5] if isinstance(one, list) else one for one in column]

    forged = forge(run, tmp_path / "forged.mcap", in_topic(SAMPLES, shorten))

    assert verify(forged).finding == "differs"


def test_other_prints_are_told(run: Path, tmp_path: Path) -> None:
    """A program may print the date, so that is no other run; but it is said."""

    def change(topic: str, tick: int, fields: Any) -> None:
        if topic == LOG and fields["name"].endswith("print"):
            fields["message"] = "reached the goal\n"

    verdict = verify(forge(run, tmp_path / "forged.mcap", change))

    assert verdict.finding == "identical"
    assert "Robot 1 printed something else this time" in verdict.remarks[0]
    assert verify(run).remarks == ()


def test_info_shows_no_claim_that_the_run_does_not_bear_out(run: Path, tmp_path: Path) -> None:
    """Neither a forged outcome nor forged events; it says what contradicts what."""
    figures = {"outcome": '"goal"', "end": '"goal"', "goal_time_s": "1.5"}
    forged = forge(run, tmp_path / "forged.mcap", records={SUMMARY: figures})

    told = describe(forged)

    assert "outcome     goal" not in told.as_text()
    assert "It contradicts itself at 5.00 s" in told.as_text()
    assert (told.to_json()["summary"], told.to_json()["events"]) == (None, {})
    assert "outcome     time, trace" in describe(run).as_text()


def leaves(fields: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to all values in a message."""
    items = fields.items() if isinstance(fields, dict) else enumerate(fields)
    for key, value in items:
        if isinstance(value, dict | list) and value:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def one_of_each_kind(fields: Any) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Return a way to one value of each kind: numbers in lists make no kind of their own."""
    kinds: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for path in leaves(fields):
        kinds.setdefault(tuple("*" if isinstance(k, int) else k for k in path), path)
    return kinds


def altered(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
        case _:  # an empty list or object, or nothing
            return 1


@pytest.mark.parametrize("topic", [SCENE, EVENTS, POSES, TRANSFORMS, DRAWINGS, LOG])
def test_no_value_of_what_is_derived_can_be_changed(run: Path, topic: str) -> None:
    """Colours, heights, transparency, sizes and names as well: each kind of value, one by one."""
    with Recording(run) as recording:
        chunks = [recording.read_chunk(number) for number in range(len(recording.chunks))]
        place, found = next(
            (place, message)
            for place, chunk in enumerate(chunks)
            for message in chunk
            if message[0] == topic and (topic != LOG or b"/say" in message[2])
        )
        unseen = []
        for kind, path in one_of_each_kind(orjson.loads(found[2])).items():
            fields = orjson.loads(found[2])
            into = fields
            for key in path[:-1]:
                into = into[key]
            into[path[-1]] = altered(into[path[-1]])
            forged = (topic, found[1], orjson.dumps(fields))
            changed = [forged if message is found else message for message in chunks[place]]
            altogether = [*chunks[:place], changed, *chunks[place + 1 :]]
            recording.read_chunk = altogether.__getitem__  # type: ignore[method-assign]
            try:
                if first_false_claim(recording) is None:
                    unseen.append(kind)
            except BadRecording:
                continue  # it makes no sense at all

    assert unseen == []


HEADS = [
    {"arithmetic": "1"}, {"arithmetic": "3"}, {"scene": "1"}, {"maze": "other"}, {"seed": "5"},
    {"ideal": "true"}, {"sample_ticks": "4"}, {"first_tick": "2"}, {"sensor_model": "1"},
    {"format_version": "99"},
]  # fmt: skip


@pytest.mark.parametrize("head", HEADS, ids=str)
def test_no_value_of_the_head_can_be_changed(
    run: Path, tmp_path: Path, head: Mapping[str, str]
) -> None:
    """The head says from what the run can be made again."""
    forged = forge(run, tmp_path / "forged.mcap", in_topic(SCENE, paint), head=head)

    try:
        finding = verify(forged).finding
    except BadInput:
        return
    assert finding in ("differs", "damaged", "other_version")


def paint(fields: Any) -> None:
    """Give the first wall another colour: an older scene may have it."""
    fields["entities"][0]["cubes"][0]["color"]["r"] = 0.123


def test_an_arithmetic_that_has_no_name_is_no_new_recordings(run: Path, tmp_path: Path) -> None:
    """What is told since then gives it away."""
    with Recording(run) as recording:
        head = dict(recording.metadata[HEADER])
    del head["arithmetic"]

    with pytest.raises(BadInput):
        header_of(head, {})


TALKER = """
from wsusim import Controller


class Talker(Controller):
    def run(self):
        self.sleep({0})
        print("{0} seconds")
"""


@pytest.mark.parametrize("name", ["robot_2/print", "robot_3/print", "robot_9/print"])
def test_a_line_under_another_robots_name_is_found(tmp_path: Path, name: str) -> None:
    """Of a robot that prints something else, has no program, or is not there."""
    run = tmp_path / "run.mcap"
    talkers = [
        controller(tmp_path, TALKER.format(0.1 * number), f"talker{number}.py") for number in (1, 2)
    ]
    recorded(run, *talkers, maze="crowd", time_s=0.5)

    def change(topic: str, tick: int, fields: Any) -> None:
        if topic == LOG and fields["name"] == "robot_1/print":
            fields["name"] = name

    assert verify(run).finding == "identical"
    assert verify(forge(run, tmp_path / "forged.mcap", change)).finding in ("differs", "damaged")


def test_scenes_are_drawn_as_their_number_says() -> None:
    """A change of how a world is drawn raises ``SCENE_DRAWING`` and changes this."""
    drawn = [scene_json(find_maze(name)) for name in ("rooms", "caps", "beacons", "field", "crowd")]

    assert (SCENE_DRAWING, sha256(b"".join(drawn)).hexdigest()[:12]) == (2, "942b3dfccb3e")
