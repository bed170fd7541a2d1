"""The work of a class: a folder or a Python file for each group."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.ciber.grading.work import group
from wsusim.ciber.grading.groups import find_groups
from wsusim.errors import BadInput


def test_folders_with_a_script_and_controllers_are_groups(tmp_path: Path) -> None:
    """In the order of their names; what is neither is left out, with a sentence."""
    group(tmp_path / "ben")
    (tmp_path / "anna.py").write_text("from wsusim.ciber import CiberController")
    (tmp_path / "carla").mkdir()
    (tmp_path / "carla" / "my.py").write_text("from wsusim.ciber import CiberController")
    (tmp_path / "notes").mkdir()
    (tmp_path / "marks.ods").write_text("x")
    groups, left_out = find_groups(tmp_path)
    assert [(g.name, g.agent) for g in groups] == [
        *(("anna", "anna.py"), ("ben", "."), ("carla", "my.py"))
    ]
    assert left_out == [
        "marks.ods: It is neither a folder with a run.sh nor a Python file.",
        "notes: It has no run.sh.",
    ]


def test_a_groups_work_comes_out_as_it_was(tmp_path: Path) -> None:
    """Also what may be run; links and repositories stay behind."""
    folder = group(tmp_path / "groups" / "ben")
    (folder / "run.sh").chmod(0o755)
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    (folder / "secret").symlink_to("/etc/passwd")
    (only,), _ = find_groups(tmp_path / "groups")
    out = tmp_path / "out"
    out.mkdir()
    assert only.unpack(out) == out
    assert sorted(file.name for file in out.iterdir()) == ["agent.py", "run.sh"]
    assert (out / "run.sh").stat().st_mode & 0o100


def test_a_folder_without_groups_is_told(tmp_path: Path) -> None:
    """With what a group is."""
    with pytest.raises(BadInput, match=r"a folder with a run\.sh each"):
        find_groups(tmp_path)
