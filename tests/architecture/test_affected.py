"""Which tests a change can reach."""

from __future__ import annotations

import pytest

from tests.affected import importers, modules_of, reached_from, within
from tests.tasks import TASKS, main

IMPORTERS = {
    "wsusim.model.world": {"wsusim.engine.simulation", "tests.unit.model.test_world"},
    "wsusim.engine.simulation": {"tests.unit.engine.test_simulation", "tests.worlds"},
    "tests.worlds": {"tests.behaviour.test_caps"},
}


def test_tests_are_reached_through_modules_and_helpers() -> None:
    """The module's own file is nearest, then by imports."""
    assert reached_from({"wsusim.model.world"}, IMPORTERS) == {
        "tests/unit/model/test_world.py": -1,
        "tests/unit/engine/test_simulation.py": 2,
        "tests/behaviour/test_caps.py": 3,
    }


def test_a_changed_test_is_its_own() -> None:
    """Nothing else need run."""
    assert reached_from({"tests.behaviour.test_caps"}, IMPORTERS) == {
        "tests/behaviour/test_caps.py": 0
    }


def test_only_what_fits_into_the_time_is_chosen() -> None:
    """Nearest first; a long one makes room for those after it, but the very first always runs."""
    known = {"a": 60.0, "b": 8.0, "c": 5.0, "d": 1.0}

    assert within(["a", "d"], 10.0, known) == ["a"]
    assert within(["b", "c", "d"], 10.0, known) == ["b", "d"]


def test_a_file_of_data_stands_for_the_modules_that_name_it() -> None:
    """And for those beside it."""
    modules = modules_of(["wsusim/robots/khepera1.toml"])

    assert {"wsusim.robots", "wsusim.robots.file_of", "tests.oracles.proximity"} & modules
    assert "wsusim.ciber.wire" not in modules


def test_a_packages_importers_are_those_of_all_that_is_in_it() -> None:
    """However deep: each of them runs the file of the package."""
    found = importers()

    assert found["wsusim.gui.features.run.bridge"] <= found["wsusim.gui"]


@pytest.mark.parametrize(
    ("module", "test"),
    [
        ("wsusim.cli.convert", "tests/unit/cli/test_convert.py"),
        ("wsusim.formats.importers.pictures", "tests/unit/formats/test_maze_reader.py"),
        ("wsusim.recording.writer_process", "tests/unit/recording/test_writer.py"),
    ],
)
def test_what_is_loaded_by_name_is_followed(module: str, test: str) -> None:
    """Commands, importers, and modules that are started as processes."""
    assert test in reached_from({module}, importers())


def test_every_module_is_reached_by_some_test() -> None:
    """Not each has a file of tests of its own, but none is out of sight."""
    modules = [name for name in importers() if name.startswith("wsusim.")]
    modules.remove("wsusim.__main__")  # two lines, for ``python -m wsusim``

    assert [name for name in modules if not reached_from({name}, importers())] == []
    assert len(modules) > 600


def test_an_unknown_task_lists_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    """With a line about each."""
    assert main(["fastest"]) == 2
    told = capsys.readouterr().out
    assert [name for name in TASKS if name not in told] == []


def test_a_script_of_a_page_is_checked_with_all_scripts() -> None:
    """Whatever else has its name."""
    modules = modules_of(["wsusim/lab/page/main.js"])

    assert modules == {"tests.page_scripts"}
    assert reached_from(modules, importers())["tests/architecture/test_page_scripts.py"] == 1
