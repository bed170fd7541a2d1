"""The commands of the contest: matches, marks, labs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from wsusim.ciber.catalogue import find_grid, find_lab
from wsusim.ciber.recorded.match_verify import verify_match
from wsusim.ciber.true_maps import true_map
from wsusim.cli.ciber import ciber
from wsusim.errors import BadInput

WALKER = str(Path(__file__).parents[3] / "controllers" / "ciber" / "wall_follower.py")
MAPPER = """
from pathlib import Path

from wsusim.ciber import CiberController

class Mapper(CiberController):
    def step(self):
        Path("mapping.out").write_text("X")
        self.finish()
"""


def run(*arguments: object) -> str:
    """Run a command; return what it prints, errors raised."""
    result = CliRunner().invoke(ciber, [str(a) for a in arguments], standalone_mode=False)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_games_are_recorded_one_by_one_and_end_with_a_league_table(tmp_path: Path) -> None:
    """Each game in a file of its own, which verifies; seeds go up."""
    told = run("match", "--cycles", 20, "--games", 2, "--record", tmp_path / "g.mcap", WALKER)
    assert "2 games: median 200 points" in told
    assert told.splitlines()[-1].split()[:2] == ["1", "200.0"]
    assert [verify_match(tmp_path / f"g-{game}.mcap").finding for game in (1, 2)] == [
        *("identical", "identical")
    ]


def test_results_are_also_for_programs() -> None:
    """As JSON, with marks where there are any."""
    (result,) = json.loads(run("match", "--cycles", 5, "--json", WALKER))
    assert (result["cycles"], result["robots"][0]["mark"]) == (5, None)


def test_a_map_is_marked_after_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In mode 2; one of another size is told so."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mapper.py").write_text(MAPPER)
    told = run("match", "--scoring", "2", "--cycles", 30, "mapper.py")
    assert "should be 27 x 55" in told


def test_a_file_can_be_marked_by_itself(tmp_path: Path) -> None:
    """The right map gets ten points a character."""
    lab, path = find_lab("meadow")
    truth = true_map(lab, find_grid(None, path)[1])
    (tmp_path / "mapping.out").write_text("\n".join(truth))
    told = run("mark", tmp_path / "mapping.out", "--scoring", 2, "--lab", "meadow", "--position", 2)
    signs = sum(sign != " " for row in truth for sign in row)
    assert told == f"{10 * signs} points\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("match", "--games", 0, WALKER), "--games"),
        (("match", "--cycles", 5, "sh -c 'open"), "quotation marks"),
        (("match", "--cycles", 5, "nobody.py"), "no agent file"),
        (("match", "--listen", 70000, WALKER), "65535"),
        (("serve", "--listen", 0, "--start-with", 99), "start positions"),
        (("serve", "--command-timeout", -3), "-3 is not in the range"),
        (("agent", WALKER, "--position", -1), "-1 is not in the range"),
        (("mark", "/dev/null", "--scoring", 2, "--lab", "meadow"), "not an ordinary file"),
        (("match", "--lab", "nowhere", WALKER), "no lab"),
        (("mark", "x", "--scoring", 2, "--lab", "meadow", "--position", 9), "--position"),
        (("mark", "no such file", "--scoring", 2, "--lab", "meadow"), "There is no file"),
    ],
)
def test_what_is_wrong_is_told(arguments: tuple[object, ...], message: str) -> None:
    """Before anything is started."""
    with pytest.raises((BadInput, click.UsageError), match=message):
        run(*arguments)


def test_a_path_that_is_no_numbers_gets_nothing(tmp_path: Path) -> None:
    """``nan`` and ``inf`` are numbers for Python, and no places."""
    (tmp_path / "planning.out").write_text("nan inf\n")
    told = run("mark", tmp_path / "planning.out", "--scoring", 3, "--lab", "rooms")
    assert told == "0 points. The line 'nan inf' is not x and y.\n"


def test_a_recording_that_is_there_is_kept(tmp_path: Path) -> None:
    """Unless it may be replaced."""
    file = tmp_path / "g.mcap"
    run("match", "--cycles", 5, "--record", file, WALKER)
    with pytest.raises(BadInput, match="--overwrite"):
        run("match", "--cycles", 5, "--record", file, WALKER)
    run("match", "--cycles", 7, "--record", file, "--overwrite", WALKER)
    assert verify_match(file).cycles == 8


def test_a_match_that_is_watched_is_the_same_match() -> None:
    """In lock-step, with and without a page to watch it; what is for programs stays JSON."""
    pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")
    words = ("match", "--cycles", 15, "--json", WALKER)
    (alone,), (shared,) = json.loads(run(*words)), json.loads(run(*words, "--publish", 0))
    assert shared["trace_sha256"] == alone["trace_sha256"]


def test_overwrite_covers_the_log(tmp_path: Path) -> None:
    """As it covers the recording; without it, one sentence says how."""
    log = tmp_path / "match.xml"
    log.write_text("old")
    with pytest.raises(BadInput, match="--overwrite"):
        run("match", "--cycles", 5, "--log", log, WALKER)
    run("match", "--cycles", 5, "--log", log, "--overwrite", WALKER)
    assert log.read_text().startswith("<Log")


def test_a_challenge_is_played_by_its_name() -> None:
    """It brings its lab and its scoring."""
    told = run("match", "--challenge", "rmi-2223/C4", "--cycles", 5, WALKER)
    assert "Lab 'Network', scoring 6 (version 2)" in told


def test_a_challenge_has_its_own_lab() -> None:
    """Naming another one beside it is a mistake."""
    with pytest.raises(BadInput, match="can't stand together"):
        run("match", "--challenge", "rmi-2223/C4", "--lab", "rooms", WALKER)


def test_challenges_are_listed_with_what_they_ask_for() -> None:
    """By name and year."""
    assert "rmi-2122/C4           scoring 3" in run("labs")


def test_a_map_of_a_challenge_is_marked(tmp_path: Path) -> None:
    """A file called .map is a map, although challenge 4 asks for a path, too."""
    (tmp_path / "anna.map").write_text(" " * 49)
    assert run("mark", tmp_path / "anna.map", "--challenge", "rmi-2223/C4").startswith("0 points")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "Which challenge"),
        (("--challenge", "rmi-2122/C2", "--seeds", "3-1"), "must go up"),
        (("--challenge", "rmi-2122/C2", "--seeds", "a"), "numbers such as"),
        (("--challenge", "rmi-2122/C2"), "no group's work"),
    ],
)
def test_what_a_class_needs_is_told(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    """A challenge, seeds, and groups."""
    with pytest.raises(BadInput, match=message):
        run("grade", tmp_path, "--out", tmp_path / "out", *options)


@pytest.mark.slow
def test_a_class_graded_again_gets_the_same_reports(tmp_path: Path) -> None:
    """To the byte, whichever workers play the matches."""
    groups, reports = tmp_path / "groups", []
    groups.mkdir()
    shutil.copy(WALKER, groups / "ann.py")
    for out in (tmp_path / "first", tmp_path / "second"):
        options = ("--challenge", "rmi-2122/C1", "--seeds", "1-2", "--cycles", "20")
        run("grade", groups, *options, "--no-sandbox", "--out", out)
        reports.append([file.read_bytes() for file in sorted(out.glob("report.*"))])
    assert len(reports[0]) == 3
    assert reports[0] == reports[1]


def test_the_lab_that_a_parameter_file_names_is_played(tmp_path: Path) -> None:
    """As in the contest's own simulator; a lab that is asked for comes first."""
    labs = {"rooms": tmp_path / "rooms-lab.xml", "comb": tmp_path / "comb-lab.xml"}
    for name, path in labs.items():
        ready = find_lab(name)[1]
        shutil.copy(ready, path)
        shutil.copy(ready.with_name(f"{name}.grid.xml"), tmp_path / f"{name}-grd.xml")
    param = tmp_path / "scene.xml"
    param.write_text('<Parameters Lab="../scenes/rooms-lab.xml" SimTime="5"/>')

    named = run("match", "--param", param, WALKER)
    given = run("match", "--param", param, "--lab", labs["comb"], WALKER)

    assert "Lab 'Rooms'" in named
    assert "Lab 'Comb'" in given
