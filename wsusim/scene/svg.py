"""A scene as pieces of SVG, small enough for thousands of pictures on one page; y grows upwards.

Each piece has the class of what it shows. Either ``scene_css`` colours it, for light and for dark
pages, except what has a colour of its own; or each piece has all its colours itself, for pages that
allow no style sheet.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import assert_never

from wsusim.model.text import printable
from wsusim.scene.palette import DARK, LIGHT, Palette
from wsusim.scene.shapes import Area, Disc, Ink, Robot, Shape, What, Words

NOTE_MM = 22.0
"""Size of a note's letters."""


def svg_of(shapes: Iterable[Shape], *, by_css: bool = True) -> str:
    """Return shapes as elements; ``by_css``: the page has the rules of ``scene_css``."""
    return "".join(_element(shape, by_css) for shape in shapes)


def scene_css() -> str:
    """Return the rules that colour them."""
    dark = "".join(_rules(DARK))
    return f"{''.join(_rules(LIGHT))}@media (prefers-color-scheme: dark) {{ {dark} }}"


def points(corners_mm: Iterable[Sequence[float]]) -> str:
    """Return corners in the form of an attribute."""
    return " ".join(f"{short(x)},{short(y)}" for x, y in corners_mm)


def short(value: float) -> str:
    """Return a length with one decimal, or none where it is whole."""
    return f"{value:.1f}".removesuffix(".0")


def _element(shape: Shape, by_css: bool) -> str:
    match shape:
        case Area():
            return f'<polygon {_look(shape, by_css)} points="{points(shape.corners_mm)}"/>'
        case Disc():
            place = f'cx="{short(shape.x_mm)}" cy="{short(shape.y_mm)}"'
            return f'<circle {_look(shape, by_css)} {place} r="{short(shape.radius_mm)}"/>'
        case Ink():
            return _ink(shape)
        case Words():
            return _words(shape, by_css)
        case Robot():
            return _robot(shape)
        case _:
            assert_never(shape)


def _look(shape: Area | Disc, by_css: bool) -> str:
    fill, edge = _usual(LIGHT)[shape.what]
    if by_css:
        own = "" if shape.look.fill == fill else f' fill="{shape.look.fill}"'
    else:
        own = f' fill="{shape.look.fill}"'
        own += f' stroke="{shape.look.edge}" stroke-width="{_width(shape.what)}"' if edge else ""
    return f'class="{shape.what}"{own}'


def _width(what: What) -> int:
    """Return how wide an edge is, in mm."""
    return 6 if what is What.FLOOR else 2


def _ink(ink: Ink) -> str:
    """Return a picture, flipped, since an SVG's own y points down."""
    place = f'x="{short(-ink.width_mm / 2)}" y="{short(-ink.height_mm / 2)}"'
    size = f'width="{short(ink.width_mm)}" height="{short(ink.height_mm)}"'
    turn = f"matrix(1 0 0 -1 {short(ink.x_mm)} {short(ink.y_mm)})"
    data = base64.b64encode(ink.png).decode()
    return (
        f'<image class="ink" {place} {size} transform="{turn}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{data}"/>'
    )


def _words(words: Words, by_css: bool) -> str:
    turn = f"matrix(1 0 0 -1 {short(words.x_mm)} {short(words.y_mm)})"
    lines = words.text.split("\n")
    first = -0.5 * (len(lines) - 1) + 0.35
    spans = "".join(
        f'<tspan x="0" y="{short((first + number) * NOTE_MM)}">{escape(printable(line))}</tspan>'
        for number, line in enumerate(lines)
    )
    own = "" if by_css else f' fill="{words.look.edge}"'
    size = f'text-anchor="middle" font-size="{NOTE_MM:g}"'
    return f'<text class="note" {size}{own} transform="{turn}">{spans}</text>'


def _robot(robot: Robot) -> str:
    gripper = "".join(
        f'<polygon class="gripper" points="{points(outline)}"/>' for outline in robot.gripper_mm
    )
    pose, radius_mm = robot.pose, robot.kind.radius_mm
    body = (
        f'<circle class="body" cx="{short(pose.x_mm)}" cy="{short(pose.y_mm)}" '
        f'r="{short(radius_mm)}" fill="{robot.fill}"/>'
    )
    nose = points([(pose.x_mm, pose.y_mm), pose.place((radius_mm, 0.0))])
    return f'<g class="wsusim-robot">{gripper}{body}<polyline class="nose" points="{nose}"/></g>'


def _rules(palette: Palette) -> Iterable[str]:
    for what, (fill, edge) in _usual(palette).items():
        yield f".{what}:not([fill]) {{ fill: {fill}; }} "
        if edge:
            yield f".{what} {{ stroke: {edge}; stroke-width: {_width(what)}; }} "
    yield f".note {{ fill: {palette.note_text}; }} "
    yield f".gripper {{ fill: {palette.robot_part}; }} .ink {{ mix-blend-mode: multiply; }} "
    yield ".nose { stroke: #fff; stroke-width: 6; } "


def _usual(palette: Palette) -> dict[What, tuple[str, str]]:
    """Return fill and edge of what has no colour of its own; empty without an edge."""
    return {
        What.BORDER: (palette.wall, ""),
        What.FLOOR: (palette.floor, palette.wall_edge),
        What.GOAL: (palette.goal_floor, ""),
        What.WALL: (palette.wall, ""),
        What.LINE: (palette.wall_edge, ""),
        What.LAMP: (palette.light_glow, ""),
        What.CAP: (palette.cap, palette.cap_edge),
        What.BALL: (palette.ball, palette.ball_edge),
        What.CYLINDER: (palette.block, palette.block_edge),
        What.BOX: (palette.block, palette.block_edge),
    }
