"""The threads of a lab: what they must do they do again until it succeeds."""

from __future__ import annotations

import logging

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from sqlalchemy.exc import OperationalError

from wsusim.lab.workers import Workers

FULL = OperationalError("UPDATE jobs", {}, OSError("database or disk is full"))


class Disk:
    """Is full for so many writes."""

    def __init__(self, fails: int) -> None:
        self.fails = fails
        self.written = 0

    def write(self) -> None:
        """Write, or fail."""
        self.fails -= 1
        if self.fails >= 0:
            raise FULL
        self.written += 1


def test_a_result_is_kept_when_there_is_room_again(caplog: pytest.LogCaptureFixture) -> None:
    """Once."""
    disk = Disk(fails=3)
    with caplog.at_level(logging.ERROR):
        Workers(look_s=0.0).insist(disk.write)

    assert disk.written == 1


def test_a_lab_that_closes_waits_for_no_disk(caplog: pytest.LogCaptureFixture) -> None:
    """The next start puts it right."""
    disk, workers = Disk(fails=10**9), Workers(look_s=0.0)
    workers.close()
    with caplog.at_level(logging.ERROR):
        workers.insist(disk.write)

    assert disk.written == 0
