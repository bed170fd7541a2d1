"""Where the relative paths of controllers start."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest

from tests.unit.hosting.stage import Stage
from wsusim.hosting.home import home_of, located, working_in
from wsusim.shipped import shipped_folder

READY = str(shipped_folder("controllers").resolve() / "wall_follower.py")


def test_paths_start_at_the_controllers_folder(stage: Stage, monkeypatch, tmp_path: Path) -> None:
    """At module level and in ``run``, wherever wsusim was started."""
    (tmp_path / "map.txt").write_text("the map")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)

    played = stage.play("""
        from pathlib import Path

        TEXT = Path("map.txt").read_text()

        class Reader(Controller):
            def run(self):
                print(TEXT, Path("map.txt").read_text())
    """)

    assert played.text == "the map the map\n"
    assert Path.cwd() == elsewhere


def test_a_controller_that_changes_the_folder_moves_no_other(stage: Stage, tmp_path: Path) -> None:
    """What comes after a run finds the folder that was there before."""
    before = Path.cwd()

    played = stage.play("""
        import os

        os.chdir("/")

        class Walker(Controller):
            def run(self):
                print(os.getcwd())
    """)

    assert played.text == "/\n"
    assert Path.cwd() == before


def test_a_neighbour_is_found_alike_in_threads_and_processes(stage: Stage, tmp_path: Path) -> None:
    """A file called like a module of Python's is the student's own in both, and told in both."""
    (tmp_path / "random.py").write_text("MINE = 'mine'\n")
    (tmp_path / "copy.py").write_text("raise ImportError\n")

    played = stage.play("""
        import random
        import dataclasses, json, numpy

        class Student(Controller):
            def run(self):
                print(random.MINE)
    """)

    told, said = played.text.splitlines()
    assert said == "mine"
    assert told.startswith("Your random.py hides Python's own random")


def test_a_spec_is_made_independent_of_the_folder(monkeypatch, tmp_path: Path) -> None:
    """Files get their full path; what names none is left for the loader to refuse."""
    (tmp_path / "robot.py").write_text(textwrap.dedent(""))
    monkeypatch.chdir(tmp_path)

    assert located("robot.py") == str(tmp_path / "robot.py")
    assert located("robot.py:Brave") == f"{tmp_path / 'robot.py'}:Brave"
    assert located("wall_follower") == READY
    assert located("nothing.py") == "nothing.py"


@pytest.mark.parametrize(
    ("specs", "home"),
    [
        ([READY], None),
        ([READY, "/ann/a.py", "/bob/b.py:B"], "/ann"),
        (["nothing.py", "/ann/a.py"], None),
    ],
)
def test_the_first_folder_of_a_student_is_home(specs: list[str], home: str | None) -> None:
    """Ready controllers have no files of their own."""
    assert home_of(specs) == (None if home is None else Path(home))


def test_a_removed_folder_is_no_obstacle(monkeypatch, tmp_path: Path) -> None:
    """Wsusim may have been started in a folder that is gone."""
    monkeypatch.chdir(tmp_path)
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()

    with working_in(tmp_path):
        assert Path.cwd() == tmp_path
