"""A match from the start of the agents to the result."""

from __future__ import annotations

import socket
import sys
from dataclasses import replace
from functools import partial
from os import utime
from pathlib import Path

import pytest

from tests.unit.ciber.matches import OPEN, QUIET
from wsusim.ciber.arena import Arena
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.contest_lab import Place
from wsusim.ciber.match import STRANGER, MatchRequest, play
from wsusim.ciber.scoring import judge_named
from wsusim.errors import BadInput

GRID = (Place(3.0, 3.0), Place(6.0, 3.0))

DRIVER = """
from wsusim.ciber import CiberController

class Driver(CiberController):
    def step(self):
        self.motors.set_powers(0.1, 0.1)
        self.say(f"{self.number} {self.time}")
"""

FAILING = """
from wsusim.ciber import CiberController

class Failing(CiberController):
    def step(self):
        self.motors.set_powers(9, 9)
"""


def arena(seed: int = 1, cycles: int = 40) -> Arena:
    """Return a short match."""
    return Arena(OPEN, GRID, replace(QUIET, sim_time_cycles=cycles), judge_named("0"), seed)


@pytest.fixture
def driver(tmp_path: Path) -> str:
    """Return the file of an agent that drives ahead."""
    file = tmp_path / "driver.py"
    file.write_text(DRIVER)
    return str(file)


def test_agents_drive_and_the_match_ends(driver: str) -> None:
    """Two agents in lock-step: all cycles, none silent, ended in good order."""
    result = play(MatchRequest((driver, driver)), arena)
    assert (result.cycles, [r.exit_code for r in result.robots]) == (40, [0, 0])
    assert [r.silent_cycles for r in result.robots] == [0, 0]


def test_the_same_match_comes_out_the_same(driver: str) -> None:
    """Lock-step with noise: same seed, same agents, same match, to the byte."""

    def noisy() -> Arena:
        made = arena()
        made.parameters = replace(made.parameters, motors_noise_percent=1.5)
        return made

    first, second = (play(MatchRequest((driver,)), noisy) for _ in range(2))
    assert first.trace_sha256 == second.trace_sha256


def test_an_agent_that_fails_ends_its_part(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The student's line is shown, and the result names the exit code."""
    file = tmp_path / "failing.py"
    file.write_text(FAILING)
    result = play(MatchRequest((str(file),)), arena)
    assert result.robots[0].exit_code == 1
    told = capfd.readouterr().err
    assert "failing.py, line 6" in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("there/is/no/such/program", "can't be started"),
        (f"{sys.executable} -c pass", "before it registered"),
        ("", "empty"),
    ],
)
def test_an_agent_that_does_not_come_is_told(agent: str, message: str) -> None:
    """One sentence, and nothing is left running."""
    with pytest.raises(BadInput, match=message):
        play(MatchRequest((agent,)), arena)


def test_more_agents_than_places_are_refused(driver: str) -> None:
    """The grid says how many can take part."""
    with pytest.raises(BadInput, match="start positions"):
        play(MatchRequest((driver,) * 3), arena)


def test_a_program_of_another_make_takes_part(tmp_path: Path) -> None:
    """A command line with {host}, {pos} and {name}, as the contest's own agents are started."""
    file = tmp_path / "other.py"
    file.write_text(
        "import socket, sys\n"
        "host, port = sys.argv[1].split(':')\n"
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "s.settimeout(10)\n"
        'robot = f\'<Robot Name="{sys.argv[3]}" Id="{sys.argv[2]}"/>\'\n'
        "s.sendto(robot.encode(), (host, int(port)))\n"
        "_, to = s.recvfrom(1024)\n"
        'while \'Start="Off" Stop="Off"\' not in s.recv(4096).decode():\n'
        "    s.sendto(b'<Actions EndLed=\"Off\"/>', to)\n"
        '    s.sendto(b\'<Actions LeftMotor="0.1" RightMotor="0.1"/>\', to)\n'
    )
    made = arena()
    play(MatchRequest((f"{sys.executable} {file} {{host}} {{pos}} {{name}}",)), lambda: made)
    assert made.bodies.poses[0, 0] > 6.0


def test_a_folder_with_the_courses_script_takes_part(tmp_path: Path, driver: str) -> None:
    """``run.sh -c CHALLENGE -h HOST -p POS -r NAME -f OUTFILE``."""
    folder = tmp_path / "agent"
    folder.mkdir()
    root = Path(__file__).parents[3]
    (folder / "run.sh").write_text(
        f'exec "{sys.executable}" "{root / "main.py"}" ciber agent "{driver}"'
        ' --host "$4" --pos "$6" --name "$8"\n'
    )
    result = play(MatchRequest((str(folder),)), arena)
    assert result.robots[0].exit_code == 0


THINKER = """
from wsusim.ciber import CiberController

class Thinker(CiberController):
    def step(self):
        self.show_text(str(self.time))
        self.request("Compass")
        self.motors.set_powers(0.1, 0.11)
"""


def test_lock_step_waits_for_agents_that_think_aloud(tmp_path: Path) -> None:
    """A thought that comes before an agent's orders doesn't end the cycle early."""
    file = tmp_path / "thinker.py"
    file.write_text(THINKER)

    def asking() -> Arena:
        made = arena()
        made.parameters = replace(made.parameters, requests_per_cycle=1)
        return made

    result = play(MatchRequest((str(file), str(file))), asking)
    # Before the start an agent may answer two cycles at once; then never.
    assert [robot.silent_cycles for robot in result.robots] == [0, 0]
    assert result.refused_datagrams == 0


MAPPER = """
import sys
from pathlib import Path
from wsusim.ciber import CiberController

class Mapper(CiberController):
    def step(self):
        name = sys.argv[1] if len(sys.argv) > 1 else "mapper-1"
        Path(f"{name}.map").write_text("X")
        Path(f"{name}.path").write_text("0 0\\n0 0")
        self.finish()
"""


def test_a_map_and_a_path_are_both_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Challenge 4 asks for OUTFILE.map and OUTFILE.path."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mapper.py").write_text(MAPPER)

    def planning() -> Arena:
        return Arena(OPEN, GRID, replace(QUIET, sim_time_cycles=40), judge_named("3"))

    result = play(MatchRequest(("mapper.py",)), planning)
    (robot,) = result.robots
    assert robot.mark is not None
    assert robot.mark.remark == "The path goes nowhere."
    assert robot.map_mark is not None
    assert "should be 27 x 55" in robot.map_mark.remark
    assert result.ending == "All robots are done."


def test_a_match_says_that_its_agents_left(tmp_path: Path) -> None:
    """Before the time was up and without their end leds."""
    file = tmp_path / "leaver.py"
    file.write_text(DRIVER.replace("self.motors", "raise SystemExit\n        self.motors"))
    result = play(MatchRequest((str(file),)), arena)
    assert result.ending.startswith("Cut short: all agents ended by themselves, in cycle")


LEAVER = """
import socket, sys
host, port = sys.argv[1].split(":")
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.settimeout(10)
s.sendto(b'<Robot Name="leaver" Id="1"/>', (host, int(port)))
_, to = s.recvfrom(1024)
while b'Time="5"' not in s.recv(4096):
    s.sendto(b'<Actions LeftMotor="0.1" RightMotor="0.1"/>', to)
s.close()
while {lingers}:
    pass
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is unknown when a socket closes")
@pytest.mark.parametrize("lingers", [False, True])
def test_a_match_ends_in_the_same_cycle_however_long_its_agent_takes_to_end(
    tmp_path: Path, *, lingers: bool
) -> None:
    """When nothing more can come from it: its process ends some cycles later, or not at all."""
    file = tmp_path / "leaver.py"
    file.write_text(LEAVER.replace("{lingers}", str(lingers)))

    result = play(MatchRequest((f"{sys.executable} {file} {{host}}",)), arena)

    assert result.cycles == 7  # in the last one it is told that it is over
    assert result.ending == "Cut short: all agents ended by themselves, in cycle 6."
    assert result.robots[0].exit_code == (None if lingers else 0)


def test_what_an_agent_printed_is_told_when_it_does_not_come(tmp_path: Path) -> None:
    """On its standard output, too: the course's agents say there which option they don't know."""
    file = tmp_path / "picky.py"
    file.write_text("import sys\nprint('hello')\nprint('\\x1b[31munknown argument', sys.argv[1])\n")
    with pytest.raises(BadInput, match=r"It printed last: 'hello', 'unknown argument -r'\."):
        play(MatchRequest((f"{sys.executable} {file} -r {{name}}",)), arena)


def test_why_an_agent_was_refused_is_told(tmp_path: Path) -> None:
    """It can only say that it was; the arena knows why."""
    file = tmp_path / "third.py"
    registering = LEAVER.partition("while")[0].replace('Id="1"', 'Id="7"')
    file.write_text(registering)
    with pytest.raises(BadInput, match="The arena refused it: Start position 7 is not one of 1 to"):
        play(MatchRequest((f"{sys.executable} {file} {{host}}",)), arena)


def test_an_agent_that_prints_without_end_does_not_wait_for_a_reader(tmp_path: Path) -> None:
    """A million characters a cycle, more than a pipe holds."""
    file = tmp_path / "talker.py"
    file.write_text(DRIVER.replace("self.motors", "print('x' * 1_000_000)\n        self.motors"))
    result = play(MatchRequest((str(file),)), partial(arena, cycles=10))
    assert [(r.exit_code, r.slow_cycles, r.silent_in_all) for r in result.robots] == [(0, 0, 0)]


def test_a_map_under_another_name_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder below, say; a path is no map."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sim").mkdir()
    (tmp_path / "old.map").write_text("X")
    utime(tmp_path / "old.map", (0.0, 0.0))
    wrong = MAPPER.replace("{name}.map", "sim/solution.map").replace("{name}.path", "path.out")
    (tmp_path / "mapper.py").write_text(wrong)

    def mapping() -> Arena:
        return Arena(OPEN, GRID, replace(QUIET, sim_time_cycles=40), judge_named("2"))

    (robot,) = play(MatchRequest(("mapper.py",)), mapping).robots
    assert robot.mark is not None
    assert robot.mark.remark == (
        "It wrote neither mapper-1.map nor mapping.out, but sim/solution.map: copy that to "
        "mapper-1.map in the end."
    )


def test_lock_step_is_certain_of_its_result(driver: str) -> None:
    """No doubts; by the clock there always are some."""
    assert play(MatchRequest((driver,)), arena).doubts == ()


STUBBORN = """
import re
import socket
import sys

name, number = sys.argv[1:3]
host, port = sys.argv[3].split(":")
own = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
own.sendto(f'<Robot Name="{name}" Id="{number}"/>'.encode(), (host, int(port)))
arena = own.recvfrom(4096)[1]
while b'<Measures' in (told := own.recv(4096)):
    own.sendto(b'<Actions LeftMotor="0.1" RightMotor="0.1"/>', arena)
    if b'Time="30"' in told:
        own.sendto(b'<Actions EndLed="On"/>', arena)
        break
"""
"""An agent that takes a position of its own choice."""


def stubborn(folder: Path, name: str, number: int) -> str:
    """Return the command line of an agent that registers at this position."""
    (folder / f"{name}.py").write_text(STUBBORN)
    return f"{sys.executable} {folder / name}.py {name} {number} {{host}}"


def test_an_agent_may_take_another_position_than_it_is_given(tmp_path: Path) -> None:
    """In some agents it stands in the source; the match is played and counted all the same."""
    result = play(MatchRequest((stubborn(tmp_path, "anna", 2),)), arena)

    (robot,) = result.robots
    assert (robot.number, robot.name, robot.exit_code) == (2, "anna", 0)
    assert "anna.py" in robot.agent


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux's kernel")
def test_points_belong_to_the_program_that_drove_the_robot(tmp_path: Path) -> None:
    """Whichever positions two agents have taken: the first ones swapped, as they like, or free."""
    agents = (stubborn(tmp_path, "anna", 2), stubborn(tmp_path, "ben", 1))

    result = play(MatchRequest(agents), arena)

    assert [(robot.name, robot.agent) for robot in result.robots] == [
        *(("ben", agents[1]), ("anna", agents[0])),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux's kernel")
def test_a_strangers_robot_is_no_agents(tmp_path: Path) -> None:
    """Whoever finds the arena open may register; his points are told as a stranger's."""
    (tmp_path / "late.py").write_text("import time\ntime.sleep(60)\n")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as guest:

        def visit(server: ArenaServer) -> None:
            if not server.arena.robots:
                guest.sendto(b'<Robot Name="guest" Id="2"/>', server.address)

        late = f"{sys.executable} {tmp_path}/late.py"
        request = MatchRequest((late,), clock="real")
        result = play(request, partial(arena, cycles=3), observers=[visit])

    assert [(robot.name, robot.agent) for robot in result.robots] == [("guest", STRANGER)]
