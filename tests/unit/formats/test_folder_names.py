"""Names of people and programs as names of folders."""

from __future__ import annotations

import itertools
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wsusim.formats.folder_names import folder_name, folder_names


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("../../etc", "etc"), ("C:\\x", "C_x"), ("con", "con_"), ("con.txt", "con_.txt"),
        ("LPT\u00b9", "LPT\u00b9_"), (".hidden", "hidden"), ("_list", "list"), ("//", ""),
        ("李 雷", "李_雷"), ("ann.", "ann"), ("ann ", "ann"), ("Dr. Who", "Dr._Who"), ("...", ""),
        ("a\nb", "a_b"), ("e\u0301va", "\u00e9va"),
    ],
)  # fmt: skip
def test_a_name_is_only_ever_a_folder(name: str, folder: str) -> None:
    """It leads nowhere, is not left out by ``grade``, and can be on every system."""
    assert folder_name(name) == folder


@pytest.mark.parametrize(
    "names",
    [
        ["Ann Smith", "Ann_Smith"], ["a+b", "a#b", "a_b"], ["ann", "Ann", "ANN"],
        ["\u00e9va", "e\u0301va"], ["ann", "ann.", "ann "], ["CON", "con_", "con"],
        ["ann_2", "ann", "ann!", "Ann"], ["//", "..", "student"], ["ann", "ann"],
        ["stra\u00dfe", "STRASSE"], ["x" * 70, "x" * 80], ["\u0130rem", "irem", "i\u0307rem"],
        ["\ufb01n", "fin"],
    ],
)  # fmt: skip
def test_no_folder_is_anothers(names: list[str]) -> None:
    """Whatever a file system takes for the same name: capitals, accents, trailing dots."""
    folders = folder_names(names)
    seen = {normalize("NFC", normalize("NFD", folder).casefold()) for folder in folders}

    assert len(seen) == len(names)
    assert all(len(folder.encode()) < 256 for folder in folders)


def test_who_has_a_good_name_keeps_it() -> None:
    """Numbers go to those whose names are changed anyway, in whichever order they come."""
    assert folder_names(["a+b", "a#b", "a_b"]) == ["a_b_2", "a_b_3", "a_b"]


@given(st.lists(st.text(max_size=15), max_size=6))
def test_any_names_get_folders_that_stay_as_they_are(names: list[str]) -> None:
    """A folder's name is a good name itself, and no two are the same."""
    folders = folder_names(names)

    assert folders == [folder_name(folder) for folder in folders]
    assert all(a.casefold() != b.casefold() for a, b in itertools.combinations(folders, 2))
