"""A test is found by the name of what it tests."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = Path(__file__).parents[1] / "unit"
PACKAGE = Path(__file__).parents[2] / "wsusim"
DECISIONS = Path(__file__).parents[2] / "manual" / "developer" / "decisions"


def has_module(test: Path) -> bool:
    """Return whether the module or package is there that a file of tests is named after."""
    place = test.relative_to(TESTS)
    module = PACKAGE / place.parent / place.name.removeprefix("test_")
    return module.is_file() or module.with_suffix("").is_dir()


def test_every_file_of_unit_tests_is_named_after_its_module() -> None:
    """``tests/unit/<package>/test_<module>.py`` tests ``wsusim/<package>/<module>.py``."""
    lost = [
        test.relative_to(TESTS).as_posix()
        for test in TESTS.rglob("test_*.py")
        if not has_module(test)
    ]

    assert lost == [], "the whole world is tested in tests/behaviour, the manual in tests/examples"


LONGER = {
    "wsusim/backends/serial_line/backend.py": "one guard of a lost link round everything it does",
    "wsusim/control/debugging/agent.py": "what stops a program is on its hottest way",
    "wsusim/engine/simulation.py": "the one writer of a world's state",
}
"""Modules with more than 400 lines, and why each is one idea."""


def longer_than(most: int, folder: str) -> set[str]:
    """Return the files of a folder that have more lines."""
    return {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / folder).rglob("*.py")
        if file.read_text(encoding="utf-8").count("\n") > most
    }


def test_a_module_has_at_most_400_lines_or_a_reason() -> None:
    """And none has more than 500 lines, nor has a file of tests."""
    assert longer_than(400, "wsusim") - LONGER.keys() == set()
    assert longer_than(500, "wsusim") == set()
    assert longer_than(500, "tests") == set()


def test_no_two_decisions_share_a_number() -> None:
    """A decision is found by its number, which is in its file's name."""
    numbers = [file.name.split("-")[0] for file in DECISIONS.glob("*.md")]

    assert sorted(set(numbers)) == sorted(numbers)
