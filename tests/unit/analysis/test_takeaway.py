"""A recording is read with progress, and taken elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wsusim.analysis.takeaway import (
    Report,
    TablesExist,
    animate,
    draw_way,
    open_film,
    write_tables,
)


def silent(_share: float) -> None:
    """Hear how much is done, and do nothing."""


@pytest.mark.parametrize(
    ("write", "name", "head"),
    [
        (draw_way, "way.png", b"\x89PNG"),
        (draw_way, "way.svg", b"<?xml"),
        (animate, "film.gif", b"GIF8"),
    ],
)
def test_pictures_and_films(
    recording: Path,
    tmp_path: Path,
    write: Callable[[Path, Path, Report], None],
    name: str,
    head: bytes,
) -> None:
    """The ending says what is made; the work is told from its beginning to near its end."""
    shares: list[float] = []
    write(recording, tmp_path / name, shares.append)
    assert (tmp_path / name).read_bytes().startswith(head)
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] <= 1.0


def test_tables_that_are_there_are_not_replaced(recording: Path, tmp_path: Path) -> None:
    """Unless that is wanted; no draft is left."""
    write_tables(recording, tmp_path, silent, may_replace=False)
    with pytest.raises(TablesExist, match=r"poses\.csv"):
        write_tables(recording, tmp_path, silent, may_replace=False)
    write_tables(recording, tmp_path, silent, may_replace=True)
    assert {file.suffix for file in tmp_path.iterdir()} == {".csv"}


def test_a_film_is_opened_with_progress_and_told_of_no_more(recording: Path) -> None:
    """Whoever plays it afterwards is not called off by the reader of before."""
    shares: list[float] = []
    film = open_film(recording, shares.append)
    count = len(shares)
    film.picture_at(film.last_tick)
    film.picture_at(film.first_tick)
    film.close()
    assert count > 1
    assert len(shares) == count
