"""Recordings of version 1 open for ever, and show what they showed when they were made.

These files are never made again. A later version of the format gets files of its own beside them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from wsusim.recording import contents
from wsusim.recording.info import describe
from wsusim.recording.integrity import check_integrity
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.repair import repair
from wsusim.recording.restore import simulation_at
from wsusim.runs.recorded.verify import verify

FOLDER = Path(__file__).parent / "recordings"
NAMES = ("v1-two-robots", "v1-resumed")


@pytest.fixture(params=NAMES)
def old(request):
    """A recording and what it is known to hold."""
    expected = json.loads((FOLDER / f"{request.param}.json").read_text())
    with Recording(FOLDER / f"{request.param}.mcap") as recording:
        yield recording, expected


def _known(shown: object, expected: object) -> object:
    """Return what is shown without the fields that came later."""
    if isinstance(shown, dict) and isinstance(expected, dict):
        return {name: _known(shown[name], expected[name]) for name in expected}
    if isinstance(shown, list) and isinstance(expected, list) and len(shown) == len(expected):
        return [_known(*pair) for pair in zip(shown, expected, strict=True)]
    return shown


def test_every_value_is_what_it_was(old):
    """Snapshots at some moments are those that the live run gave."""
    recording, expected = old
    player = Player(recording)

    shown = [asdict(player.at(snapshot["tick"])) for snapshot in expected["snapshots"]]

    assert _known(json.loads(json.dumps(shown)), expected["snapshots"]) == expected["snapshots"]
    assert [player.first_tick, player.last_tick] == expected["ticks"]


def test_the_run_is_described_as_it_was(old):
    """Seed, maze, programs and fingerprint are known."""
    recording, expected = old

    assert recording.summary is not None
    assert recording.summary["trace_sha256"] == expected["trace_sha256"]
    assert recording.header.seed == expected["seed"]
    assert recording.header.world.name == expected["world"]
    assert {s.main: s.sha256 for s in recording.header.controllers} == expected["programs"]


def test_orders_lines_and_events_are_found(old):
    """Nothing of what happened is lost."""
    recording, expected = old

    lines = [[line.tick, line.kind, line.robot, line.text] for line in contents.lines(recording)]
    events = [[e.tick, e.kind, e.robot, e.value] for e in contents.events(recording)]

    assert lines == expected["lines"]
    assert events == expected["events"]
    assert sum(1 for _ in contents.inputs(recording)) == expected["inputs"]


def test_it_is_whole(old):
    """All checksums fit."""
    check_integrity(old[0])


def test_a_simulation_can_be_taken_to_a_moment_of_it(old):
    """Old orders can still be given; where the robot gets to may differ between versions."""
    recording, expected = old

    simulation, _ = simulation_at(recording, expected["ticks"][1])

    assert simulation.tick == expected["ticks"][1]


def test_a_cut_file_can_be_repaired(tmp_path):
    """What a killed program of that version left is saved."""
    file = tmp_path / "cut.mcap"
    file.write_bytes((FOLDER / "v1-cut-off.mcap").read_bytes())

    needed = describe(file).needs_repair
    report = repair(file)

    assert needed
    assert report.last_tick == 240


READ_PLAINLY = """
import json, sys
from mcap.reader import make_reader

with open(sys.argv[1], "rb") as stream:
    reader = make_reader(stream, validate_crcs=True)
    found = {}
    for schema, channel, message in reader.iter_messages():
        value = json.loads(message.data)
        wanted = json.loads(schema.data)["properties"]
        assert set(value) == set(wanted), (channel.topic, set(value) ^ set(wanted))
        found.setdefault(channel.topic, []).append((message.log_time, schema.name, value))
    names = {record.name for record in reader.iter_attachments()}
assert "wsusim" not in sys.modules
first = found["/wsusim/samples"][0][2]
pose = found["/poses"][0][2]["poses"][0]["position"]
print(json.dumps({
    "topics": sorted(found),
    "schemas": sorted({name for entries in found.values() for _, name, _ in entries}),
    "x_mm": first["robots"][0]["x_mm"],
    "x_m": pose["x"],
    "log": [value["message"] for _, _, value in found["/log"]],
    "scene": [entity["id"] for entity in found["/scene"][0][2]["entities"]],
    "frames": sorted({t["child_frame_id"] for t in found["/tf"][0][2]["transforms"]}),
    "attachments": sorted(names),
}))
"""


def test_the_plain_mcap_package_reads_it_without_wsusim():
    """Other people's tools find poses, scene, log and samples, each as its schema says."""
    result = subprocess.run(
        [sys.executable, "-c", READ_PLAINLY, str(FOLDER / "v1-two-robots.mcap")],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert found["topics"] == [
        "/drawings", "/log", "/poses", "/scene", "/tf", "/wsusim/commands", "/wsusim/events",
        "/wsusim/samples",
    ]  # fmt: skip
    assert "foxglove.SceneUpdate" in found["schemas"]
    assert (found["x_mm"], found["x_m"]) == (70.0, 0.07)
    assert found["log"] == ["begin\n", "closing", "end 4.01\n"]
    assert found["scene"] == ["maze", "robot_1", "robot_2", "object_3", "object_4", "object_5"]
    assert found["frames"] == ["object_3", "object_4", "object_5", "robot_1", "robot_2"]
    assert "controllers/1/step.py" in found["attachments"]


@pytest.mark.parametrize(("name", "ticks"), [("v1-two-robots", 500), ("v1-resumed", 150)])
def test_a_run_of_before_is_still_verified(name, ticks):
    """What its summary did not tell yet is not held against it."""
    verdict = verify(FOLDER / f"{name}.mcap")

    assert (verdict.finding, verdict.ticks) == ("identical", ticks)
