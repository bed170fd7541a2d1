"""Reading a controller's file; most rules of it are told by ``test_loader``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.control.loading import GOOD, failure, words_of
from wsusim.control.source_file import LARGEST_BYTES, read_source, split_spec
from wsusim.errors import ControllerLoadError


def test_a_file_of_any_size_is_not_read(tmp_path: Path) -> None:
    """What is larger than a program can be is refused with one line."""
    file = tmp_path / "large.py"
    file.write_bytes(b"#" * (LARGEST_BYTES + 1))

    with pytest.raises(ControllerLoadError, match=r"large\.py is larger than 1 MB"):
        read_source(file)


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    """The limit itself is allowed."""
    file = tmp_path / "large.py"
    file.write_bytes(b"#" * LARGEST_BYTES)

    assert len(read_source(file).text) == LARGEST_BYTES


BAD_BYTES = {
    "latin 1": (b"x = 1\n# \xe4\n", 2),
    "utf-16": ("x = 1\n".encode("utf-16"), 1),
    "unknown encoding": (b"# -*- coding: klingon -*-\n", 1),
    "first line": (b"# \xff\xfe\n", 1),
}


@pytest.mark.parametrize(("raw", "line"), BAD_BYTES.values(), ids=BAD_BYTES)
def test_bytes_that_are_no_text(tmp_path: Path, raw: bytes, line: int) -> None:
    """A file that is no UTF-8 is told with the line."""
    path = tmp_path / "robot.py"
    path.write_bytes(raw)

    assert failure(path).line == line


def test_other_encodings_and_a_byte_order_mark_work(tmp_path: Path) -> None:
    """An encoding named in the first line is used; a byte order mark does no harm."""
    latin, marked = tmp_path / "latin.py", tmp_path / "marked.py"
    latin.write_bytes(("# coding: latin-1\n" + GOOD.replace("ran", "r\xe4n")).encode("latin-1"))
    marked.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())

    assert (words_of(latin), words_of(marked)) == (["r\xe4n"], ["ran"])


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("robot.py", ("robot.py", None)),
        ("robot.py:Class", ("robot.py", "Class")),
        ("robot.py:", ("robot.py", None)),
        (r"C:\x\y.py", (r"C:\x\y.py", None)),
        (r"C:\x\y.py:Class", (r"C:\x\y.py", "Class")),
        ("C:/x/y.py:Class", ("C:/x/y.py", "Class")),
        ("wall_follower", ("wall_follower", None)),
        ("braitenberg:Vehicle2a", ("braitenberg", "Vehicle2a")),
    ],
)
def test_specs(spec: str, parts: tuple[str, str | None]) -> None:
    """A colon separates file and class, unless it is a drive's."""
    assert split_spec(spec) == parts


def test_a_file_with_a_colon_in_its_name(write) -> None:
    """A file that is there is meant as it is written."""
    path = write("odd:name.py", GOOD)

    assert words_of(path) == ["ran"]


def test_a_missing_file_suggests_a_near_name(write, tmp_path: Path) -> None:
    """A misspelt file name is answered with the one in that folder."""
    write("wall_follower.py", GOOD)

    assert "Did you mean" in str(failure(tmp_path / "wal_folower.py"))
    assert "wall_follower.py" in str(failure(tmp_path / "wal_folower.py"))


def test_a_missing_ending_is_suggested(write, tmp_path: Path) -> None:
    """``robot`` where ``robot.py`` lies is told."""
    path = write("robot.py", GOOD)

    assert f"Did you mean {path}?" in str(failure(tmp_path / "robot"))


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """A path through a folder that does not exist says so."""
    assert "no folder" in str(failure(tmp_path / "nowhere" / "robot.py"))


def test_a_folder_lists_its_files(write, tmp_path: Path) -> None:
    """A folder is answered with the files in it."""
    write("robot.py", GOOD)

    assert "robot.py" in str(failure(tmp_path))


def test_a_folder_without_a_program_says_so(tmp_path: Path) -> None:
    """Nobody is told to choose among nothing."""
    assert str(failure(tmp_path)).endswith("is a folder. There is no Python file in it.")


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    """What is there but no ordinary file is told as that."""
    loop = tmp_path / "loop.py"
    loop.symlink_to(loop)

    assert "is not a regular file" in str(failure(loop))


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
def test_a_device_is_refused() -> None:
    """A device is no controller."""
    assert "is not a regular file" in str(failure("/dev/null"))


def test_another_ending_is_refused(write) -> None:
    """Only .py files are controllers."""
    assert "doesn't end in .py" in str(failure(write("robot.txt", GOOD)))


def test_an_ending_that_windows_hides_is_told(write) -> None:
    """Windows shows robot.py.txt as robot.py: the message says how to call it."""
    told = str(failure(write("robot.py.txt", GOOD)))

    assert told.endswith("If it holds your program, rename it to robot.py.")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_what_windows_calls_unicode_is_named(tmp_path: Path, encoding: str) -> None:
    """A program in UTF-16 is one, but Python can't read it; it isn't called something else."""
    path = tmp_path / "robot.py"
    path.write_bytes(f"\ufeff{GOOD}".encode(encoding))

    told = str(failure(path))

    assert told.startswith("robot.py is in UTF-16, which Windows calls Unicode")
    assert told.endswith("Save the file as UTF-8 in your editor.")


@pytest.mark.parametrize("spec", ["", "  ", "a\0b.py", "x" * 5000, "/" * 3000])
def test_names_that_can_be_no_file(spec: str) -> None:
    """Nonsense is answered with one message as well."""
    assert str(failure(spec))


def test_what_can_not_be_read_is_told(tmp_path: Path) -> None:
    """When the system refuses to read, the message says why."""
    with pytest.raises(ControllerLoadError, match="can't be read: "):
        read_source(tmp_path)
