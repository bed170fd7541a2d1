"""A run on a real robot is recorded, and the recording serves like any other."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.command_line import wsusim
from tests.end_to_end.emulator_bench import running
from tests.unit.recording.forgery import forge
from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.formats.profile import profile_of_tuning, save_profile
from wsusim.model.commands import SetSpeeds
from wsusim.model.interventions import MadeSafe
from wsusim.model.readings import Quantity
from wsusim.model.tuning import RobotTuning
from wsusim.recording import contents
from wsusim.recording.info import describe
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording

MAIN = Path(__file__).parents[2] / "main.py"

DRIVES = """
from wsusim import Controller

class Drives(Controller):
    def run(self):
        self.motors.set_speeds(5, 4)
        print("off I go")
        self.say("driving")
        for _ in range(5):
            self.sensors.proximities
            self.sleep(0.2)
"""

TOLD = """
from wsusim import Controller

class Told(Controller):
    def run(self):
        x_mm, y_mm, heading_deg = self.start_pose
        print(f"{x_mm:.0f} {y_mm:.0f} {heading_deg:.0f}", self.motors.pulse_mm,
              self.motors.wheel_base_mm, f"{self.random.random():.6f}")
"""


@pytest.fixture(scope="module")
def emulation() -> Iterator[Emulation]:
    """Run an emulated Khepera II in the maze of rooms."""
    with running(EmulationRequest(tcp="0", baud=38400, maze="rooms", kind="khepera2")) as (made, _):
        yield made


@pytest.fixture(scope="module")
def recorded(emulation: Emulation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the recording of one run."""
    folder = tmp_path_factory.mktemp("real")
    controller, file = folder / "drives.py", folder / "run.mcap"
    controller.write_text(DRIVES, encoding="utf-8")
    address = f"serial:{emulation.ports[0].address}?baud=38400"
    words = ["run", str(controller), "--robot", address, "--maze", "rooms", "--record", str(file)]
    result = subprocess.run(
        [sys.executable, str(MAIN), *words], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return file


def test_a_program_is_told_where_its_robot_stands(emulation: Emulation, tmp_path: Path) -> None:
    """Place, pulse and random numbers are what the command line says, without a recording too."""
    controller = tmp_path / "told.py"
    controller.write_text(TOLD, encoding="utf-8")
    address = f"serial:{emulation.ports[0].address}?baud=38400"
    words = ["run", str(controller), "--robot", address]

    result = wsusim([*words, "--maze", "rooms", "--start", "150,160,90", "--seed", "7"])

    assert result.returncode == 0, result.stderr
    assert "150 160 90 0.08 52.0" in result.stdout
    assert f"{Random('wsusim seed 7 robot 0').random():.6f}" in result.stdout


def test_the_pose_is_where_the_robot_is(emulation: Emulation, recorded: Path) -> None:
    """Dead reckoning from the counters ends within 2 mm and a degree of the truth."""
    with Recording(recorded) as recording:
        player = Player(recording)
        first, last = player.at(0).robots[0].pose, player.at(player.last_tick).robots[0].pose
    truth = emulation.simulation.snapshot().robots[0].pose

    assert math.hypot(last.x_mm - first.x_mm, last.y_mm - first.y_mm) > 20.0
    assert (last.x_mm, last.y_mm) == pytest.approx((truth.x_mm, truth.y_mm), abs=2.0)
    assert last.heading_rad == pytest.approx(truth.heading_rad, abs=math.radians(1.0))


def test_orders_and_the_last_stop_are_in_it(recorded: Path) -> None:
    """What the robot was told, at the end that its motors are at zero."""
    with Recording(recorded) as recording:
        orders = [value for _, _, value in contents.inputs(recording)]

    assert SetSpeeds(5, 4) in orders
    assert orders[-1] == MadeSafe()


def test_answers_are_kept_with_their_age(recorded: Path) -> None:
    """One by one, in order, and whether the controller had asked."""
    with Recording(recorded) as recording:
        answers = list(contents.readings(recording))
        last = Player(recording).at(10**6).robots[0]
    asked = [answer for answer in answers if answer.is_asked_by_controller]
    own = [answer for answer in answers if not answer.is_asked_by_controller]

    assert {answer.quantity for answer in asked} == {Quantity.PROXIMITY}
    assert {Quantity.POSITIONS, Quantity.AMBIENT} <= {answer.quantity for answer in own}
    assert all(0 < answer.age_ms < 600 for answer in answers)
    assert [answer.tick for answer in answers] == sorted(answer.tick for answer in answers)
    assert last.proximity == [a for a in answers if a.quantity is Quantity.PROXIMITY][-1].values


def test_prints_and_says_are_in_it(recorded: Path) -> None:
    """As in a simulated run."""
    with Recording(recorded) as recording:
        lines = [(line.kind, line.text) for line in contents.lines(recording)]

    assert ("print", "off I go\n") in lines
    assert ("say", "driving") in lines


def test_info_says_that_the_robot_was_real(recorded: Path) -> None:
    """Address, kind by its own word, and that its poses are reckoned."""
    info = describe(recorded)
    text = wsusim(["info", str(recorded)]).stdout

    assert info.robots == ("khepera2",)
    assert str(info.real_robot).startswith("serial:socket://")
    assert "real, at serial:socket://" in text
    assert "dead-reckoned" in text


def test_replay_tells_the_story(recorded: Path) -> None:
    """Prints and says with their times."""
    output = wsusim(["replay", str(recorded)]).stdout

    assert "robot 1 print: off I go" in output
    assert "robot 1 say: driving" in output


def test_a_real_run_is_verified_on_what_the_robot_answered(recorded: Path) -> None:
    """The program does the same on the recorded answers; the world can't be done again."""
    result = wsusim(["replay", str(recorded), "--verify"])

    assert result.returncode == 0, result.stdout
    assert result.stdout.startswith("program identical, world recorded, 1.")


def test_a_real_run_without_a_tape_says_why_it_cannot_be_verified(
    recorded: Path, tmp_path: Path
) -> None:
    """Recordings of older versions open as ever, and the file isn't to blame."""
    with Recording(recorded) as recording:
        head = recording.metadata["wsusim.run"]["options"]
    options = {name: value for name, value in json.loads(head).items() if name != "robot_info"}
    old = forge(recorded, tmp_path / "old.mcap", head={"options": json.dumps(options)})
    result = wsusim(["replay", str(old), "--verify", "--json"])
    verdict = json.loads(result.stdout)

    assert result.returncode == 1
    assert verdict["finding"] == "cannot_run"
    assert "did not yet keep" in verdict["remarks"][0]


def test_a_simulation_goes_on_from_where_the_real_robot_was(recorded: Path, tmp_path: Path) -> None:
    """At its reckoned place; marked as simulated, and itself a run that can be verified."""
    file, profile = tmp_path / "branch.mcap", tmp_path / "mine.json"
    save_profile(profile_of_tuning("mine", "khepera2", RobotTuning(left_motor_gain=0.9)), profile)
    words = ["run", "wall_follower", "--from", f"{recorded}@0.5", "--time", "1"]
    words += ["--profile", str(profile)]
    result = wsusim([*words, "--record", str(file)])

    assert result.returncode == 0, result.stderr
    assert "From here on it is simulated" in result.stderr
    with Recording(recorded) as real, Recording(file) as branch:
        was, now = Player(real).at(50).robots[0], Player(branch).at(0).robots[0]
        assert (now.pose.x_mm, now.pose.y_mm) == (was.pose.x_mm, was.pose.y_mm)
        assert branch.header.real_robot is None
        assert branch.header.world.robots[0].tuning.left_motor_gain == 0.9
        assert "at 0.50 s (serial:socket://" in branch.header.options["simulated_from"]
    assert wsusim(["replay", str(file), "--verify"]).returncode == 0


def test_exports_work(recorded: Path, tmp_path: Path) -> None:
    """Tables, one of them with the answers; and a picture of the way."""
    picture = tmp_path / "way.png"
    words = ["export", str(recorded), "--csv", str(tmp_path), "--png", str(picture)]
    result = wsusim(words)

    assert result.returncode == 0, result.stderr
    answers = (tmp_path / "answers.csv").read_text(encoding="utf-8").splitlines()
    assert answers[0].startswith("time_s,robot,quantity,age_ms,asked_by,value_1")
    assert any(",proximity," in line and ",controller," in line for line in answers)
    assert picture.stat().st_size > 1000


def test_a_file_that_is_there_is_kept_and_the_robot_runs(
    emulation: Emulation, tmp_path: Path
) -> None:
    """As in simulation: the run goes on without a recording, and says so."""
    controller, file = tmp_path / "drives.py", tmp_path / "run.mcap"
    controller.write_text(DRIVES.replace("range(5)", "range(1)"), encoding="utf-8")
    file.write_text("precious", encoding="utf-8")
    address = f"serial:{emulation.ports[0].address}?baud=38400"
    result = wsusim(["run", str(controller), "--robot", address, "--record", str(file)])

    assert result.returncode == 0, result.stderr
    assert "This run is not recorded" in result.stderr
    assert file.read_text(encoding="utf-8") == "precious"


def test_the_profiles_pulses_reckon_the_pose(emulation: Emulation, tmp_path: Path) -> None:
    """With ``--profile`` the pose follows from its size of a pulse, here a twelfth of a mm."""
    controller, file = tmp_path / "drives.py", tmp_path / "run.mcap"
    controller.write_text(DRIVES.replace("range(5)", "range(1)"), encoding="utf-8")
    profile = profile_of_tuning("mine", "khepera2", RobotTuning(), pulse_mm=1.0 / 12.0)
    save_profile(profile, tmp_path / "robot.json")
    address = f"serial:{emulation.ports[0].address}?baud=38400"
    words = ["run", str(controller), "--robot", address, "--record", str(file)]
    result = wsusim([*words, "--profile", str(tmp_path / "robot.json")])
    assert result.returncode == 0, result.stderr

    with Recording(file) as recording:
        player = Player(recording)
        first, last = player.at(0).robots[0], player.at(player.last_tick).robots[0]

    way_mm = math.hypot(last.pose.x_mm - first.pose.x_mm, last.pose.y_mm - first.pose.y_mm)
    pulses = (last.left_position + last.right_position) / 2.0
    assert pulses > 50.0
    assert way_mm == pytest.approx(pulses / 12.0, rel=0.005)


@pytest.mark.parametrize("option", [["--sample", "40"], ["--overwrite"]])
def test_what_is_for_recordings_needs_one(option: list[str]) -> None:
    """Nothing is ignored in silence."""
    result = wsusim(["run", "wall_follower", "--robot", "serial:/dev/x", *option])

    assert result.returncode == 2
    assert "only works with --record" in result.stderr
