"""An opened recording, shown at any tick."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from wsusim.analysis.curve_channels import CHANNELS, columns_of
from wsusim.analysis.film import Film
from wsusim.analysis.marks import MarkKind
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.samples import from_snapshots


def test_the_curves_of_a_film_are_the_values_of_its_pictures(recording: Path) -> None:
    """What is drawn at a tick is what arena and panels show at that tick."""
    film = Film(Recording(recording))
    ticks = film.history.ticks[::25].tolist()
    pictures = [film.picture_at(tick) for tick in ticks]
    film.close()

    block = from_snapshots([picture.snapshot for picture in pictures])
    ways_mm = np.array([picture.statistics[0].distance_mm for picture in pictures])
    drawn = [film.history.column(0, column)[::25] for column in range(len(CHANNELS))]

    assert (film.history.ticks[0], film.history.ticks[-1]) == (film.first_tick, film.last_tick)
    shown = columns_of(block.robots[0], ways_mm)
    np.testing.assert_allclose(np.array(drawn), shown, rtol=1e-5, atol=1e-3)


def test_the_film_gives_the_recorded_snapshots(recording: Path) -> None:
    """Any moment, in any order, is the snapshot that the player has."""
    with Recording(recording) as one, Recording(recording) as two:
        film, player = Film(one), Player(two)
        ticks = (film.last_tick, 0, 200, 102, 101)
        shown = [film.picture_at(tick).snapshot for tick in ticks]

        assert shown == [player.at(tick) for tick in ticks]


def test_every_kind_of_thing_has_its_mark(recording: Path) -> None:
    """Contact, failure and prints are found; the failure names its message."""
    with Recording(recording) as file:
        film = Film(file)
        kinds = {mark.kind for mark in film.marks}
        error = next(mark for mark in film.marks if mark.kind is MarkKind.ERROR)
    assert {MarkKind.CONTACT, MarkKind.ERROR, MarkKind.PRINT} <= kinds
    assert "set_sped" in error.text
    assert error.tick == pytest.approx(600, abs=3)


def test_statistics_are_those_of_the_report(recording: Path) -> None:
    """Way and contacts at the end agree with the closing figures."""
    with Recording(recording) as file:
        film = Film(file)
        end = film.picture_at(film.last_tick).statistics[0]
        summary = file.summary
    assert summary is not None
    assert end.distance_mm == pytest.approx(summary["distance_mm"], rel=0.01)
    assert end.contacts == summary["contacts"]


def test_speech_and_drawings_follow_the_time(recording: Path) -> None:
    """What is said and drawn is that of the moment."""
    with Recording(recording) as file:
        film = Film(file)
        end = film.picture_at(film.last_tick)
    assert end.says == ("hello",)
    assert len(end.drawings[0]) == 1
