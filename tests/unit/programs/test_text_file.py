"""A program's file comes back as it was."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from wsusim.programs.text_file import (
    BadProgramFile,
    digest_on_disk,
    read_program,
    write_program,
)


@pytest.mark.parametrize(
    "raw",
    [
        b"x = 1\r\ny = 2\r\n",
        b"x = 1\ny = 2\n",
        b"\xef\xbb\xbfx = 1\n",
        b"# -*- coding: latin-1 -*-\nx = '\xe4'\n",
        b"if x:\n\ty = 1\n",
        b"",
        b"x = 1",
    ],
)
def test_a_file_that_was_only_opened_is_written_as_it_was(tmp_path: Path, raw: bytes) -> None:
    """Line ends, tabs, byte order mark and encoding are kept."""
    file = tmp_path / "robot.py"
    file.write_bytes(raw)
    read = read_program(file)
    write_program(file, read.text, read)
    assert file.read_bytes() == raw


def test_a_file_that_is_not_utf8_is_shown_and_mended_by_saving(tmp_path: Path) -> None:
    """Python can't run it: a remark says so, and it becomes UTF-8."""
    file = tmp_path / "robot.py"
    file.write_bytes(b"# W\xe4nde\nx = 1\n")
    read = read_program(file)
    assert "Wände" in read.text
    assert "UTF-8" in read.remark
    write_program(file, read.text, read)
    assert file.read_text(encoding="utf-8") == "# Wände\nx = 1\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_what_windows_calls_unicode_is_shown_and_mended_by_saving(
    tmp_path: Path, encoding: str
) -> None:
    """UTF-16, in either order of its bytes, becomes UTF-8 and keeps its line ends."""
    file = tmp_path / "robot.py"
    file.write_bytes("\ufeff# Wände\r\nx = 1\r\n".encode(encoding))
    read = read_program(file)
    assert read.text.removeprefix("\ufeff") == "# Wände\nx = 1\n"
    assert "UTF-16" in read.remark
    write_program(file, read.text, read)
    assert file.read_bytes() == "# Wände\r\nx = 1\r\n".encode()


def test_letters_that_an_encoding_has_not_make_the_file_utf8(tmp_path: Path) -> None:
    """Nothing that was typed is lost."""
    file = tmp_path / "robot.py"
    file.write_bytes(b"# coding: latin-1\n")
    read = read_program(file)
    written = write_program(file, "x = '→'\n", read)
    assert written.encoding == "utf-8"
    assert file.read_text(encoding="utf-8") == "x = '→'\n"


@pytest.mark.parametrize(
    "raw",
    [b"\x00\x01", b"\xff\xfe\x00\x00", b"x" * 1_000_001],
    ids=["binary", "binary as UTF-16", "too large"],
)
def test_what_is_no_program_is_refused_in_a_sentence(tmp_path: Path, raw: bytes) -> None:
    """The file's name and what is wrong are said."""
    file = tmp_path / "robot.py"
    file.write_bytes(raw)
    with pytest.raises(BadProgramFile, match=r"robot\.py"):
        read_program(file)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    """The sentence says what to do."""
    file = tmp_path / "locked" / "robot.py"
    file.parent.mkdir()
    file.write_text("x = 1\n")
    file.parent.chmod(0o500)
    read = read_program(file)
    with pytest.raises(BadProgramFile, match="Save it somewhere else"):
        write_program(file, "x = 2\n", read)


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    """The sentence says what to do."""
    file = tmp_path / "robot.py"
    file.write_text("x = 1\n")
    read = read_program(file)
    with pytest.raises(BadProgramFile, match="Save it somewhere else"):
        write_program(tmp_path / "gone" / "robot.py", "x = 2\n", read)


def test_another_programs_change_is_noticed_and_a_missing_file_is_none(tmp_path: Path) -> None:
    """The digest is that of what is in the file now."""
    file = tmp_path / "robot.py"
    file.write_text("x = 1\n")
    read = read_program(file)
    assert digest_on_disk(file) == read.digest
    file.write_text("x = 2\n")
    assert digest_on_disk(file) != read.digest
    file.unlink()
    assert digest_on_disk(file) is None


def test_why_a_program_cannot_be_saved_comes_first_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message has two lines of room, and names keep their capitals."""
    file = tmp_path / "Zoë" / "robot.py"
    file.parent.mkdir()
    file.write_bytes(b"x = 1\n")
    read = read_program(file)

    def refuse(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)

    with pytest.raises(BadProgramFile) as refused:
        write_program(file, "x = 2\n", read)

    assert str(refused.value) == (
        f"robot.py can't be saved (no space left on device) in {file.parent}. "
        "Save it somewhere else."
    )
    assert file.read_bytes() == b"x = 1\n"
