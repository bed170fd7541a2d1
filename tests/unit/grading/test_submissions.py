"""What was handed in."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from wsusim.errors import BadInput
from wsusim.grading.submissions import Submission, find_left_out, find_submissions, submission_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the work of two students: a file, and a folder."""
    (tmp_path / "ann.py").write_text("import ben")
    (tmp_path / "ben").mkdir()
    (tmp_path / "ben" / "robot.py").write_text("import maps")
    (tmp_path / "ben" / "maps.py").write_text("")
    (tmp_path / "ben" / "data").mkdir()
    (tmp_path / "ben" / "data" / "weights.txt").write_text("1 2")
    return tmp_path


def test_a_file_comes_alone_and_a_folder_whole(folder: Path) -> None:
    """What lies beside a student's file is others' work; what lies in a folder is the student's."""
    found = find_submissions(folder, "robot.py", set())

    files = {one.student: one.program and sorted(one.program.files) for one in found}
    assert files == {"ann": ["ann.py"], "ben": ["data/weights.txt", "maps.py", "robot.py"]}


@pytest.mark.parametrize(("below", "told"), [("", "It"), ("data", "data")])
def test_a_folder_that_cannot_be_read_is_not_called_empty(
    folder: Path, below: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The student's own rights may be wrong, in the whole folder or a part of it."""
    scan, closed = os.scandir, str(folder / "ben" / below)

    def refuse(place: str) -> object:
        if str(place) == closed:
            raise PermissionError(errno.EACCES, "Permission denied", closed)
        return scan(place)

    monkeypatch.setattr(os, "scandir", refuse)

    (ben,) = (one for one in find_submissions(folder, None, set()) if one.student == "ben")

    assert ben.problem == f"{told} can't be read: Permission denied."


def test_links_are_left_out(folder: Path) -> None:
    """A link may lead to others' work or the grader's files, so it is no part of a submission."""
    (folder / "ben" / "stolen.py").symlink_to(folder / "ann.py")
    (folder / "cat.py").symlink_to(folder / "ann.py")
    (folder / "ring.py").symlink_to("ring.py")

    found = find_submissions(folder, "robot.py", set())

    assert [one.student for one in found] == ["ann", "ben"]
    assert found[1].program is not None
    assert "stolen.py" not in found[1].program.files


def test_which_file_is_the_program(folder: Path) -> None:
    """A folder with several programs, none of them named, is a problem."""
    (ben,) = (one for one in find_submissions(folder, None, set()) if one.student == "ben")

    assert ben.program is None
    assert 'file = "robot.py"' in ben.problem


def test_the_teachers_own_files_are_no_work(folder: Path) -> None:
    """Checks that lie in the class's folder are left out."""
    found = find_submissions(folder, "robot.py", {(folder / "ann.py").resolve()})

    assert [one.student for one in found] == ["ben"]


def test_a_student_checks_a_file_with_what_it_imports(folder: Path) -> None:
    """A file that is checked alone comes with the neighbours that it imports."""
    submission = submission_of(str(folder / "ben" / "robot.py"), None)

    assert submission.program is not None
    assert sorted(submission.program.files) == ["maps.py", "robot.py"]


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    """A class without work is told, with what belongs there."""
    with pytest.raises(BadInput, match="holds no work"):
        find_submissions(tmp_path, None, set())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are always text")
def test_a_name_in_another_encoding_can_be_written(tmp_path: Path) -> None:
    """Reports are UTF-8, whatever a student's computer makes of umlauts."""
    name = os.fsdecode(b"b\xffn.py")
    (tmp_path / name).write_text("")

    (found,) = find_submissions(tmp_path, None, set())

    assert found.student.encode() == b"b\\udcffn"
    assert found.path.encode()


def zip_with(files: dict[str, str], packed: int = ZIP_DEFLATED) -> bytes:
    """Return a ZIP with these files."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", packed) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return whole.getvalue()


def only(folder: Path, wanted: str | None = None) -> Submission:
    """Return the one submission in a folder."""
    (found,) = find_submissions(folder, wanted, set())
    return found


def test_capitals_in_the_ending_count(tmp_path: Path) -> None:
    """Windows shows ``eva.PY`` as a Python program, and so it is; its neighbours, too."""
    (tmp_path / "eva.PY").write_text("x = 1")
    (tmp_path / "tom").mkdir()
    (tmp_path / "tom" / "Robot.PY").write_text("import walls")
    (tmp_path / "tom" / "WALLS.Py").write_text("")

    eva, tom = find_submissions(tmp_path, "robot.py", set())

    assert eva.program is not None
    assert tom.program is not None
    assert (eva.student, eva.program.main) == ("eva", "eva.py")
    assert (tom.program.main, sorted(tom.program.files)) == ("Robot.py", ["Robot.py", "WALLS.py"])


def test_what_is_no_program_is_told(tmp_path: Path) -> None:
    """A student whose work has the wrong form is not forgotten in silence."""
    for name in ("ann.py", "bob.txt", "cleo.ipynb", "dan.py.txt", "_eva.py", ".DS_Store", "a.toml"):
        (tmp_path / name).write_text("")
    (tmp_path / "fay.py").symlink_to(tmp_path / "ann.py")
    (tmp_path / "__pycache__").mkdir()

    left_out = find_left_out(tmp_path, {tmp_path / "a.toml"})

    assert {one.name: one.why for one in left_out} == {
        "_eva.py": "its name begins with _",
        "bob.txt": "not a Python file",
        "cleo.ipynb": "a notebook; ask for the program as a .py file",
        "dan.py.txt": "not a Python file; if it holds a program, call it dan.py",
        "fay.py": "a link",
    }
    assert [one.student for one in find_submissions(tmp_path, None, set())] == ["ann"]


def test_a_folder_with_nothing_but_the_wrong_files_says_so(tmp_path: Path) -> None:
    """The teacher sees at once why there is no work."""
    (tmp_path / "bob.txt").write_text("")

    with pytest.raises(BadInput, match=r"holds no work.*Left out: bob.txt: not a Python file"):
        find_submissions(tmp_path, None, set())


@pytest.mark.parametrize(
    ("files", "wanted", "main"),
    [
        ({"drive.py": "x = 1"}, None, "drive.py"),
        ({"drive.py": "x = 1"}, "robot.py", "drive.py"),
        ({"p/robot.py": "", "p/walls.py": "", "__MACOSX/._p.py": ""}, "robot.py", "robot.py"),
        ({"a/b/robot.py": "", "a/b/data/w.txt": "1"}, None, "robot.py"),
        ({"ann.py": "", "walls.py": "", ".git/config": ""}, None, "ann.py"),
        ({"DRIVE.PY": ""}, None, "DRIVE.py"),
    ],
)
def test_a_zip_with_one_program_is_opened(
    tmp_path: Path, files: dict[str, str], wanted: str | None, main: str
) -> None:
    """With the folder in which the student packed it, or without."""
    (tmp_path / "ann.ZIP").write_bytes(zip_with(files))

    program = only(tmp_path, wanted).program

    assert program is not None
    assert program.main == main
    assert not any(name.startswith((".", "__")) for name in program.files)


def test_a_folder_that_holds_only_a_zip_is_opened(tmp_path: Path) -> None:
    """So do learning platforms hand out what was uploaded."""
    (tmp_path / "Ann_4711").mkdir()
    (tmp_path / "Ann_4711" / "work.zip").write_bytes(zip_with({"p/robot.py": "x"}))

    found = only(tmp_path)

    assert found.student == "Ann_4711"
    assert found.program is not None
    assert found.program.files == {"robot.py": b"x"}


def a_link() -> bytes:
    """Return a ZIP whose program is a link to a file of the grader's."""
    whole, entry = io.BytesIO(), ZipInfo("robot.py")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with ZipFile(whole, "w") as made:
        made.writestr(entry, "/etc/passwd")
    return whole.getvalue()


def with_password() -> bytes:
    """Return a ZIP that says that its file is encrypted."""
    content = bytearray(zip_with({"robot.py": "x"}))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def too_large_and_modest() -> bytes:
    """Return a ZIP bomb that claims to hold ten bytes."""
    content = zip_with({"robot.py": "0" * 21_000_000})
    return content.replace((21_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"PK\x03\x04 nothing", "can't be opened"),
        (b"", "can't be opened"),
        (zip_with({"robot.py": "x = 1"})[:-40], "can't be opened"),
        (zip_with({"../robot.py": ""}), "leads out of its folder"),
        (zip_with({"/etc/robot.py": ""}), "leads out of its folder"),
        (zip_with({"C:\\robot.py": ""}), "leads out of its folder"),
        (partial(zip_with, {"robot.py": "0" * 21_000_000}), "more than 300 files or 20 MB"),
        (zip_with({f"{n}.txt": "" for n in range(301)}), "more than 300 files"),
        (zip_with({"robot.py": ""}, ZIP_BZIP2), "packed in an unusual way"),
        (zip_with({"a.py": "", "b.py": ""}), "ZIP ann has 2 Python files"),
        (zip_with({"essay.txt": ""}), "no Python file in the ZIP ann"),
        (zip_with({"robot.py.txt": ""}), "It has robot.py.txt: if that holds the program, call it"),
        (zip_with({"work/inner.ZIP": ""}), "It has inner.ZIP: unpack that first."),
        (zip_with({"robot.ipynb": ""}), "It has robot.ipynb, a notebook: ask for"),
        (zip_with({"read.md": "", "src/robot.py": ""}), "in folders of it (src/robot.py). Move"),
        (with_password(), "has a password"),
        (a_link(), "no Python file in the ZIP ann"),
        (too_large_and_modest, "can't be opened"),
    ],
    ids=lambda part: part if isinstance(part, str) else "zip",
)
def test_a_zip_that_can_not_be_run_says_why(
    tmp_path: Path, content: bytes | Callable[[], bytes], why: str
) -> None:
    """Whatever is in it, nothing is written, and the student has a line in the report."""
    (tmp_path / "ann.zip").write_bytes(content if isinstance(content, bytes) else content())

    found = only(tmp_path)

    assert found.program is None
    assert why in found.problem
    assert [file.name for file in tmp_path.iterdir()] == ["ann.zip"]


def test_a_student_checks_a_zip(tmp_path: Path) -> None:
    """The command that a report names for running it again works for a ZIP, too."""
    (tmp_path / "ann.zip").write_bytes(zip_with({"robot.py": "x"}))

    assert submission_of(str(tmp_path / "ann.zip"), None).student == "ann"


def test_two_works_of_one_name_are_both_graded(tmp_path: Path) -> None:
    """Under the whole names of their files; which of them counts is the teacher's to say."""
    for name in ("ann.py", "ann.py.py", "bob.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "ann.zip").write_bytes(zip_with({"robot.py": ""}))

    found = [one.student for one in find_submissions(tmp_path, None, set())]

    assert found == ["ann.py", "ann.py.py (2)", "ann.zip", "bob"]


def test_names_that_begin_with_a_dot_are_told(tmp_path: Path) -> None:
    """A file manager hides them, so a teacher would look for that student's work for long."""
    for name in (".py", "..py", "._Ann.py", ".bob.PY", ".zip", ".DS_Store", "Ann.py"):
        (tmp_path / name).write_text("")
    for folder in (".eva", ".git"):
        (tmp_path / folder).mkdir()
    (tmp_path / ".eva" / "robot.py").write_text("")

    assert [one.student for one in find_submissions(tmp_path, None, set())] == ["Ann"]
    assert {one.name: one.why for one in find_left_out(tmp_path, set())} == {
        **dict.fromkeys((".py", "..py", ".bob.PY", ".zip", ".eva"), "its name begins with a dot"),
        "._Ann.py": "what macOS notes of Ann.py",
    }


def test_the_folder_of_all_lessons_has_the_program_of_one(tmp_path: Path) -> None:
    """Its files are graded and no other lesson's; two of the name are one too many."""
    for student, lessons in (("ann", ("one", "two")), ("bob", ("one", "copy"))):
        for lesson in lessons:
            place = tmp_path / student / "wsusim lessons" / lesson
            place.mkdir(parents=True)
            file = "two.py" if lesson == "two" else "one.py"
            (place / file).write_text("import maps")
            (place / "maps.py").write_text("")

    ann, bob = find_submissions(tmp_path, "one.py", set())

    assert ann.program is not None
    assert sorted(ann.program.files) == ["maps.py", "one.py"]
    assert bob.problem == "There is no file one.py in it."
