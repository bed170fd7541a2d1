"""Pictures whose dark parts become walls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wsusim.formats.grey_pictures import FORMATS_IN_WORDS, SUFFIXES, is_picture, read_grey
from wsusim.formats.importers.importer import Imported, Importer, Option, Sure

OPTIONS = (
    Option("mm_per_px", float, "Scale of a picture: millimetres per pixel. Default: 1."),
    Option("threshold", int, "Grey value at which a picture becomes light. Default: 128."),
    Option("tolerance_mm", float, "How far walls may depart from a picture. Default: 2."),
    Option("floor", ("light", "dark"), "What is floor in a picture. Default: light."),
    Option("is_surface", bool, "Walls of a picture reflect as brightly as they are drawn."),
)


def _read(content: bytes, name: str, given: Mapping[str, Any]) -> Imported:
    from wsusim.formats.picture_arena import PictureSettings, arena_of_picture  # slow to load

    arena = arena_of_picture(read_grey(content, "it"), name, PictureSettings(**given))
    return Imported(arena.world, (arena.remark,) if arena.remark else ())


ROWS = (
    Importer(
        title="pictures",
        words=f"a picture ({FORMATS_IN_WORDS})",
        takes=is_picture,
        read=_read,
        sure=Sure.BY_MARK,
        suffixes=SUFFIXES,
        options=OPTIONS,
    ),
)
