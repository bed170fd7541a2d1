"""A scene as JSON, in both palettes, for pages that draw it themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import NotRequired, TypedDict, assert_never

from wsusim.model.geometry import Pose
from wsusim.model.world import World, start_heading_rad
from wsusim.scene.palette import DARK, LIGHT, Palette
from wsusim.scene.shapes import Area, Disc, Ink, Look, Robot, Shape, Words
from wsusim.scene.walk import note_shape, robot_shapes, still_shapes, thing_shape

Colours = dict[str, str]
"""One for each of ``PALETTES``."""


class ToldShape(TypedDict):
    """A shape; its type determines which measures it has."""

    what: str
    id: int
    fill: NotRequired[Colours]
    edge: NotRequired[Colours]
    low_mm: NotRequired[float]
    high_mm: NotRequired[float]
    corners_mm: NotRequired[list[list[float]]]
    x_mm: NotRequired[float]
    y_mm: NotRequired[float]
    radius_mm: NotRequired[float]
    shines: NotRequired[bool]
    width_mm: NotRequired[float]
    height_mm: NotRequired[float]
    text: NotRequired[str]
    heading_rad: NotRequired[float]
    """Of a loose thing, at the start."""


class ToldDrawing(TypedDict):
    """The drawing of a world; ``robots`` are their colours."""

    size_mm: tuple[float, float]
    palettes: dict[str, Colours]
    still: list[ToldShape]
    things: Sequence[ToldShape]
    robots: Sequence[str]


PALETTES: dict[str, Palette] = {"light": LIGHT, "dark": DARK}


def told_world(world: World) -> ToldDrawing:
    """Return all that is needed to draw a world, wherever things in it move."""
    palettes = PALETTES.values()
    return told_drawing(
        (world.arena.width_mm, world.arena.height_mm),
        [
            [*still_shapes(world, palette), *(note_shape(note, palette) for note in world.notes)]
            for palette in palettes
        ],
        things=[
            {
                **told_shape([thing_shape(thing, Pose(0.0, 0.0), palette) for palette in palettes]),
                "x_mm": thing.x_mm,
                "y_mm": thing.y_mm,
                "heading_rad": start_heading_rad(thing),
            }
            for thing in world.movables
        ],
        robots=[robot.fill for robot in robot_shapes(world, None)],
    )


def told_drawing(
    size_mm: tuple[float, float],
    still: Iterable[Sequence[Shape]],
    *,
    things: Sequence[ToldShape] = (),
    robots: Sequence[str] = (),
) -> ToldDrawing:
    """Return a drawing: what never moves, loose things about their own middles, and colours.

    Args:
        size_mm: Width and height of the arena.
        still: The same shapes in each of ``PALETTES``.
        things: Those that may move, each with its place at the start.
        robots: Their colours.
    """
    return {
        "size_mm": size_mm,
        "palettes": {name: asdict(palette) for name, palette in PALETTES.items()},
        "still": [told_shape(shapes) for shapes in zip(*still, strict=True)],
        "things": things,
        "robots": robots,
    }


def told_shape(shapes: Sequence[Shape]) -> ToldShape:
    """Return one shape, given in each of ``PALETTES``; a picture by its object's id alone."""
    shape = shapes[0]
    match shape:
        case Area():
            corners = [[round(x, 2), round(y, 2)] for x, y in shape.corners_mm]
            return {**_head(shape.what, shape.id, shapes), "corners_mm": corners}
        case Disc():
            return {
                **_head(shape.what, shape.id, shapes),
                "x_mm": shape.x_mm,
                "y_mm": shape.y_mm,
                "radius_mm": shape.radius_mm,
                "shines": shape.look.shines,
            }
        case Ink():
            return {
                "what": "ink",
                "id": shape.id,
                "x_mm": shape.x_mm,
                "y_mm": shape.y_mm,
                "width_mm": shape.width_mm,
                "height_mm": shape.height_mm,
            }
        case Words():
            head = _head("words", shape.id, shapes)
            return {**head, "x_mm": shape.x_mm, "y_mm": shape.y_mm, "text": shape.text}
        case Robot():
            raise ValueError("robots are told by the run, not by the drawing")
        case _:
            assert_never(shape)


def _head(what: str, object_id: int, shapes: Sequence[Shape]) -> ToldShape:
    looks: list[Look] = [one.look for one in shapes if not isinstance(one, Ink | Robot)]
    return {
        "what": what,
        "id": object_id,
        "fill": dict(zip(PALETTES, (look.fill for look in looks), strict=True)),
        "edge": dict(zip(PALETTES, (look.edge for look in looks), strict=True)),
        "low_mm": looks[0].low_mm,
        "high_mm": looks[0].high_mm,
    }
