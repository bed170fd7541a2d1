"""A test is found by the name of what it tests."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1] / "unit"
PACKAGE = Path(__file__).parents[2] / "wsusim"

WITHOUT_MODULE = {
    "cli/test_check_and_convert.py",
    "cli/test_start.py",
    "control/test_manual.py",
    "control/test_templates.py",
    "engine/test_contacts.py",
    "engine/test_framed_arena.py",
    "engine/test_gripper.py",
    "engine/test_mission.py",
    "engine/test_pushing.py",
    "formats/test_manual_page.py",
    "gui/features/replay/test_exports.py",
    "gui/features/replay/test_failures.py",
    "gui/features/replay/test_rules.py",
    "gui/features/run/test_all_hostile.py",
    "gui/features/run/test_emulated.py",
    "gui/features/run/test_hostile.py",
    "gui/features/run/test_whole_window.py",
    "gui/test_translations.py",
    "kernels/test_barrier.py",
    "kernels/test_drops.py",
    "recording/test_exports.py",
    "recording/test_hostile_files.py",
    "robots/test_tables.py",
    "runs/test_decision.py",
    "test_qt_none.py",
    "tools/calibration/test_calibration.py",
    "tools/calibration/test_network_training.py",
}
"""What several modules do together. This list only gets shorter."""


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

    assert lost - WITHOUT_MODULE == set()
