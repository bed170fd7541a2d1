"""A lab in one file, while it is at work, and a lab again from that file."""

from __future__ import annotations

import io
import os
import stat
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.unit.lab.conftest import PROGRAM, invited, job_request
from wsusim.errors import BadInput
from wsusim.lab.assignments import Task
from wsusim.lab.backup import back_up, restore
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.program import Program


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Return a lab with a run that is over and one that is going on."""
    made = Lab(Plan(tmp_path / "lab"))
    ann = invited(made.people, "Ann")
    for key in ("over", "going on"):
        job = made.jobs.add(ann, job_request(key, "simulation"), 0.0)
        made.jobs.take_to_check("simulation", 0.0)
        made.files.recording(job, "simulation").write_bytes(b"recorded")
        if key == "over":
            made.jobs.ended(job.id, "done", 1.0, text="Drove.")
    number = made.assignments.add(Task("Walls"), ann, 0.0)
    made.shelf.put(number, {"start.py": b"x = 1\n"})
    made.assignments.hand_in(number, ann, Program("driver.py", PROGRAM), 2.0)
    yield made
    made.close()


def test_a_lab_at_work_is_saved_and_restored(lab: Lab, tmp_path: Path) -> None:
    """With what was handed in and recorded; what is under way is checked again, as after a kill."""
    (token,) = lab.people.invite(["Bob"], 0.0)
    saved = back_up(tmp_path / "lab", tmp_path / "lab.tar.gz")
    restore(saved.file, tmp_path / "again")
    again = Lab(Plan(tmp_path / "again"))
    bob = again.people.by_token(token.token, 0.0)
    (work,) = again.assignments.of(None)
    states = [job.state for job in again.jobs.newest()]
    recordings = sorted(again.files.recordings())
    starter = again.shelf.of(1).starter
    again.close()

    assert bob is not None
    assert (work.who, states, recordings, saved.recordings) == ("Ann", ["checking", "done"], [1], 1)
    assert starter is not None


def test_python_3_11_2_restores_a_lab(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian 12 has it, and its ``extractall`` knows no filter."""

    def extract_all(_packed: tarfile.TarFile, _path: str = ".") -> None:
        raise AssertionError("without a filter, files could be put anywhere")

    monkeypatch.setattr(tarfile.TarFile, "extractall", extract_all)
    saved = back_up(tmp_path / "lab", tmp_path / "lab.tar.gz")

    restore(saved.file, tmp_path / "again")

    assert (tmp_path / "again" / "lab.db").is_file()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_what_is_no_file_is_refused(tmp_path: Path, kind: bytes) -> None:
    """A link may lead to what isn't the lab's."""
    file = tmp_path / "odd.tar.gz"
    with tarfile.open(file, "w:gz") as packed:
        entry = tarfile.TarInfo("wsusim-lab/lab.db")
        entry.type, entry.linkname = kind, "/etc/passwd"
        packed.addfile(entry)

    with pytest.raises(BadInput, match="which no lab has"):
        restore(file, tmp_path / "lab")


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_backup_is_its_owners_alone(lab: Lab, tmp_path: Path) -> None:
    """As the lab is."""
    saved = back_up(tmp_path / "lab", tmp_path / "lab.tar.gz")

    assert stat.S_IMODE(saved.file.stat().st_mode) == 0o600


def test_nothing_is_replaced_unasked(lab: Lab, tmp_path: Path) -> None:
    """Neither a backup nor a lab."""
    file = tmp_path / "lab.tar.gz"
    back_up(tmp_path / "lab", file)
    with pytest.raises(BadInput, match="add --overwrite"):
        back_up(tmp_path / "lab", file)
    with pytest.raises(BadInput, match="is there already"):
        restore(file, tmp_path / "lab")

    assert back_up(tmp_path / "lab", file, overwrite=True).recordings == 1


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "wsusim-lab/../../evil"])
def test_a_file_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    """No matter who made it."""
    file = tmp_path / "evil.tar.gz"
    with tarfile.open(file, "w:gz") as packed:
        packed.addfile(tarfile.TarInfo(name), io.BytesIO())
    with pytest.raises(BadInput):
        restore(file, tmp_path / "new" / "lab")

    assert not (tmp_path / "evil").exists()
    assert not (tmp_path / "new" / "evil").exists()


@pytest.mark.parametrize("content", [b"", b"no archive"])
def test_what_is_no_backup_is_told(tmp_path: Path, content: bytes) -> None:
    """And leaves nothing behind that would be taken for a lab."""
    file = tmp_path / "odd.tar.gz"
    file.write_bytes(content)
    with pytest.raises(BadInput, match=r"can't be restored|is no backup"):
        restore(file, tmp_path / "lab")

    assert not (tmp_path / "lab" / "lab.db").exists()
