"""What people read when the computer refuses something."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from wsusim.refusals import NO_THREAD, refusal_of


def refused(number: int, name: str | None = None) -> OSError:
    """Return the error of the system with this number."""
    return OSError(number, os.strerror(number), name)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RuntimeError(NO_THREAD), "ulimit -u"),
        (refused(errno.EAGAIN), "ulimit -u"),
        (refused(errno.EMFILE, "/usr/lib/python3"), "ulimit -n"),
        (refused(errno.ENFILE), "ulimit -n"),
        (refused(errno.EFBIG, "run.mcap"), "ulimit -f"),
        (refused(errno.ENOSPC, "run.mcap"), "with run.mcap: No space left on device. Make room"),
        (refused(errno.EDQUOT), "Your account's room is used up"),
        (refused(errno.ENOMEM), "ulimit -v"),
        (MemoryError(), "ulimit -v"),
        (ImportError("libx.so: failed to map segment from shared object"), "ulimit -v"),
        (refused(errno.EACCES, "maze.json"), "with maze.json: Permission denied. Choose a place"),
        (OSError("no words of the system"), "problem: no words of the system. Fix"),
    ],
)
def test_each_limit_is_named_with_what_shows_it(error: Exception, told: str) -> None:
    """Whoever meets a limit of the account reads which one, and what to do."""
    assert told in refusal_of(error)


def test_a_reason_that_is_a_sentence_gets_no_second_full_stop() -> None:
    """Our own reasons end in a full stop already."""
    assert ".." not in refusal_of(OSError("It keeps ending."))


def test_other_errors_are_no_refusals() -> None:
    """What is a fault of a program isn't put down to the computer."""
    assert refusal_of(RuntimeError("dictionary changed size")) == ""


@pytest.mark.skipif(os.name != "posix", reason="POSIX's rules")
def test_a_removed_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative file can't be looked for in it."""
    monkeypatch.chdir(tmp_path)
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()

    assert "has been deleted" in refusal_of(FileNotFoundError(errno.ENOENT, "No such file"))
