"""Recordings to which something was added that no run has written, with all checksums right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest
from mcap.records import Channel, Metadata

from tests.end_to_end.recorded_runs import controller, recorded
from tests.unit.recording.forgery import forge
from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.claims import first_false_claim
from wsusim.recording.difference import Difference
from wsusim.recording.file_layout import (
    CHANNELS,
    COMMANDS,
    HEADER,
    LOG,
    READINGS,
    REPAIR,
    SUMMARY,
    TAPE,
    VIDEO,
    WRITER,
)
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.reader import BadRecording, Recording
from wsusim.runs.recorded.verify import verify

DRIVER = """
from wsusim import Controller


class Driver(Controller):
    period = 0.1

    def step(self):
        self.motors.set_speeds(5, 5)
        print("hello")
"""

END_TICK, LAST_BLOCK = 200, 160


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recording of two seconds."""
    folder = tmp_path_factory.mktemp("run")
    recorded(folder / "run.mcap", controller(folder, DRIVER), time_s=END_TICK / 100)
    return folder / "run.mcap"


def false_claim(file: Path) -> Difference | None:
    """Return what a recording contradicts itself in."""
    with Recording(file) as recording:
        return first_false_claim(recording)


def once(
    wanted: str, change: Callable[[Any], object], from_tick: int = 0
) -> Callable[[str, int, Any], object]:
    """Return what changes the first message of a topic from some tick on."""
    done: list[int] = []

    def first(topic: str, tick: int, fields: Any) -> None:
        if topic == wanted and tick >= from_tick and not done:
            done.append(tick)
            change(fields)

    return first


def order(*row: object) -> Callable[[str, int, Any], object]:
    """Return what adds an order to the last ones."""
    return once(COMMANDS, lambda fields: fields["commands"].append(row), LAST_BLOCK)


def add_to(topic: str, number: int) -> Callable[[McapFile], object]:
    """Return what adds a message of a topic."""

    def add(file: McapFile) -> None:
        if topic not in CHANNELS:
            file.add(Channel(number, topic, "json", {}, 1))
        file.add_chunk(ChunkPacker().pack([Message(number, 1_900_000_000, b"{}")]))

    return add


@pytest.mark.parametrize(
    ("topic", "number"),
    [
        (READINGS, CHANNELS[READINGS]),
        (TAPE, 0xFFFE),
        (VIDEO, 0xFFFF),
        ("/robot_5/eye", 50),
        ("/true_poses", 51),
    ],
)
def test_what_no_such_run_writes_is_told(
    run: Path, tmp_path: Path, topic: str, number: int
) -> None:
    """Answers of a real robot, a camera's video, another robot's eye in a simulation of one."""
    found = false_claim(forge(run, tmp_path / "forged.mcap", add=add_to(topic, number)))

    assert found is not None
    assert (found.quantity, found.recorded) == (topic, "something")


def test_an_order_after_the_end_is_told(run: Path, tmp_path: Path) -> None:
    """An order after the run's end is found."""
    forged = forge(run, tmp_path / "forged.mcap", order(900, 0, "SetSpeeds", 1, 1))

    assert false_claim(forged) == Difference(900, "order after the end", "one", "nothing")


@pytest.mark.parametrize("spans", ["(" * 5000 + ")" * 5000, "__import__('os')", "7"])
def test_spans_that_make_no_sense_are_told_in_a_sentence(
    run: Path, tmp_path: Path, spans: str
) -> None:
    """However deep they are nested."""
    forged = forge(run, tmp_path / "forged.mcap", records={WRITER: {"dropped_spans": spans}})

    with pytest.raises(BadRecording, match="makes no sense"):
        false_claim(forged)


def test_a_number_of_dropped_ticks_without_a_gap_is_told(run: Path, tmp_path: Path) -> None:
    """Info shows it."""
    forged = forge(run, tmp_path / "forged.mcap", records={WRITER: {"dropped_ticks": "100"}})

    assert false_claim(forged) == Difference(END_TICK, "closing figure dropped_ticks", "100", "0")


@pytest.mark.parametrize("version", ["0", "-3"])
def test_there_is_no_format_before_the_first(run: Path, tmp_path: Path, version: str) -> None:
    """Such a head is damaged."""
    forged = forge(run, tmp_path / "forged.mcap", head={"format_version": version})

    with pytest.raises(BadRecording, match="damaged"):
        false_claim(forged)


def test_a_closing_figure_that_no_run_has_is_told(run: Path, tmp_path: Path) -> None:
    """Programs that read the figures would believe it."""
    forged = forge(run, tmp_path / "forged.mcap", records={SUMMARY: {"points": "10"}})

    found = verify(forged).difference

    assert found == Difference(END_TICK, "closing figure points", "10", "None")


def options_of(run: Path, **more: object) -> str:
    """Return a recording's options with some changed, as its head holds them."""
    with Recording(run) as recording:
        return orjson.dumps(orjson.loads(recording.metadata[HEADER]["options"]) | more).decode()


def notice(fields: Any) -> None:
    """Turn a print into a remark of wsusim's."""
    fields.update(name="notice", message="The teacher has watched this run.")


UNCHECKED: Mapping[str, tuple[Callable[[Path], dict[str, Any]], str]] = {
    "an order at the end": (
        lambda run: {"change": order(END_TICK, 0, "SetLed", 0, 1)},
        "At its very end the recording holds orders or words",
    ),
    "a repair": (
        lambda run: {"add": lambda file: file.add(Metadata(REPAIR, {"bad_chunks": "1"}))},
        "could not all be checked",
    ),
    "a real robot": (
        lambda run: {"head": {"options": options_of(run, simulated_from="a robot")}},
        "It says that it began where a real robot was (a robot)",
    ),
    "a remark": (lambda run: {"change": once(LOG, notice)}, "The teacher has watched this run."),
}


@pytest.mark.parametrize("name", UNCHECKED)
def test_what_can_not_be_checked_is_said(run: Path, tmp_path: Path, name: str) -> None:
    """The run is the same, but a remark says what can't be relied on."""
    forging, words = UNCHECKED[name]

    verdict = verify(forge(run, tmp_path / "forged.mcap", **forging(run)))

    assert verdict.is_identical
    assert words in " ".join(verdict.remarks)


def test_of_a_true_recording_there_is_nothing_to_remark(run: Path) -> None:
    """Everything was checked."""
    assert verify(run).remarks == ()


@pytest.mark.parametrize(
    "option",
    [{"time_s": "x"}, {"seed": []}, {"starts": 5}, {"profile": 5}, {"controllers": 5}],
    ids=str,
)
def test_options_of_another_kind_are_damage(
    run: Path, tmp_path: Path, option: dict[str, object]
) -> None:
    """Nothing is run with them, and nothing breaks."""
    forged = forge(run, tmp_path / "forged.mcap", head={"options": options_of(run, **option)})

    verdict = verify(forged)

    assert verdict.finding == "damaged"
    assert "The header of the recording is damaged" in verdict.remarks[0]
