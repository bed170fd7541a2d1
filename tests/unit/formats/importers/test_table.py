"""The table of all that can read mazes."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import wsusim.formats.importers as package
from tests.added_rows import added_to
from tests.unit.formats.java_map import wsu_map
from tests.worlds import empty_world
from wsusim.errors import MazeError
from wsusim.formats.importers import table
from wsusim.formats.importers.importer import Importer, Sure
from wsusim.formats.maze_reader import world_from_content

PATH = Path("my maze.kar")


def fails(kind: type[Exception]) -> Importer:
    """Return an importer of a file that begins with KAREL, which fails."""

    def read(*_: object) -> None:
        raise kind("line 3\nholds nonsense")

    return Importer("Karel worlds", "a Karel world", lambda c: c.startswith(b"KAREL"), read)


@pytest.fixture
def outside() -> Iterator[list[object]]:
    """Rows that another package adds."""
    with added_to(table.GROUP, table.importers.cache_clear) as rows:
        yield rows


def test_every_module_of_the_package_takes_part() -> None:
    """A new importer is one file, found without a list."""
    modules = {found.name for found in pkgutil.iter_modules(package.__path__)} - {*table.NOT_ROWS}
    rows = [
        row
        for name in modules
        for row in importlib.import_module(f"{package.__name__}.{name}").ROWS
    ]

    assert {row.title for row in table.importers()} >= {row.title for row in rows}
    assert len(modules) >= 4


def test_the_surest_importer_that_takes_a_file_reads_it(outside: list[object]) -> None:
    """What knows a file by its first bytes comes before what only likes its looks."""
    eager = Importer("anything", "anything", lambda _content: True, lambda *_: None, Sure.BY_LOOKS)
    outside.append(eager)

    assert table.importer_of(wsu_map()).title == "WSU maps"
    assert table.importer_of(b"rubbish") is eager


def test_another_packages_importer_is_used(outside: list[object]) -> None:
    """Its words are in messages, too."""
    outside.append(
        Importer("Karel worlds", "a Karel world", lambda c: c == b"KAREL", lambda *_: empty_world())
    )

    assert world_from_content(b"KAREL", PATH) == empty_world()
    with pytest.raises(MazeError, match="Give a Karel world, a map from"):
        world_from_content(b"rubbish", PATH)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.world", b'<?xml version="1.0"?>\n<sdf version="1.6">', "Gazebo .*map_saver"),
        ("a.wbt", b"#VRML_SIM R2023b utf8\n", "Webots.* a picture of it from above"),
        ("a.kad", b"MATLAB 5.0 MAT-file, Platform\0\xe8", r"Matlab\. .*kiks_arena\('FILE.kad'\)"),
        ("a.ttt", b"VREP\0\xff\0", r"CoppeliaSim .* a picture of it from above"),
        (
            "a.map",
            b" X| |-          " * 3 + b"\n" + (b" " * 48 + b"\n") * 20,
            "that an agent.*mark",
        ),
        ("a.xml", b'<Lab Name="x"/>', r"CiberMouse contest\. .*ciber match --lab"),
    ],
)
def test_worlds_of_programs_that_can_not_be_read_are_named(
    name: str, content: bytes, told: str
) -> None:
    """With what their owners can do, whatever the file's name says."""
    with pytest.raises(
        MazeError, match=rf"^{name}: it is a (world of|file of|scene of|map) (the )?{told}"
    ):
        world_from_content(content, Path(name))


@pytest.mark.parametrize("kind", [ValueError, RecursionError, AssertionError, KeyError])
def test_whatever_an_importer_raises_becomes_a_sentence(
    outside: list[object], kind: type[Exception]
) -> None:
    """In one line: what it looks like, what went wrong, what to do."""
    outside.append(fails(kind))

    with pytest.raises(MazeError, match=r"my maze\.kar: it looks like a Karel world, but") as told:
        world_from_content(b"KAREL", PATH)
    assert kind.__name__ in str(told.value)
    assert "\n" not in str(told.value)
    assert "save it again in the program that made it" in str(told.value)


def test_a_world_of_another_package_is_checked(outside: list[object]) -> None:
    """As every maze is: two robots at one place are refused."""
    crowded = empty_world()
    start = crowded.robots[0]
    crowded = type(crowded)("x", crowded.arena, robots=(start, start), next_id=2)
    outside.append(
        Importer("Karel worlds", "a Karel world", lambda c: c == b"KAREL", lambda *_: crowded)
    )

    with pytest.raises(MazeError, match=r"my maze\.kar"):
        world_from_content(b"KAREL", PATH)


def test_an_importer_that_fails_to_look_takes_nothing(outside: list[object]) -> None:
    """Other files are read as if it weren't there."""
    outside.append(Importer("odd", "odd", lambda c: c[10**9] == 1, lambda *_: None, Sure.BY_MARK))

    assert world_from_content(wsu_map(), PATH).name == "my maze"


@pytest.mark.parametrize("row", [ImportError("no karel"), "no importer at all"])
def test_a_broken_package_is_left_out(
    outside: list[object], row: object, caplog: pytest.LogCaptureFixture
) -> None:
    """With a warning; mazes are read all the same."""
    outside.append(row)
    with caplog.at_level(logging.WARNING):
        world_from_content(wsu_map(), PATH)

    assert "row 0 of the package karel-robots (wsusim.importers) is left out" in caplog.text
    caplog.clear()


def test_an_option_that_is_not_for_a_file_is_refused() -> None:
    """Instead of being ignored."""
    with pytest.raises(MazeError, match=r"--cell-mm is of no use for a map from the WSU"):
        world_from_content(wsu_map(), PATH, cell_mm=100.0)
