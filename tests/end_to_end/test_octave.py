"""Real Octave drives the emulated robot with the functions of ``templates/octave``."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.end_to_end.emulator_bench import running
from wsusim.emulator.emulation import EmulationRequest
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import read_maze
from wsusim.formats.maze_file import save_maze
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Cap, RobotStart, World

OCTAVE = shutil.which("octave-cli")
FUNCTIONS = Path(__file__).parents[2] / "templates/octave"

pytestmark = pytest.mark.skipif(OCTAVE is None, reason="Octave (octave-cli) is not installed")


def octave(program: str, address: str, folder: Path | None = None) -> str:
    """Run a program in Octave, in a folder, and return what it prints; fails with what it says."""
    assert OCTAVE is not None
    head = f"addpath('{FUNCTIONS.as_posix()}'); setenv('KHEPERA', '{address}');\n"
    done = subprocess.run(
        [OCTAVE, "--no-gui", "-q", "-f", "--eval", head + program],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def has_package() -> bool:
    """Return whether Octave has its package for the network."""
    assert OCTAVE is not None
    words = [OCTAVE, "-q", "-f", "--eval", "pkg load instrument-control"]
    return subprocess.run(words, capture_output=True, timeout=60).returncode == 0


@pytest.fixture
def pty(tmp_path: Path) -> Path:
    """Return the name for a pseudo-terminal."""
    return tmp_path / "khepera"


BRAITENBERG = """
ref = kopen([-1, 9600, 1]);
bad = 0;
for n = 1:{rounds}
  near = kProximity(ref);
  bad += numel(near) != 8 || any(near < 0 | near > 1023);
  left = 8 - near(4) / 60 - near(5) / 70 + near(1) / 90;
  right = 8 - near(3) / 60 - near(2) / 70 + near(6) / 90;
  bad += kSetSpeed(ref, left, right) != 0;
endfor
kStop(ref);
kclose(ref);
printf("%d", bad);
"""


@pytest.mark.parametrize(
    ("rounds", "way_mm"), [(150, 50.0), pytest.param(1300, 500.0, marks=pytest.mark.slow)]
)
def test_a_braitenberg_vehicle_drives_without_a_bad_answer(
    pty: Path, rounds: int, way_mm: float
) -> None:
    """Two answers in each 46 simulated milliseconds at 9600 baud, all right, for up to a minute."""
    with running(EmulationRequest(maze="rooms", link=pty, speed=10.0)) as (emulation, _):
        bad = octave(BRAITENBERG.replace("{rounds}", str(rounds)), str(pty))
        simulation = emulation.simulation

    assert bad == "0"
    assert simulation.tick > 4.6 * rounds
    assert simulation.statistics(0).distance_mm > way_mm


EVERYTHING = """
ref = kopen([-1, 9600, 1]);
printf("%s|", ksend(['B' 10], ref), kcmd(ref, 'D,1'), kTurret(ref, 1, 'H,1'));
printf("%d|", kSetSpeed(ref, 0, 0), kGetSpeed(ref), size(kProximity(ref)), size(kAmbient(ref)));
printf("%d|", kSetEncoders(ref, 7, -7), kGetEncoders(ref), kSetEncoders(ref), kGetEncoders(ref));
printf("%d|", kSetPID(ref, 1, 2, 3), kLED(ref, [0 1], [1 1]), kGripper(ref, 'position'));
printf("%d|", kGripper(ref, 'up'), kGripper(ref, 'open'), kTurret(ref, 9, 'B'), kStop(ref));
printf("%d", any(kcmd(ref, 'list', 1) == 10));
kclose(ref);
"""
ANSWERS = "b,5.02,5.01|z,Protocol error|h,180|0|0|0|8|1|8|1|0|7|-7|0|0|0|0|0|180|0|0|-1|0|1"


def test_every_function_gives_what_kmatlabs_gave(pty: Path) -> None:
    """Text from ksend and kTurret, columns from readings, 0 or -1 from orders."""
    with running(EmulationRequest(link=pty, baud=None)):
        assert octave(EVERYTHING, str(pty)) == ANSWERS


def test_the_same_over_the_network() -> None:
    """With the package instrument-control, kopen reaches a network port."""
    if not has_package():
        pytest.skip("Octave's package instrument-control is not installed")
    with running(EmulationRequest(tcp="0", baud=None)) as (emulation, _):
        address = emulation.ports[0].address.removeprefix("socket://")
        assert octave(EVERYTHING, address) == ANSWERS


KIKS = """
port = -1;
baud = 9600;
ref=kiks_kopen([port,baud,1]);
disp(kiks_ksend(['B' 13],ref))
kSetEncoders(ref,0,0);
kMoveTo(ref,100,100);
status=kGetStatus(ref);
while(status(1)+status(4)<2)
   kiks_pause(0.01);
   status=kGetStatus(ref);
end;
disp(kGetEncoders(ref)')
disp(kiks_ktime(port) > 0)
kiks_kclose(ref);
disp(isempty(kiks_ktime(port)))
"""


def test_a_program_written_for_kiks_runs_unchanged(pty: Path) -> None:
    """Its names, its vector of port, baud and timeout, its answers as text."""
    with running(EmulationRequest(link=pty, speed=10.0)):
        lines = octave(KIKS, str(pty)).split()

    assert lines == ["b,5.02,5.01", "100", "100", "1", "1"]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("kopen([-1, 9600, 1])", "python main.py emulate --link /tmp/khepera"),
        ("kStop([-1 -1 -1 -1])", "Open it first, and keep what kopen returns"),
        ("kopen([0.5, 9600, 1])", "whole number as port"),
        ("kopen([-1, 0, 1])", "greater than 0"),
        ("ksend(5, [-1 -1 -1 -1])", "the command as text"),
    ],
)
def test_a_mistake_has_one_clear_line(tmp_path: Path, program: str, words: str) -> None:
    """What is wrong, and what to do."""
    told = octave(f"try; {program}; catch e; disp(e.message); end", str(tmp_path / "nothing"))

    assert words in told
    assert told.count("\n") == 1


def test_a_robot_that_falls_silent_is_told_of(pty: Path) -> None:
    """Octave waits for the timeout of kopen, not for ever."""
    program = "ref = kopen([-1, 9600, 0.3]); input(''); "
    with running(EmulationRequest(link=pty)) as (emulation, _):
        assert OCTAVE is not None
        head = f"addpath('{FUNCTIONS.as_posix()}'); setenv('KHEPERA', '{pty}');"
        tail = "disp(1); fflush(stdout); input(''); try; kStop(ref); catch e; disp(e.message); end"
        child = subprocess.Popen(
            [OCTAVE, "--no-gui", "-q", "-f", "--eval", head + program + tail],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("0\n")
        child.stdin.flush()
        assert child.stdout.readline().strip() == "1"
        emulation.emulator.stop()
    told, _ = child.communicate("0\n", timeout=60)

    assert "did not answer" in told or "is broken" in told


KMATLAB = """
ref = kopen([-1, 9600, 0]);
[bios, protocol] = kBios(ref); printf("%g|%g|", bios, protocol);
printf("%d|", kSetPWM(ref, 0, 0), kSetSpeedPID(ref, 1, 2, 3), kSetSpeedPID(ref));
printf("%d|", kSetPositionPID(ref, 1, 2, 3), kWriteByte(ref, 77, 5), kReadByte(ref, 5));
printf("%d|", size(kGetAnalog(ref, [0 1 99])), kGetAnalog(ref, 99));
printf("%s|", kSetArm(ref, 200), kSetGripper(ref, 1), kRadio_send(ref, 0, [1 2], 2));
printf("%d|", size(kLinVis(ref)), size(kLinLight(ref)), size(kRadio_read(ref)));
printf("%d|", isempty(kRadio_send(ref, 0, 1:17, 17)), any(numel(kRadio_status(ref)) == [0 3]));
printf("%d|", isequal(kiks_kopen(ref), ref), round(kiks_p2mm(kiks_mm2p(80))));
kBraitenberg(ref, 0.7, 0.2);
kiks_kclose([]);
kiks_kclose(ref);
"""

KMATLABS_ANSWERS = "5.02|5.01|0|0|0|0|0|77|1|3|-1|e|d|s|64|1|2|1|18|1|1|1|1|80|"


def test_the_rest_of_kmatlab_answers_as_it_did(pty: Path) -> None:
    """Numbers as columns, letters from turrets, -1 for what is not there; [] may be closed."""
    with running(EmulationRequest(link=pty, baud=None)):
        assert octave(KMATLAB, str(pty)) == KMATLABS_ANSWERS


SHOWN = """
ref = kopen([-1, 9600, 1]);
kBios(ref); kStatus(ref); kTurretBios(ref, 2);
kList(ref); kTeam(ref);
kBattle_fire(ref); shot = kBattle_fire(ref); sensed = kBattle_sensors(ref);
kiks_print(sprintf("%d,", shot, sensed)); kiks_siminfo_robotpos(-1); kiks_siminfo_robotpos(-1);
kclose(ref);
"""


def test_what_is_shown_is_shown_once_and_in_words(pty: Path) -> None:
    """Versions, the state of the wheels, and what KiKS had and wsusim has not, once each."""
    with running(EmulationRequest(link=pty, baud=None)):
        shown = octave(SHOWN, str(pty))

    assert "Khepera BIOS version: 5.02" in shown
    assert "Left:   (status = " in shown
    assert "Turret BIOS version 1.0" in shown
    assert shown.count("kBattle_fire does nothing here: there is no battle turret") == 1
    assert re.search(r"^-1,-1,(\d+,){4}-1,-1,-1,$", shown, re.MULTILINE)
    assert shown.count("kiks_siminfo_robotpos does nothing here") == 1


TURNED = """
ref = kiks_kopen([-1,9600,1]);
place = kBattle_sensors(ref); printf("%d|", place);
while (place(3) < 175 || place(3) > 185)
  kiks_ksend(['D,-2,2' 10], ref);
  place = kBattle_sensors(ref);
end
kSetSpeed(ref, 0, 0);
disp(size(place));
kiks_kclose(ref);
"""


def test_a_program_that_turns_until_the_battle_turret_says_so_comes_to_its_end(
    pty: Path, tmp_path: Path
) -> None:
    """KiKS's turret told every program where its robot was: mm from the upper left, and degrees."""
    maze = tmp_path / "plain.json"
    robot = RobotStart(1, Pose(100.0, 150.0, math.pi / 2.0))
    save_maze(World("plain", Arena.rectangle(600.0, 400.0), robots=(robot,), next_id=2), maze)
    with running(EmulationRequest(maze=str(maze), link=pty, baud=None, speed=5.0)):
        shown = octave(TURNED, str(pty))

    assert shown.split() == ["100|250|90|222|-1|-1|-1|", "7", "1"]


PICTURED = """
field = zeros(120, 200, 'uint8'); field(1:60, 101:110) = 255;
imwrite(field, 'field.png');
kiks('field.png');
"""


def test_kiks_itself_starts_with_an_arena_from_a_picture(tmp_path: Path) -> None:
    """``kiks`` is how its programs begin; black is floor, a pixel a mm."""
    octave(PICTURED, "", tmp_path)

    world = read_maze(tmp_path / "kiks_arena.json")
    assert (world.arena.width_mm, world.arena.height_mm) == (200.0, 120.0)
    assert {(wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) for wall in world.walls} == {
        (100.0, 120.0, 100.0, 60.0),
        (110.0, 120.0, 110.0, 60.0),
        (100.0, 60.0, 110.0, 60.0),
    }


def test_kiks_itself_starts_with_an_arena_of_its_editor(tmp_path: Path) -> None:
    """A .kad file holds the list of polygons that kiks_kad2arena takes."""
    walls = (
        "walls = uint16([300 200 4 10 60 60 10 10 10 60 60 5]); save('-v6', 'mine.kad', 'walls');"
    )
    octave(walls + " kiks('mine.kad');", "", tmp_path)

    world = read_maze(tmp_path / "kiks_arena.json")
    assert (world.arena.width_mm, world.arena.height_mm) == (300.0, 200.0)
    assert len(world.walls) == 4


@pytest.mark.parametrize(
    ("made", "file", "words"),
    [
        ("", "none.tif", "There is no file none.tif. Check its path."),
        ("x = 1; save('-v6', 'x.kad', 'x');", "x.kad", "x.kad is no arena of KiKS"),
        (
            "f = fopen('x.tif', 'w'); fputs(f, 'x'); fclose(f);",
            "x.tif",
            "can't be read as a picture",
        ),
        ("imwrite(zeros(50, 200), 'low.png');", "low.png", "at least 100 x 100 cells"),
    ],
)
def test_a_file_without_an_arena_is_refused_in_a_line(
    tmp_path: Path, made: str, file: str, words: str
) -> None:
    """What is wrong with it, and nothing is written."""
    told = octave(f"{made} try; kiks('{file}'); catch e; disp(e.message); end", "", tmp_path)

    assert words in told
    assert told.count("\n") == 1
    assert not (tmp_path / "kiks_arena.json").exists()


ARENA = """
walls = zeros(400, 600); walls(1:200, 300:309) = 1;
kiks_arena(walls);
kiks_spawn(1, [500, 300]); kiks_spawn(2, [100, 350]); kiks_spawn(3);
objects = kiks_siminfo_objects(); printf("%g|", objects(1:2, 1:3));
"""


def test_an_arena_of_kiks_is_a_maze(tmp_path: Path) -> None:
    """The matrix's walls, first row on top, and what was spawned; the robot has room."""
    shown = octave(ARENA, "", tmp_path)

    world = read_maze(tmp_path / "kiks_arena.json")
    (light,) = world.lights
    balls = [thing for thing in world.movables if isinstance(thing, Ball)]
    assert shown.count("emulate --maze") == 1
    assert "1|2|500|100|300|350|" in shown
    assert (world.arena.width_mm, world.arena.height_mm) == (600.0, 400.0)
    assert {(wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) for wall in world.walls} == {
        (299.0, 400.0, 299.0, 200.0),
        (309.0, 400.0, 309.0, 200.0),
        (299.0, 200.0, 309.0, 200.0),
    }
    assert (light.x_mm, light.y_mm) == (500.0, 100.0)
    assert [(ball.x_mm, ball.y_mm) for ball in balls] == [(100.0, 50.0)]
    Simulation(world)


MARKED = """
arena = zeros(400, 500);
arena(1:200, 300:309) = 1;
arena(50, 450) = 2; arena(351, 61) = 3; arena(321, 201) = 4; arena(101, 101) = -90;
kiks_arena(arena);
objects = kiks_siminfo_objects(); printf("%g|", objects(:, 1:3)');
"""


def test_cells_of_an_arena_of_kiks_mark_lamp_ball_cylinder_and_robot(tmp_path: Path) -> None:
    """2, 3 and 4 in its matrix, and below zero the robot with where it looks; none is a wall."""
    shown = octave(MARKED, "", tmp_path)

    world = read_maze(tmp_path / "kiks_arena.json")
    (light,), (robot,) = world.lights, world.robots
    things = {type(thing): (thing.x_mm, thing.y_mm) for thing in world.movables}
    assert shown.endswith("2|60.5|350.5|3|200.5|320.5|1|449.5|49.5|")
    assert (light.x_mm, light.y_mm) == (449.5, 350.5)
    assert things == {Ball: (60.5, 49.5), Cap: (200.5, 79.5)}
    assert (robot.pose.x_mm, robot.pose.y_mm) == (100.5, 299.5)
    assert robot.pose.heading_rad == pytest.approx(math.pi / 2.0)
    assert len(world.walls) == 3
    Simulation(world)


def test_a_picture_given_as_an_arena_of_kiks_is_refused(tmp_path: Path) -> None:
    """Thousands of cells of 2 are no lamps; it says what marks what."""
    with pytest.raises(AssertionError, match="A wall is 1"):
        octave("kiks_arena(2 * ones(300, 300));", "", tmp_path)


MAZE = """
rand('seed', 3);
kiks_arena(kiks_generate_maze(5, 4));
arena = kiks_kad2arena([300 200 4 10 60 60 10 10 10 60 60 5]);
printf("%d|", size(arena), sum(arena(:)), arena(30, 30), arena(30, 100));
"""


def test_a_maze_of_kiks_is_one_of_ours(tmp_path: Path) -> None:
    """Paths of 120 mm between walls of 10, from the robot to a lamp; polygons become a matrix."""
    shown = octave(MAZE, "", tmp_path)

    world = read_maze(tmp_path / "kiks_arena.json")
    assert shown.endswith("200|300|2601|1|0|")
    assert (world.arena.width_mm, world.arena.height_mm) == (640.0, 510.0)
    assert len(world.walls) > 10
    assert [(light.x_mm, light.y_mm) for light in world.lights] == [(580.5, 59.5)]
    assert [(start.pose.x_mm, start.pose.y_mm) for start in world.robots] == [(59.5, 450.5)]
    Simulation(world)


def test_no_other_maze_is_replaced_by_an_arena_of_kiks(tmp_path: Path) -> None:
    """A user's own file of that name is kept."""
    (tmp_path / "kiks_arena.json").write_text("mine")

    with pytest.raises(AssertionError, match="is not an arena of KiKS"):
        octave("kiks_arena(zeros(300, 300));", "", tmp_path)
    assert (tmp_path / "kiks_arena.json").read_text() == "mine"
