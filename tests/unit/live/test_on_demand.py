"""Rays and eyes' pictures are made only on demand, and only for the wanted robots."""

from __future__ import annotations

import base64
import threading
from io import BytesIO

import numpy as np
from PIL import Image

from tests.live_server import picture_of
from tests.worlds import empty_world
from wsusim.engine.eye import EyeView
from wsusim.live.on_demand import EYE_PX, OnDemand
from wsusim.live.telling import Teller


def told(on_demand: OnDemand, teller: Teller) -> set[str]:
    """Have it made of a picture; return the topics that were told."""
    on_demand.make(empty_world(), picture_of(222.0, 4))
    changes = teller.take(4, 0.0)
    return set() if changes is None else set(changes["set"])


def test_nothing_is_made_without_demand() -> None:
    """And nothing of a robot that is not there."""
    teller = Teller(1)
    on_demand = OnDemand(lambda: (None, None), lambda act: act(teller))

    assert told(on_demand, teller) == set()
    on_demand.wanted = {"rays": [7], "eye": [7]}
    assert told(on_demand, teller) == set()


def test_the_eyes_picture_is_what_the_robot_sees() -> None:
    """A PNG of the very pixels that its eye draws."""
    teller = Teller(1)
    on_demand = OnDemand(lambda: (None, None), lambda act: act(teller))
    on_demand.wanted = {"eye": [0]}
    on_demand.make(empty_world(), picture_of(222.0))
    changes = teller.take(0, 0.0)

    assert changes is not None
    seen = changes["set"]["eye"]["0"]
    pixels = np.asarray(Image.open(BytesIO(base64.b64decode(seen["png"]))))
    expected = EyeView(empty_world()).eye(picture_of(222.0).snapshot, 0, EYE_PX)
    assert (seen["width"], seen["height"]) == EYE_PX
    assert np.array_equal(pixels, expected)


def test_an_unknown_robot_is_left_alone() -> None:
    """Of a real robot or a match there is no world to look at; the work ends when it is told."""
    is_closing = threading.Event()
    acts: list[object] = []

    def newest() -> tuple[None, None]:
        is_closing.set()
        return None, None

    on_demand = OnDemand(newest, acts.append)
    on_demand.wanted = {"rays": [0], "eye": [0]}
    on_demand.work(is_closing)

    assert acts == []
