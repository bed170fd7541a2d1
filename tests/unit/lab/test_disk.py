"""How full a disk is: people are told in time, and in words."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.disk import Disk
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan


@pytest.mark.parametrize(
    ("free_mb", "total_mb", "state"),
    [
        (300_000, 500_000, "ok"), (1_900, 500_000, "low"), (199, 500_000, "full"),
        (900, 8_000, "ok"), (700, 8_000, "low"), (150, 8_000, "full"), (39, 40, "ok"),
        (0, 40, "full"),
    ],
)  # fmt: skip
def test_a_large_disk_and_a_small_one_are_full_in_their_own_way(
    free_mb: float, total_mb: float, state: str
) -> None:
    """By what an hour of a class takes, and by its own size."""
    assert Disk("/srv/lab", free_mb, total_mb).state == state


def test_it_is_told_in_words() -> None:
    """With the place, so that one knows which disk."""
    assert Disk("/srv/lab", 900.4, 20_000).text == "900 MB of 20.0 GB free on the disk of /srv/lab"


def test_nothing_new_is_run_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There has to be room for what is handed in."""
    lab = Lab(Plan(tmp_path))
    lab.require_room()
    monkeypatch.setattr(lab, "disk", lambda: Disk("/srv/lab", 0.0, 20_000))
    with pytest.raises(BadInput, match=r"is full \(0 MB of 20.0 GB free on the disk of /srv/lab\)"):
        lab.require_room()
    lab.close()
