"""A recording is read with progress, and taken elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.analysis.takeaway import export, open_film
from wsusim.recording.csv_tables import TablesExist
from wsusim.recording.export_format import Choices
from wsusim.recording.export_table import export_formats


def silent(_share: float) -> None:
    """Hear how much is done, and do nothing."""


@pytest.mark.parametrize(
    ("name", "head"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("gif", b"GIF8")]
)
def test_pictures_and_films(recording: Path, tmp_path: Path, name: str, head: bytes) -> None:
    """The work is told from its beginning to near its end."""
    shares: list[float] = []
    file = tmp_path / f"way.{name}"
    export(export_formats()[name], recording, file, shares.append, Choices())
    assert file.read_bytes().startswith(head)
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] <= 1.0


def test_tables_that_are_there_are_not_replaced(recording: Path, tmp_path: Path) -> None:
    """Unless that is wanted; no draft is left."""
    tables = export_formats()["csv"]
    export(tables, recording, tmp_path, silent, Choices())
    with pytest.raises(TablesExist, match=r"poses\.csv"):
        export(tables, recording, tmp_path, silent, Choices())
    export(tables, recording, tmp_path, silent, Choices(overwrite=True))
    assert {file.suffix for file in tmp_path.iterdir()} == {".csv"}


def test_a_film_is_opened_with_progress_and_told_of_no_more(recording: Path) -> None:
    """Playing it afterwards is not called off by the earlier reader."""
    shares: list[float] = []
    film = open_film(recording, shares.append)
    count = len(shares)
    film.picture_at(film.last_tick)
    film.picture_at(film.first_tick)
    film.close()
    assert count > 1
    assert len(shares) == count
