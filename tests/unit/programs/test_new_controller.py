"""Copies of templates and of ready controllers."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.control.class_finder import look_into, summary_of
from wsusim.programs.new_controller import (
    class_name_for,
    copy_template,
    is_ready_controller,
    ready_controllers,
    templates,
)


@pytest.mark.parametrize("template", templates(), ids=lambda path: path.stem)
def test_every_template_can_be_copied(template: Path, tmp_path: Path) -> None:
    """The copy holds one controller, with the file's name."""
    copy = tmp_path / "my_first.py"
    copy_template(template, copy)
    assert [cls.name for cls in look_into(copy).classes] == ["MyFirst"]
    assert summary_of(copy)


@pytest.mark.parametrize(
    ("name", "expected"), [("wall_finder.py", "WallFinder"), ("2nd try.py", "Robot2ndTry")]
)
def test_class_names_are_made_of_file_names(name: str, expected: str) -> None:
    """They are Python names, whatever the file is called."""
    assert class_name_for(Path(name)) == expected


def test_a_ready_controller_is_known_and_a_copy_is_not(tmp_path: Path) -> None:
    """Only a copy of what comes with the program is changed."""
    ready, copy = ready_controllers()[0], tmp_path / "mine.py"
    copy_template(ready, copy)
    assert (is_ready_controller(ready), is_ready_controller(copy)) == (True, False)
    assert copy.read_bytes() == ready.read_bytes()
