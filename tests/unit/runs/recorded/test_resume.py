"""``run --from``: go back to a moment of a recording, and go on from there."""

from __future__ import annotations

import numpy as np
import pytest

from tests.end_to_end.recorded_runs import WANDERER, controller, recorded
from tests.heard import Heard
from tests.watched_run import Watched
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.actions import Drag
from wsusim.runs.recorded.resume import resume
from wsusim.runs.recorded.verify import verify
from wsusim.runs.request import Moment, RecordingOptions, RunRequest, parse_moment
from wsusim.runs.run import execute

STOPPER = WANDERER.replace("Wanderer", "Stopper").replace("set_speeds(15,", "set_speeds(2,")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A recorded run with its report."""
    folder = tmp_path_factory.mktemp("run")
    file = folder / "run.mcap"
    return file, controller(folder), recorded(file, controller(folder), maze="caps")


def test_the_unedited_controller_goes_on_byte_for_byte(run):
    """What it remembered counts: it turns as it would have, and the fingerprint is the same."""
    file, unedited, report = run

    again = execute(RunRequest((unedited,), begin_at=Moment(file, 250)))

    assert again.trace_sha256 == report.trace_sha256


@pytest.mark.parametrize("tick", [0, 1, 250, 333, 599])
def test_an_edited_controller_begins_in_the_exact_state(run, tmp_path, tick):
    """Every table of the simulation is as it was at that tick of the original run."""
    file, _, _ = run
    edited = controller(tmp_path, STOPPER, "edited.py")

    resumption = resume(Moment(file, tick), RunRequest((edited,)))

    assert not resumption.is_replayed
    assert resumption.simulation.tick == tick
    with Recording(file) as recording:
        shown = Player(recording).at(tick)
    now = resumption.simulation.snapshot()
    assert tick % 2 or now == shown


def test_the_random_streams_go_on_as_well(run, tmp_path):
    """Given the same orders, the rest of the run is the same to the last bit."""
    file, unedited, _ = run
    edited = controller(tmp_path, STOPPER, "edited.py")
    resumption = resume(Moment(file, 200), RunRequest((edited,)))
    whole = resume(Moment(file, 0), RunRequest((unedited,)))
    whole.simulation.advance_to(0)

    with Recording(file) as recording:
        from wsusim.recording.contents import inputs
        from wsusim.recording.restore import drive

        entries = list(inputs(recording))
    drive(resumption.simulation, [entry for entry in entries if entry[0] >= 200])
    drive(whole.simulation, entries)

    mine, original = resumption.simulation.save_state(), whole.simulation.save_state()
    assert all(np.array_equal(mine[name], original[name]) for name in original)


def test_a_resumed_run_can_itself_be_recorded_verified_and_resumed(run, tmp_path):
    """A recording that begins midway is as good as one from the start."""
    file, _, _ = run
    edited = controller(tmp_path, STOPPER, "edited.py")

    recording = RecordingOptions(tmp_path / "second.mcap", is_beside=False)
    execute(RunRequest((edited,), time_s=5.0, begin_at=Moment(file, 250), record=recording))
    verdict = verify(tmp_path / "second.mcap")
    third = resume(Moment(tmp_path / "second.mcap", 300), RunRequest((edited,)))

    assert verdict.finding == "identical"
    assert verdict.ticks == 250
    assert third.is_replayed
    with Recording(tmp_path / "second.mcap") as recording:
        assert Player(recording).first_tick == 250


def test_a_resumed_run_in_which_one_robot_stands_can_be_verified(tmp_path):
    """Its orders from before count as given by hand, and nothing of that time is compared."""
    first, second, program = tmp_path / "a.mcap", tmp_path / "b.mcap", controller(tmp_path)
    recorded(first, program, program, maze="field")
    recording = RecordingOptions(second, is_beside=False)
    execute(RunRequest((program,), time_s=5.0, begin_at=Moment(first, 250), record=recording))

    verdict = verify(second)

    assert (verdict.finding, verdict.ticks) == ("identical", 250)


def test_a_resumed_run_is_of_the_recordings_seed_and_maze(tmp_path):
    """The report says what was driven, not what the command line says by default."""
    file = tmp_path / "run.mcap"
    program = controller(tmp_path, STOPPER, "edited.py")
    recording = RecordingOptions(file, is_beside=False)
    execute(RunRequest((program,), "caps", seed=4, time_s=1.0, record=recording))

    report = execute(RunRequest((program,), time_s=1.5, begin_at=Moment(file, 50)))

    assert (report.seed, report.maze) == (4, "caps")


def test_what_was_shown_once_is_not_shown_again(run):
    """The replayed part of a run is silent."""
    file, unedited, _ = run
    heard = Heard()

    execute(RunRequest((unedited,), begin_at=Moment(file, 599)), heard)

    assert heard.prints in ([], ["turn 101\n"])  # of 100 earlier ones, nothing


def test_a_moment_outside_of_the_recording_is_refused(run):
    """There is no state after the end."""
    file, unedited, _ = run

    with pytest.raises(BadInput, match=r"holds 0\.00 s to 6\.00 s, so there is no 6\.50 s in it"):
        resume(Moment(file, 650), RunRequest((unedited,), time_s=9.0))


def test_a_run_can_not_end_before_it_begins(run):
    """A time limit before the moment is refused."""
    file, unedited, _ = run

    with pytest.raises(BadInput, match="Give a later --time"):
        resume(Moment(file, 300), RunRequest((unedited,), time_s=2.0))


@pytest.mark.parametrize("text", ["run.mcap", "@3", "run.mcap@", "run.mcap@nan", "run.mcap@-1"])
def test_a_moment_must_name_file_and_second(text):
    """Everything but FILE@SECONDS is refused with an example."""
    with pytest.raises(BadInput, match=r"run\.mcap@12\.5"):
        parse_moment(text)


def test_a_moment_is_a_tick_of_a_file():
    """An ``@`` in the file's name does no harm."""
    moment = parse_moment("my@runs/a.mcap@12.5")

    assert (str(moment.file), moment.tick) == ("my@runs/a.mcap", 1250)


def test_a_run_that_a_hand_was_in_is_not_replayed_by_its_programs_alone(tmp_path):
    """They would go another way without the hand: they start again in the state of the moment."""
    spec, file = controller(tmp_path), tmp_path / "run.mcap"
    request = RunRequest(
        (spec,),
        "caps",
        time_s=3.0,
        speed=1000.0,
        is_isolated=True,
        record=RecordingOptions(file, is_beside=False),
    )
    watched = Watched(request, is_paused=True)
    watched.run.do(Drag(find_maze("caps").caps[0].id, 400.0, 400.0))
    watched.until_seen(lambda seen: seen.objects[0].x_mm == 400.0)
    watched.run.resume()
    watched.end()

    resumption = resume(Moment(file, 100), RunRequest((spec,)))

    assert not resumption.is_replayed
    assert resumption.simulation.tick == 100
