"""A picture on the floor is drawn as ink."""

from __future__ import annotations

import base64

from tests.pictures import drawn, on_floor
from wsusim.formats.grey_pictures import grey_png
from wsusim.gui.arena.region_items import FloorPictureItem, ink_of


def test_black_is_opaque_and_white_is_clear(qapp: object) -> None:
    """Grey lies between, so that grid and floor shine through."""
    ink = ink_of(base64.b64decode(grey_png(drawn("#.+"))))

    assert [ink.pixelColor(x, 0).alpha() for x in range(3)] == [255, 0, 127]


def test_the_item_lies_where_its_picture_does(qapp: object) -> None:
    """With its middle there and its size in millimetres."""
    item = FloorPictureItem(on_floor(drawn("#.", ".."), 120.0, 80.0, 5.0))

    assert item.pos().toTuple() == (120.0, 80.0)
    assert item.boundingRect().size().toTuple() == (10.0, 10.0)
