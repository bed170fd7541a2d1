"""Repair: what is whole is saved, and it is said how much that is."""

from __future__ import annotations

import sys
from random import Random

import pytest

from tests.unit.recording.forgery import forge
from tests.unit.recording.streams import cut_off, finished, snapshot
from wsusim.recording.file_layout import SAMPLES
from wsusim.recording.file_lock import hold_lock
from wsusim.recording.info import describe
from wsusim.recording.player import Player
from wsusim.recording.reader import BadRecording, Recording, UnfinishedRecording
from wsusim.recording.repair import repair


def test_a_run_that_was_killed_is_saved_whole(tmp_path):
    """Everything that had been written is there after the repair."""
    file = cut_off(tmp_path / "run.mcap")

    report = repair(file)

    assert report.last_tick == 400
    with Recording(file) as recording:
        assert list(Player(recording).snapshots()) == [snapshot(t) for t in range(0, 401, 2)]
        assert recording.repair_notes["last_tick"] == "400"
        assert recording.summary is None


@pytest.mark.parametrize("missing_bytes", [500, 1500])
def test_a_torn_end_costs_only_the_chunk_it_is_in(tmp_path, missing_bytes):
    """A file that breaks off in the middle of a chunk keeps all chunks before it."""
    file = cut_off(tmp_path / "run.mcap")
    file.write_bytes(file.read_bytes()[:-missing_bytes])

    report = repair(file)

    assert report.last_tick == 320
    assert report.lost_bytes > 0


def test_a_torn_index_costs_nothing(tmp_path):
    """The index behind a chunk is made again."""
    file = cut_off(tmp_path / "run.mcap")
    file.write_bytes(file.read_bytes()[:-20])

    assert repair(file).last_tick == 400


def test_a_damaged_chunk_in_the_middle_is_left_out(tmp_path):
    """One bad spot does not cost what comes after it."""
    file = finished(tmp_path / "run.mcap")
    with Recording(file) as recording:
        index = recording.chunks[4]
    content = bytearray(file.read_bytes())
    content[index.chunk_start_offset + index.chunk_length // 2] ^= 0xFF
    file.write_bytes(content)

    report = repair(file)

    assert (report.bad_chunks, report.last_tick) == (1, 400)
    with Recording(file) as recording:
        ticks = [s.tick for s in Player(recording).snapshots()]
    assert len(ticks) == 201 - 40


def test_a_whole_file_is_left_alone(tmp_path):
    """Repairing what is whole changes nothing."""
    file = finished(tmp_path / "run.mcap")
    before = file.read_bytes()

    report = repair(file)

    assert report.was_whole
    assert "whole" in report.as_text()
    assert file.read_bytes() == before


def test_the_original_stays_when_another_file_is_asked_for(tmp_path):
    """With an output the cut file itself is not touched."""
    file = cut_off(tmp_path / "run.mcap")
    before = file.read_bytes()

    report = repair(file, tmp_path / "saved.mcap")

    assert file.read_bytes() == before
    assert report.file == tmp_path / "saved.mcap"


def test_an_output_that_is_there_is_not_overwritten(tmp_path):
    """Repair does not write over another file."""
    (tmp_path / "saved.mcap").write_text("other")

    with pytest.raises(BadRecording, match="already exists"):
        repair(cut_off(tmp_path / "run.mcap"), tmp_path / "saved.mcap")


@pytest.mark.parametrize("size", [8, 60, 2000])
def test_a_file_that_breaks_off_in_its_head_has_nothing_to_save(tmp_path, size):
    """Before the first sample there is nothing, and that is said."""
    file = cut_off(tmp_path / "run.mcap")
    file.write_bytes(file.read_bytes()[:size])

    with pytest.raises(BadRecording, match=r"nothing to save|another program"):
        repair(file)


def test_repairing_twice_is_harmless(tmp_path):
    """A repaired file is whole."""
    file = cut_off(tmp_path / "run.mcap")
    repair(file)

    assert repair(file).was_whole


def test_info_tells_of_a_cut_file_what_a_repair_would_save(tmp_path):
    """An unfinished recording is described instead of refused."""
    facts = describe(cut_off(tmp_path / "run.mcap"))

    assert facts.needs_repair
    assert (facts.maze, facts.last_s) == ("test maze", 4.0)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is locked there")
def test_a_file_that_is_being_recorded_says_so(tmp_path):
    """Nobody is told to repair what a run still writes."""
    file = cut_off(tmp_path / "run.mcap")
    with (
        file.open("rb") as writer,
        hold_lock(writer),
        pytest.raises(UnfinishedRecording, match=r"recorded in run\.mcap right now\. Wait"),
    ):
        Recording(file)


def test_an_unfinished_file_says_that_it_needs_repair(tmp_path):
    """Opening a cut file names the command that helps."""
    with pytest.raises(UnfinishedRecording, match=r"main\.py repair .*run\.mcap"):
        Recording(cut_off(tmp_path / "run.mcap"))


def test_a_repair_that_is_called_off_changes_nothing(tmp_path):
    """The callback for progress may raise: the file is as before, nothing lies beside it."""
    file = cut_off(tmp_path / "run.mcap")
    before = file.read_bytes()
    told: list[float] = []

    def call_off(share: float) -> None:
        told.append(share)
        if share > 0.5:
            raise LookupError

    with pytest.raises(LookupError):
        repair(file, on_share=call_off)

    assert told == sorted(told)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_changed_head_is_told_by_info_and_repair_alike(tmp_path):
    """Its checksum tells it; repairing would only make a false one fit."""
    file = finished(tmp_path / "run.mcap")
    data = bytearray(file.read_bytes())
    data[data.index(b"test maze")] ^= 0x20
    file.write_bytes(data)

    told = describe(file)

    assert told.changed == (
        "a checksum of the header, the final figures or an attached file doesn't match."
    )
    with pytest.raises(BadRecording, match="Repairing can't undo that"):
        repair(file)
    assert file.read_bytes() == data


def test_what_breaks_off_before_its_first_sample_has_nothing_to_save(tmp_path):
    """An error, not a file that no command opens; what was there stays."""
    file = finished(tmp_path / "run.mcap")
    with Recording(file) as recording:
        first = recording.chunks[1].chunk_start_offset
    content = file.read_bytes()[: first + 100]
    file.write_bytes(content)

    with pytest.raises(BadRecording, match="breaks off before its first sample: there is nothing"):
        repair(file)

    assert file.read_bytes() == content
    assert [one.name for one in tmp_path.iterdir()] == ["run.mcap"]


def test_whatever_is_saved_can_be_opened(tmp_path):
    """One byte anywhere may be another: a repair gives a recording that opens, or an error."""
    whole = finished(tmp_path / "whole.mcap").read_bytes()
    random = Random(1)

    for _ in range(60):
        content = bytearray(whole[: random.randrange(300, len(whole))])
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        file = tmp_path / "run.mcap"
        file.write_bytes(content)
        try:
            repair(file)
        except BadRecording:
            continue
        assert describe(file).samples > 0


def test_a_changed_program_in_a_torn_file_is_told(tmp_path):
    """What was driven is saved all the same; that the program is another one stays so."""
    file = finished(tmp_path / "run.mcap")
    content = bytearray(file.read_bytes())
    content[content.index(b"class Runner")] ^= 0x20
    file.write_bytes(content[:-500])

    report = repair(file, tmp_path / "repaired.mcap")

    told = "the program of robot 1 in it does not match the recorded hash."
    assert report.as_text().endswith(f". It was changed: {told}")
    assert describe(report.file).changed == told


def test_an_error_names_the_file_that_is_damaged(tmp_path):
    """Not the one that was to be made and isn't there."""
    file = finished(tmp_path / "run.mcap")
    file.write_bytes(file.read_bytes()[:200])

    with pytest.raises(BadRecording, match=r"^run\.mcap breaks off in its header"):
        repair(file, tmp_path / "repaired.mcap")


def test_a_block_that_makes_no_sense_is_left_out(tmp_path):
    """A chunk that can't be shown is not saved, although its checksum matches."""
    forged = forge(
        finished(tmp_path / "whole.mcap"),
        tmp_path / "run.mcap",
        lambda topic, tick, fields: fields.clear() if topic == SAMPLES and tick == 162 else None,
    )
    forged.write_bytes(forged.read_bytes()[:-30])

    report = repair(forged)

    assert (report.bad_chunks, report.last_tick) == (1, 400)
    assert describe(forged).samples > 100
