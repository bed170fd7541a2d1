"""TOML files that people write."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.errors import BadInput, MazeError
from wsusim.formats.entry_file import line_of, parse_toml, read_toml
from wsusim.jobs.setting import SettingEntry

TEXT = """# a comment
title = "x"

[limits]
patience_s = 2

[[counts]]
what = "goal"

[[counts]]
what = "time"
"""


@pytest.mark.parametrize(
    ("location", "line"),
    [
        (("title",), 2),
        (("limits", "patience_s"), 5),
        (("limits", "missing"), 4),
        (("counts", 1, "what"), 11),
        (("counts", 0), 7),
        (("nowhere",), None),
    ],
)
def test_the_line_of_a_value(location: tuple[str | int, ...], line: int | None) -> None:
    """A value's line is found, else that of its table."""
    assert line_of(TEXT, location) == line


def refusal(tmp_path: Path, text: str) -> str:
    """Return what is told of a file."""
    file = tmp_path / "plan.toml"
    file.write_text(text)
    with pytest.raises(BadInput) as caught:
        read_toml(file, SettingEntry, "a plan")
    return str(caught.value).replace(str(file), "plan.toml")


def test_a_wrong_value_is_told_with_its_line(tmp_path: Path) -> None:
    """What, the value, the allowed range, and the line."""
    told = refusal(tmp_path, 'mazes = ["rooms"]\ntime_limit_s = -3\n')

    assert told == (
        "plan.toml, line 2: time_limit_s is -3, but it must be a number from 0.1 to 100000."
    )


def test_a_wrong_name_is_told_with_the_nearest(tmp_path: Path) -> None:
    """A key that doesn't exist is told with the one that was meant."""
    told = refusal(tmp_path, 'mazes = ["rooms"]\nseed = 3\n')

    assert told.startswith("plan.toml, line 2: the file has 'seed', which doesn't belong there.")
    assert "Did you mean 'seeds'?" in told


def test_of_thousands_of_faults_the_first_are_told(tmp_path: Path) -> None:
    """And how many there are; to look for the lines of all others would take minutes."""
    names = "".join(f"wrong{number} = 1\n" for number in range(20_000))
    told = refusal(tmp_path, f'mazes = ["rooms"]\n{names}').splitlines()

    assert told[0] == "plan.toml has 20000 problems:"
    assert told[1].startswith("  - line 2: the file has 'wrong0', which doesn't belong there.")
    assert told[-1] == "  - ... and 19980 more. Fix these first."
    assert len(told) == 22


def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    """A text that TOML can't read is told with the place where it stops."""
    assert "line 1, column" in refusal(tmp_path, "mazes = rooms\n")


@pytest.mark.parametrize(
    "text", ["a = 1\na = 2\n", "[a]\n[a]\n", "[[a]]\n[a]\n", "b = 1\na = { b = 1, b = 2 }\n"]
)
def test_a_name_that_is_there_twice_is_told_so(tmp_path: Path, text: str) -> None:
    """The second is pointed at, and nobody is sent to look for quotation marks."""
    told = refusal(tmp_path, text)

    assert told.startswith("plan.toml, line 2, column")
    assert "this name has been used above. Keep one of the two." in told
    assert "quotation" not in told


@pytest.mark.parametrize("seeds", ['"1-"', "-1", "[]", "true", '"x"'])
def test_seeds_that_are_none(tmp_path: Path, seeds: str) -> None:
    """Seeds are whole numbers: one, a list, or a range."""
    told = refusal(tmp_path, f'mazes = ["rooms"]\nseeds = {seeds}\n')

    assert told.startswith("plan.toml, line 2: seeds is")
    assert "whole numbers from 0 to" in told


def test_seeds_in_all_ways(tmp_path: Path) -> None:
    """A range, a number (also as text) and a list give the same kind of thing."""
    file = tmp_path / "plan.toml"
    file.write_text('mazes = "rooms"\nseeds = ["1-3", 7, 2, "9"]\n')

    assert read_toml(file, SettingEntry, "a plan").seeds == (1, 2, 3, 7, 9)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 9_999])
def test_what_no_parser_can_take_is_refused(tmp_path: Path, text: str) -> None:
    """Brackets without end, and numbers without end, are one sentence with the file's name."""
    (tmp_path / "plan.toml").write_text(text)

    with pytest.raises(BadInput, match=r"plan\.toml: .*far too"):
        read_toml(tmp_path / "plan.toml", SettingEntry, "a plan")


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    """A person who checks several files wants to know which one it is."""
    (tmp_path / "plan.toml").write_bytes(b"\xff\xfea")

    with pytest.raises(BadInput, match=r"plan\.toml: The file is in UTF-16"):
        read_toml(tmp_path / "plan.toml", SettingEntry, "a plan")


@pytest.mark.parametrize(
    "key", ["a" + ".a" * 40_000, '"a"' + '."a"' * 70, "x = { a" + " . a" * 70], ids=len
)
def test_a_name_of_thousands_of_parts_is_refused(key: str) -> None:
    """Python's reader would take minutes and gigabytes for it."""
    with pytest.raises(MazeError, match="line 2: a name consists of more than 64 parts"):
        parse_toml(f"b = 1\n{key} = 1\n")


def test_long_texts_are_no_names() -> None:
    """Sentences, file names and ellipses have dots, too."""
    text = "It drives. It turns, too. " * 1000 + "." * 1000
    assert parse_toml(f'text = "{text}"') == {"text": text}
