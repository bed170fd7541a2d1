"""``replay --verify``: true recordings pass, and every kind of untruth is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.recorded_runs import WANDERER, controller, recorded
from tests.unit.recording.forgery import forge
from tests.watched_run import Watched
from wsusim.control.loader import load_controllers
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import built_in_mazes, find_maze
from wsusim.hosting.sandbox import trouble
from wsusim.recording.file_layout import COMMANDS, EVENTS, LOG, SAMPLES
from wsusim.recording.header import ControllerSource, Versions
from wsusim.recording.reader import BadRecording
from wsusim.recording.repair import repair
from wsusim.runs.actions import Drag
from wsusim.runs.recorded.rerun import lay_out
from wsusim.runs.recorded.verify import verify
from wsusim.runs.request import RecordingOptions, RunRequest

CRASHER = WANDERER.replace("> 200:", "> 2000:")
"""Sees no wall."""

MAZES = sorted(built_in_mazes())
CONTROLLERS = sorted(file.stem for file in Path("controllers").glob("*.py"))
SOCCER = {"goalkeeper", "striker"}
"""See by the camera above the arena, and end at once where there is none."""

DRIVEN = [
    (name, maze)
    for name in CONTROLLERS
    for maze in MAZES
    if name not in SOCCER or find_maze(maze).arena_camera is not None
]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A recorded run of six seconds and its controller."""
    folder = tmp_path_factory.mktemp("run")
    file = folder / "run.mcap"
    recorded(file, controller(folder))
    return file


def test_a_true_recording_is_identical_over_every_tick(run):
    """Nothing was changed: all ticks are the same."""
    verdict = verify(run)

    assert verdict.finding == "identical"
    assert verdict.ticks == 600


@pytest.mark.parametrize(
    ("column", "index", "quantity"),
    [
        ("x_mm", 3, "robots[0].pose.x_mm"),
        ("left_position", 7, "robots[0].left_position"),
        ("heading_rad", 0, "robots[0].pose.heading_rad"),
    ],
)
def test_one_changed_value_is_named_with_tick_and_both_values(
    run, tmp_path, column, index, quantity
):
    """A value that was changed so that all checksums fit is found by running again."""
    changed = {}

    def change(topic, tick, fields):
        if topic == SAMPLES and fields["ticks"] == {"first": 82, "step": 2, "count": 40}:
            values = fields["robots"][0][column]
            changed["was"] = values[index]
            values[index] += 1
            changed["now"] = values[index]

    verdict = verify(forge(run, tmp_path / "forged.mcap", change))

    assert verdict.finding == "differs"
    assert verdict.difference is not None
    assert verdict.difference.tick == 82 + 2 * index
    assert verdict.difference.quantity == quantity
    assert verdict.difference.recorded == repr(changed["now"])
    assert verdict.difference.again == repr(changed["was"])


def test_a_changed_reading_is_named(run, tmp_path):
    """One sensor's value of one sample is found among thousands."""

    def change(topic, tick, fields):
        if topic == SAMPLES and fields["ticks"] == {"first": 242, "step": 2, "count": 40}:
            column = fields["robots"][0]["proximity"][6]
            values = column if isinstance(column, list) else [column] * 40
            values[4] += 1
            fields["robots"][0]["proximity"][6] = values

    verdict = verify(forge(run, tmp_path / "forged.mcap", change))

    assert verdict.difference is not None
    assert (verdict.difference.tick, verdict.difference.quantity) == (
        250,
        "robots[0].proximity[6]",
    )


def test_a_changed_order_is_named(run, tmp_path):
    """An order that the controller did not give is found."""

    def change(topic, tick, fields):
        if topic == COMMANDS and fields["commands"][0][0] == 82:
            fields["commands"][2][3] += 1

    verdict = verify(forge(run, tmp_path / "forged.mcap", change))

    assert verdict.difference is not None
    assert verdict.difference.tick == 86
    assert verdict.difference.quantity == "order to robots[0]"
    assert "SetSpeeds" in verdict.difference.again


def test_a_changed_event_is_named(tmp_path):
    """A contact that is told to be of another time is found."""
    run = tmp_path / "run.mcap"
    recorded(run, controller(tmp_path, CRASHER))
    moved = []

    def change(topic, tick, fields):
        if topic == EVENTS and not moved:
            fields["tick"] += 2
            moved.append(fields["tick"])

    verdict = verify(forge(run, tmp_path / "forged.mcap", change))

    assert verdict.difference is not None
    assert verdict.difference.quantity == "event"


@pytest.mark.parametrize("place", [0.1, 0.3, 0.6, 0.9, 0.999])
def test_a_changed_byte_is_told_from_another_run(run, tmp_path, place):
    """A byte that was changed in the file is damage, not a difference."""
    content = bytearray(run.read_bytes())
    content[int(len(content) * place)] ^= 0x01
    file = tmp_path / "run.mcap"
    file.write_bytes(content)

    verdict = verify(file)

    assert verdict.finding == "damaged"
    assert verdict.difference is None
    assert "run.mcap" in verdict.remarks[0]


@pytest.mark.parametrize(
    ("topic", "change"),
    [
        (SAMPLES, lambda fields: fields["robots"][0].update(x_mm="far")),
        (SAMPLES, lambda fields: fields["ticks"].update(step=0)),
        (COMMANDS, lambda fields: fields["commands"][0].append(7)),
        (LOG, lambda fields: fields.update(name="robot_x/print")),
    ],
)
def test_one_part_that_makes_no_sense_is_damage(run, tmp_path, topic, change, caplog):
    """It is said once, without a traceback, before anything is run again."""
    done = []

    def forged(found, tick, fields):
        if found == topic and not done and (tick > 80 or topic == LOG):
            done.append(tick)
            change(fields)

    verdict = verify(forge(run, tmp_path / "forged.mcap", forged))

    assert verdict.finding == "damaged"
    assert "makes no sense" in verdict.remarks[0]
    assert not caplog.records


def test_a_changed_program_in_the_file_is_damage(run, tmp_path):
    """The attached source is checked against its recorded hash."""
    content = run.read_bytes()
    file = tmp_path / "run.mcap"
    file.write_bytes(content.replace(b"> 200:", b"> 201:"))

    verdict = verify(file)

    assert verdict.finding == "damaged"
    assert "program of robot 1" in verdict.remarks[0]


def test_another_controller_is_told_apart(run, tmp_path):
    """With the file that was handed in, a difference is put down to it."""
    other = controller(tmp_path, WANDERER.replace("> 200:", "> 500:"), "other.py")

    verdict = verify(run, controllers=(other,))

    assert verdict.finding == "other_controller"
    assert "other.py is not the program that drove robot 1" in verdict.remarks[0]


def test_the_same_controller_from_a_file_passes(run):
    """The very file that was recorded gives the very run."""
    verdict = verify(run, controllers=(str(run.parent / "wanderer.py"),))

    assert verdict.finding == "identical"
    assert verdict.remarks == ()


def test_the_same_controller_by_another_name_passes(run, tmp_path):
    """What is handed in may be called otherwise: its text decides."""
    verdict = verify(run, controllers=(controller(tmp_path, WANDERER, "handed_in.py"),))

    assert verdict.finding == "identical"
    assert verdict.remarks == ()


def test_another_version_is_told_apart(tmp_path):
    """A recording of another version that comes out otherwise is put down to that."""
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path))
    numpy = Versions.current().numpy

    def change(topic, tick, fields):
        if topic == SAMPLES and fields["ticks"] == {"first": 82, "step": 2, "count": 40}:
            fields["robots"][0]["x_mm"][0] += 1

    older = forge(file, tmp_path / "older.mcap", change, head={"numpy": "1.99.9"})
    verdict = verify(older)

    assert verdict.finding == "other_version"
    assert f"made with numpy 1.99.9; this is {numpy}" in verdict.remarks[0]


def changed(file, tmp_path, **head):
    """Return a recording that says other things of itself and has one false sample."""

    def change(topic, tick, fields):
        if topic == SAMPLES and fields["ticks"] == {"first": 82, "step": 2, "count": 40}:
            fields["robots"][0]["x_mm"][0] += 1

    return forge(file, tmp_path / "changed.mcap", change, head=head)


def test_the_c_librarys_sines_are_named_as_a_reason(run, tmp_path):
    """A run from when sines were the computer's may come out otherwise, and is told so."""
    verdict = verify(changed(run, tmp_path, arithmetic=None, scene=None, computer=None))

    assert verdict.finding == "other_version"
    assert "sines, logarithms and the like were those of the computer" in verdict.remarks[-1]


def test_a_program_that_uses_numpy_may_differ_on_another_computer(tmp_path):
    """Then both computers are named; on the same one it is simply a difference."""
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path, f"import numpy as np{chr(10)}{WANDERER}"))

    elsewhere = verify(changed(file, tmp_path, computer="an abacus"))
    here = verify(changed(file, tmp_path))

    assert (elsewhere.finding, here.finding) == ("differs", "differs")
    assert "calculates with numpy" in elsewhere.remarks[-1]
    assert "It was recorded on: an abacus." in elsewhere.remarks[-1]
    assert not any("calculates" in remark for remark in here.remarks)


def test_a_program_with_neighbours_is_recorded_whole(tmp_path):
    """Modules beside the controller are kept and used for running it again."""
    (tmp_path / "speeds.py").write_text("FAST = 12\n")
    text = WANDERER.replace("from wsusim", "from speeds import FAST\nfrom wsusim").replace(
        "set_speeds(15,", "set_speeds(FAST,"
    )
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path, text))
    (tmp_path / "speeds.py").unlink()

    assert verify(file).finding == "identical"


def test_a_program_that_can_not_run_again_is_a_verdict(tmp_path):
    """A controller that read a file which is gone can't be run: that is said, nothing crashes."""
    (tmp_path / "speed.txt").write_text("12")
    text = (
        "from pathlib import Path\n"
        + WANDERER.replace("self.turns = 0", "self.turns = int(SPEED)")
        + "\n"
    )
    text = text.replace(
        "class Wanderer",
        f"SPEED = Path({str(tmp_path / 'speed.txt')!r}).read_text()\nclass Wanderer",
    )
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path, text))
    (tmp_path / "speed.txt").unlink()

    verdict = verify(file)

    assert verdict.finding == "cannot_run"
    assert "speed.txt" in verdict.remarks[0]


def test_a_repaired_recording_is_verified_as_far_as_it_reaches(run, tmp_path):
    """What was saved of a cut run is compared; the rest is not missed."""
    file = tmp_path / "run.mcap"
    content = run.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    saved = repair(file)

    verdict = verify(file)

    assert verdict.finding == "identical"
    assert 0 < verdict.ticks <= saved.last_tick + 2


def test_something_else_is_no_verdict(tmp_path):
    """A file that never was a recording is refused."""
    (tmp_path / "x.mcap").write_text("hello")

    with pytest.raises(BadRecording, match="is not a recording"):
        verify(tmp_path / "x.mcap")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "maze"), DRIVEN)
def test_every_ready_controller_in_every_maze_is_verified(name, maze, tmp_path):
    """All controllers can be trusted over all built-in mazes in which they can drive."""

    def finding(class_name: str) -> str:
        file = tmp_path / f"{class_name}.mcap"
        recorded(file, f"controllers/{name}.py:{class_name}", maze=maze, time_s=20.0)
        return verify(file).finding

    findings = {loaded.class_name: finding(loaded.class_name) for loaded in load_controllers(name)}

    assert set(findings.values()) == {"identical"}, findings


def test_why_a_run_that_counted_the_computing_cannot_be_repeated_is_said(tmp_path):
    """Computing was charged on request, and no controller was left behind."""
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path), time_s=0.5, decision_factor=0.001)

    remarks = " ".join(verify(file).remarks)

    assert "--decision measured" in remarks
    assert "took too long" not in remarks


def test_a_program_can_not_change_the_comparison(tmp_path):
    """What it does to wsusim's own modules stays in its own process."""
    cheat = (
        "import wsusim.recording.compare as compare\n"
        "compare.Comparison.first_difference = property(lambda self: None)\n"
    )
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path, cheat + WANDERER), is_isolated=True)

    def change(topic, tick, fields):
        if topic == SAMPLES and fields["ticks"] == {"first": 82, "step": 2, "count": 40}:
            fields["robots"][0]["x_mm"][0] += 1

    assert verify(forge(file, tmp_path / "forged.mcap", change)).finding == "differs"


def test_what_a_program_writes_does_not_reach_its_folder(tmp_path):
    """A data file beside the controller is as it was; the program wrote into its copy's folder."""
    writes = WANDERER.replace("self.turns = 0", 'self.turns = 0; Path("log.txt").write_text("new")')
    file, log = tmp_path / "run.mcap", tmp_path / "log.txt"
    spec = controller(tmp_path, "from pathlib import Path\n" + writes)
    recorded(file, spec)
    log.write_text("old")

    assert verify(file).finding == "identical"
    assert verify(file, controllers=(spec,)).finding == "identical"
    assert log.read_text() == "old"


def test_a_program_that_writes_elsewhere_is_refused_with_the_place(tmp_path):
    """And nothing is written there."""
    target = tmp_path / "home" / "precious.txt"
    writes = WANDERER.replace(
        "self.turns = 0", f'self.turns = 0; Path({str(target)!r}).write_text("x")'
    )
    target.parent.mkdir()
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path, "from pathlib import Path\n" + writes))
    target.unlink()

    verdict = verify(file)

    assert verdict.finding == "differs"
    assert any(str(target) in remark for remark in verdict.remarks)
    assert not target.exists()


@pytest.mark.parametrize(
    ("robot", "main", "name"),
    [(0, "w.py", "../w.py"), (0, "/etc/passwd", "w.py"), (0, "w.py", "/tmp/w.py")],
)
def test_programs_are_laid_out_in_the_scratch_folder_only(tmp_path, robot, main, name):
    """A path that leads elsewhere is refused, and nothing is written."""
    source = ControllerSource(robot, "", main, {name: b""})

    with pytest.raises(BadInput, match="Don't trust it"):
        lay_out(tmp_path / "scratch", [source])

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "files",
    [{"x\0y.py": b""}, {"w.py": b"", "w.py/x.py": b""}, {"w" * 300 + ".py": b""}],
    ids=repr,
)
def test_names_that_no_file_can_have_are_told_in_a_sentence(tmp_path, files):
    """The recording is not from wsusim, then; nothing breaks."""
    source = ControllerSource(0, "", next(iter(files)), files)

    with pytest.raises(BadInput, match="names that no file can have"):
        lay_out(tmp_path, [source])


def test_another_controller_can_not_be_compared_with_a_run_that_a_hand_was_in(tmp_path):
    """Nothing was run, and nothing is called identical."""
    spec, file = controller(tmp_path), tmp_path / "run.mcap"
    recording = RecordingOptions(file, is_beside=False)
    request = RunRequest(
        (spec,), "caps", time_s=2.0, speed=1000.0, is_isolated=True, record=recording
    )
    watched = Watched(request, is_paused=True)
    watched.run.do(Drag(find_maze("caps").caps[0].id, 400.0, 400.0))
    watched.until_seen(lambda seen: seen.objects[0].x_mm == 400.0)
    watched.run.resume()
    watched.end()

    verdict = verify(file)
    assert verdict.finding == "identical"
    assert len(verdict.remarks) == 1, "the controller is not blamed for the hand"
    assert verify(file, controllers=(spec,)).finding == "nothing_compared"


def test_a_recording_without_a_tick_is_not_identical(tmp_path):
    """There was nothing to compare."""
    file = tmp_path / "run.mcap"
    idle = "from wsusim import Controller\nclass Idle(Controller):\n    def run(self): pass\n"
    recorded(file, controller(tmp_path, idle))

    assert verify(file).finding == "nothing_compared"


@pytest.mark.skipif(bool(trouble()), reason=trouble())
def test_a_recording_of_a_stranger_does_no_harm_when_it_is_verified(tmp_path):
    """Its program reaches nothing by the C library either, and what it wanted to read is named."""
    secret = tmp_path / "secret.txt"
    secret.write_text("the solution")
    reads = WANDERER.replace("self.turns = 0", f"self.turns = 0; Path({str(secret)!r}).read_text()")
    calls = WANDERER.replace("self.turns = 0", "self.turns = 0; ctypes.CDLL(None).kill(-1, 9)")
    reader, caller = tmp_path / "reader.mcap", tmp_path / "caller.mcap"
    recorded(reader, controller(tmp_path, "from pathlib import Path\n" + reads))
    recorded(caller, controller(tmp_path, WANDERER))

    told = verify(reader, is_sandboxed=True)
    harmless = verify(
        caller, controllers=(controller(tmp_path, "import ctypes\n" + calls),), is_sandboxed=True
    )

    assert told.finding == "differs"
    assert any(str(secret) in remark for remark in told.remarks)
    assert verify(reader).is_identical
    assert harmless.is_identical
