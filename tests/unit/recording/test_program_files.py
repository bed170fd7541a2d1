"""Which files a program consists of."""

from __future__ import annotations

from pathlib import Path

from wsusim.recording.program_files import program_files


def test_wsusim_beside_a_program_is_no_part_of_it(tmp_path: Path) -> None:
    """As when a student's file lies in wsusim's own folder."""
    (tmp_path / "wsusim").mkdir()
    (tmp_path / "wsusim" / "__init__.py").touch()
    (tmp_path / "walls.py").touch()
    main = tmp_path / "robot.py"
    main.write_text("import walls\nfrom wsusim import Controller\nimport wsusim.model\n")

    assert list(program_files(main)) == ["robot.py", "walls.py"]
