"""Draws a scene with matplotlib, in millimetres."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np

from wsusim.model.world import World
from wsusim.scene.palette import LIGHT
from wsusim.scene.shapes import Area, Disc, Ink, Robot, Shape, What, Words
from wsusim.scene.walk import note_shape, still_shapes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARGIN_MM = 10.0
"""Of the border so much is seen, as far as it is drawn at all."""


def draw_maze(axes: Axes, world: World) -> None:
    """Draw what stands still, on axes in millimetres that keep its proportions."""
    for number, shape in enumerate(still_shapes(world)):
        draw_shape(axes, shape, zorder=-1.0 + number * 1e-3)
    for note in world.notes:
        draw_shape(axes, note_shape(note), zorder=1.0)
    axes.set_xlim(-MARGIN_MM, world.arena.width_mm + MARGIN_MM)
    axes.set_ylim(-MARGIN_MM, world.arena.height_mm + MARGIN_MM)
    axes.set_xlabel("x (mm)")
    axes.set_ylabel("y (mm)")
    axes.set_aspect("equal")


def draw_shape(axes: Axes, shape: Shape, *, zorder: float) -> None:
    """Draw a filled shape; robots are discs with a line ahead."""
    from matplotlib.patches import Circle, Polygon

    match shape:
        case Area(what=What.FLOOR):
            look: dict[str, Any] = {"edgecolor": shape.look.edge, "linewidth": 1.5}
            patch = Polygon(shape.corners_mm, facecolor=shape.look.fill, zorder=zorder, **look)
            axes.add_patch(patch)
        case Area():
            fill = shape.look.fill
            axes.add_patch(
                Polygon(shape.corners_mm, facecolor=fill, edgecolor="none", zorder=zorder)
            )
        case Disc():
            place = (shape.x_mm, shape.y_mm)
            fill = shape.look.fill
            axes.add_patch(Circle(place, shape.radius_mm, facecolor=fill, zorder=zorder))
        case Ink():
            _draw_ink(axes, shape, zorder)
        case Words():
            axes.text(
                shape.x_mm, shape.y_mm, shape.text, color=shape.look.edge, fontsize=7.0,
                ha="center", va="center", zorder=zorder, parse_math=False,
                bbox={"facecolor": shape.look.fill, "edgecolor": "none", "pad": 2.0},
            )  # fmt: skip
        case Robot():
            for outline in shape.gripper_mm:
                axes.add_patch(Polygon(outline, facecolor=LIGHT.robot_part, zorder=zorder))
            radius_mm, pose = shape.kind.radius_mm, shape.pose
            axes.add_patch(
                Circle((pose.x_mm, pose.y_mm), radius_mm, facecolor=shape.fill, alpha=0.35,
                       edgecolor=shape.fill, zorder=zorder)
            )  # fmt: skip
            nose = pose.place((radius_mm, 0.0))
            axes.plot(
                [pose.x_mm, nose[0]], [pose.y_mm, nose[1]],
                color=shape.fill, linewidth=1.5, zorder=zorder,
            )  # fmt: skip
        case _:
            assert_never(shape)


def draw_outline(axes: Axes, shape: Area | Disc, *, linestyle: str, zorder: float) -> None:
    """Draw where a loose thing was: only its outline, in a colour that shows on the floor."""
    from matplotlib.patches import Circle, Polygon

    is_pale = shape.what is not What.CAP and shape.look.fill in {LIGHT.ball, LIGHT.block}
    colour = shape.look.edge if is_pale else shape.look.fill
    look: dict[str, Any] = {
        "fill": False,
        "edgecolor": colour,
        "linestyle": linestyle,
        "zorder": zorder,
    }
    match shape:
        case Area():
            axes.add_patch(Polygon(shape.corners_mm, **look))
        case Disc():
            axes.add_patch(Circle((shape.x_mm, shape.y_mm), shape.radius_mm, **look))


def _draw_ink(axes: Axes, ink: Ink, zorder: float) -> None:
    from PIL import Image

    with Image.open(io.BytesIO(ink.png)) as image:
        grey = np.asarray(image.convert("L"))
    black = np.zeros((*grey.shape, 4), np.uint8)
    black[..., 3] = 255 - grey
    x_mm, y_mm = ink.x_mm - ink.width_mm / 2, ink.y_mm - ink.height_mm / 2
    extent = (x_mm, x_mm + ink.width_mm, y_mm, y_mm + ink.height_mm)
    axes.imshow(black, extent=extent, zorder=zorder, aspect="equal")
