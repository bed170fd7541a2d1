"""The curves of a real recording."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from wsusim.gui.features.curves.channels import CHANNELS, values_of
from wsusim.gui.features.replay.film import Film
from wsusim.recording.reader import Recording


def test_the_curves_of_a_film_are_the_values_of_its_pictures(recording: Path) -> None:
    """What is drawn at a tick is what arena and panels show at that tick."""
    film = Film(Recording(recording))
    ticks = film.history.ticks[::25].tolist()
    pictures = [film.picture_at(tick) for tick in ticks]
    film.close()

    shown = [values_of(p.snapshot.robots[0], p.statistics[0].distance_mm) for p in pictures]
    drawn = [film.history.column(0, column)[::25] for column in range(len(CHANNELS))]

    assert (film.history.ticks[0], film.history.ticks[-1]) == (film.first_tick, film.last_tick)
    np.testing.assert_allclose(np.array(drawn).T, np.array(shown), rtol=1e-5, atol=1e-3)
