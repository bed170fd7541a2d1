"""A test is found by the name of what it tests."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1] / "unit"
PACKAGE = Path(__file__).parents[2] / "wsusim"

WITHOUT_MODULE = {
    "gui/features/replay/test_failures.py",
    "gui/features/replay/test_rules.py",
    "gui/features/run/test_all_hostile.py",
    "gui/features/run/test_emulated.py",
    "gui/features/run/test_hostile.py",
    "gui/features/run/test_whole_window.py",
    "gui/test_translations.py",
}
"""What the whole window does, where its fixtures are at hand. This list only gets shorter: tests of
the whole world stand in ``tests/behaviour``, those of the manual in ``tests/examples``."""


def has_module(test: Path) -> bool:
    """Tell whether the module or package is there that a file of tests is named after."""
    place = test.relative_to(TESTS)
    module = PACKAGE / place.parent / place.name.removeprefix("test_")
    return module.is_file() or module.with_suffix("").is_dir()


def test_every_file_of_unit_tests_is_named_after_its_module() -> None:
    """``tests/unit/<package>/test_<module>.py`` tests ``wsusim/<package>/<module>.py``."""
    lost = {
        test.relative_to(TESTS).as_posix()
        for test in TESTS.rglob("test_*.py")
        if not has_module(test)
    }

    assert lost == WITHOUT_MODULE, "name the file after its module, or shorten the list"
