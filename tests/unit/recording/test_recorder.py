"""The recorder: refuses politely, never stops a run, says what it lost."""

from __future__ import annotations

import os
import signal
from dataclasses import asdict, replace

import pytest

from tests.unit.recording.streams import HEADER, SOURCE, WriterInside, finished, record, snapshot
from wsusim.model.commands import Say, SetSpeeds
from wsusim.recording import contents
from wsusim.recording.notes import Line
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording, UnfinishedRecording
from wsusim.recording.recorder import CannotRecord, FileExists, Recorder
from wsusim.recording.writer_link import WriterLink
from wsusim.refusals import NO_THREAD


class Reluctant(WriterInside):
    """A writer that has no room for the frames of some numbers."""

    def __init__(self, refused):
        super().__init__()
        self._refused = refused
        self._asked = 0
        self.patience = []

    def send(self, frame, patience_s=None):
        """Keep a frame, or not."""
        self.patience.append(patience_s)
        number, self._asked = self._asked, self._asked + 1
        return number not in self._refused and super().send(frame)


def test_what_was_recorded_by_a_writer_process_is_read_back(tmp_path):
    """Head, samples, orders, lines and summary all arrive through the real process."""
    file = tmp_path / "run.mcap"
    recorder = record(file, 100, link=WriterLink())
    recorder.take_input(100, 1, SetSpeeds(3, 4))
    recorder.take_line(100, "print", 0, "hello\n")

    figures = recorder.close({"outcome": "time"})

    with Recording(file) as recording:
        assert recording.header == HEADER
        assert recording.summary == {"outcome": "time"}
        assert list(contents.inputs(recording)) == [(100, 1, SetSpeeds(3, 4))]
        assert [line.text for line in contents.lines(recording)] == ["hello\n"]
        assert Player(recording).at(100) == snapshot(100)
        assert figures.failure is None
        assert figures.size_bytes == file.stat().st_size


def test_a_file_that_is_there_is_left_as_it_is(tmp_path):
    """Nothing old is overwritten without being asked for."""
    file = tmp_path / "run.mcap"
    file.write_text("my diary")

    with pytest.raises(FileExists, match=r"run\.mcap already exists and was left as it is"):
        Recorder(file, HEADER, link=WriterInside())

    assert file.read_text() == "my diary"


def test_a_recording_is_replaced_when_asked_for(tmp_path):
    """With ``overwrite`` the old recording gives way."""
    file = finished(tmp_path / "run.mcap", 400)

    finished(file, 200, overwrite=True)

    with Recording(file) as recording:
        assert Player(recording).last_tick == 200


@pytest.mark.parametrize("content", [b"import wsusim\n", b"\x89MCAP0\r\nof another program"])
def test_only_a_recording_is_replaced_by_one(tmp_path, content):
    """``overwrite`` does not cost a student the controller whose name stood in the wrong place."""
    file = tmp_path / "robot.py"
    file.write_bytes(content)

    with pytest.raises(CannotRecord, match="may not replace it"):
        Recorder(file, HEADER, overwrite=True, link=WriterInside())

    assert file.read_bytes() == content


def test_two_runs_do_not_record_into_one_file(tmp_path):
    """The second one is refused, and the first one's recording is whole."""
    file = tmp_path / "run.mcap"
    first = record(file, 100, link=WriterLink())

    with pytest.raises(CannotRecord, match=r"Another run is recording to run\.mcap"):
        Recorder(file, HEADER, overwrite=True, link=WriterInside())
    first.close({"outcome": "time"})

    with Recording(file) as recording:
        assert Player(recording).last_tick == 100


def test_who_comes_second_at_the_last_moment_is_not_sent_to_the_others_file(tmp_path):
    """Both have found the file free; nothing in it needs to be repaired."""
    file, told = tmp_path / "run.mcap", []
    second = Recorder(file, HEADER, link=WriterInside(), on_trouble=told.append)
    second._hear({"trouble": "Another run is recording to run.mcap right now.", "in_use": True})

    assert told == [
        "This run is not recorded. Another run is recording to run.mcap right now. Choose another "
        "name."
    ]
    second.abandon()


def test_samples_are_left_out_while_the_disk_is_stuck_and_nothing_else(tmp_path):
    """Orders and lines of a span without room come with the next one."""
    link = Reluctant(refused=range(2, 4))
    file = tmp_path / "run.mcap"
    recorder = Recorder(file, HEADER, link=link)

    for last_tick in range(50, 301, 50):
        recorder.take_input(last_tick - 10, 0, Say(f"at {last_tick}"))
        recorder.take_snapshots([snapshot(tick) for tick in range(last_tick - 48, last_tick + 1)])
        recorder.end_span(last_tick)
    figures = recorder.close({})

    assert figures.dropped_spans == ((51, 150),)
    with Recording(file) as recording:
        said = [line.text for line in contents.lines(recording)]
        assert said == [f"at {tick}" for tick in range(50, 301, 50)]
        recorded = {s.tick for s in Player(recording).snapshots()}
        assert recorded == {*range(2, 51), *range(152, 301)} - {
            tick for last in range(50, 301, 50) for tick in (last - 49,)
        }


def test_a_missing_folder_is_named(tmp_path):
    """A folder that is gone is one clear sentence."""
    with pytest.raises(CannotRecord, match="There is no folder"):
        Recorder(tmp_path / "gone" / "run.mcap", HEADER, link=WriterInside())


def test_a_folder_can_not_be_recorded_into(tmp_path):
    """A name that is taken by a folder is one clear sentence."""
    with pytest.raises(CannotRecord, match="left as it is"):
        Recorder(tmp_path, HEADER, overwrite=True, link=WriterInside())


def test_a_run_goes_on_when_its_writer_is_killed(tmp_path):
    """The loss of the writer process is said once, and nothing else happens."""
    troubles: list[str] = []
    link = WriterLink()
    recorder = record(tmp_path / "run.mcap", 50, link=link, on_trouble=troubles.append)
    os.kill(link.process_id, signal.SIGKILL)

    for tick in range(50, 5000, 50):
        recorder.take_snapshots([snapshot(tick)])
        recorder.end_span(tick)
    figures = recorder.close({})

    assert len(troubles) == 1
    assert "ends early" in troubles[0]
    assert figures.failure is not None


def test_who_has_recorded_nothing_is_not_sent_to_repair_it(tmp_path):
    """On a disk that was full from the beginning there is nothing to be kept."""

    class Refused(WriterInside):
        def listen(self, on_report):
            super().listen(on_report)
            on_report({"trouble": "No space left on device"})

    troubles: list[str] = []
    record(tmp_path / "run.mcap", 50, link=Refused(), on_trouble=troubles.append)

    assert "No space left on device" in troubles[0]
    assert troubles[0].endswith("Nothing of it was recorded.")


def test_a_run_without_a_thread_for_its_recording_is_not_recorded(tmp_path):
    """An account that may have no more threads gets a sentence."""

    class Threadless(WriterInside):
        def listen(self, on_report):
            raise RuntimeError(NO_THREAD)

    with pytest.raises(CannotRecord, match="ulimit -u"):
        Recorder(tmp_path / "run.mcap", HEADER, link=Threadless())


def test_a_file_that_was_removed_meanwhile_is_said(tmp_path):
    """Recording into a file that is gone is not silent."""
    troubles: list[str] = []
    file = tmp_path / "run.mcap"
    recorder = record(file, 50, link=WriterLink(), on_trouble=troubles.append)
    file.unlink()

    recorder.close({})

    assert "was removed during the run" in troubles[0]


def test_a_run_that_is_cut_off_leaves_an_unfinished_file(tmp_path):
    """Without a closing summary a recording does not pass for a whole one."""
    file = tmp_path / "run.mcap"
    record(file, 100, link=WriterLink()).abandon()

    with pytest.raises(UnfinishedRecording, match="needs repair"):
        Recording(file)


def test_what_a_controller_says_is_found_among_the_lines(tmp_path):
    """``say`` is an order and a line of text."""
    file = tmp_path / "run.mcap"
    recorder = record(file, 50)
    recorder.take_input(50, 1, Say("I see a wall"))
    recorder.close({})

    with Recording(file) as recording:
        assert list(contents.lines(recording)) == [Line(50, "say", 1, "I see a wall")]


def test_the_program_lies_in_the_recording(tmp_path):
    """A controller's source can be taken out again."""
    with Recording(finished(tmp_path / "run.mcap")) as recording:
        assert recording.header.controllers == (SOURCE,)
        assert recording.attachments["controllers/0/runner.py"] == SOURCE.files["runner.py"]


def test_the_figures_are_in_the_file(tmp_path):
    """How the writing went can be asked of the file itself."""
    recorder = record(tmp_path / "run.mcap", 100)
    figures = recorder.close({})

    with Recording(tmp_path / "run.mcap") as recording:
        assert recording.writer_notes["chunks"] == str(asdict(figures)["chunks"])


@pytest.mark.parametrize(("options", "patience_s"), [({}, 5.0), ({"real_robot": "/dev/x"}, 0.0)])
def test_a_real_robot_does_not_wait_for_a_stuck_disk(tmp_path, options, patience_s):
    """A simulation can stand still for a while; a robot that drives can't."""
    link = Reluctant(refused=())
    recorder = Recorder(tmp_path / "run.mcap", replace(HEADER, options=options), link=link)

    recorder.end_span(50)
    recorder.close({})

    assert link.patience == [None, patience_s, None]
