"""New controllers from templates, and how editors are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.control.class_finder import look_into, summary_of
from wsusim.gui.features.run.editor import editor_command
from wsusim.gui.features.run.new_controller import class_name_for, copy_template, templates


@pytest.mark.parametrize(
    ("variable", "found", "command"),
    [
        ("", ["code"], ["/bin/code", "-g", "/tmp/a b.py:7"]),
        ("", ["kate", "code"], ["/bin/code", "-g", "/tmp/a b.py:7"]),
        ("myedit +{line} {file}", ["myedit"], ["/bin/myedit", "+7", "/tmp/a b.py"]),
        ("myedit", ["myedit"], ["/bin/myedit", "/tmp/a b.py"]),
        ("", [], None),
    ],
)
def test_the_editors_command(variable: str, found: list[str], command: list[str] | None) -> None:
    """The chosen one, else the first that is there; a name with a space stays one word."""
    made = editor_command(
        Path("/tmp/a b.py"),
        7,
        {"WSUSIM_EDITOR": variable},
        lambda name: f"/bin/{name}" if name in found else None,
    )
    assert made == command


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
