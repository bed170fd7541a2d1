"""A picture (SVG) of what an agent wrote over the lab as it is: each character with what it earned.

Green squares are right, red ones wrong, grey ones were left blank and would have earned ten points;
the path is a line over all.
"""

from __future__ import annotations

from html import escape

from wsusim.ciber.contest_lab import Lab, Place
from wsusim.ciber.map_mark import RIGHT_POINTS, MapMark, map_mark
from wsusim.ciber.path_mark import path_mark
from wsusim.ciber.true_maps import true_map
from wsusim.ciber.written import Cell, map_cells, path_points

PX_A_UM = 24
"""Of the picture, a robot diameter."""

RIGHT, WRONG, MISSED = "#2f9e44", "#e03131", "#adb5bd"
WALL, LINE, PATH, TARGET = "#495057", "#868e96", "#1971c2", "#f59f00"


def mark_svg(
    lab: Lab,
    start: Place,
    *,
    lines: bool,
    drawn: MapMark | None = None,
    path: str | None = None,
) -> str:
    """Return the picture.

    Args:
        lab: As it is.
        start: Where the robot began.
        lines: Whether the agent drew lines, whose crossings lie on even numbers.
        drawn: Its map, marked.
        path: What it wrote of its path.
    """
    width, height = PX_A_UM * lab.width, PX_A_UM * lab.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'style="max-width:100%;background:#fff">',
        f"<title>{escape(_title(drawn, path))}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="none" stroke="{WALL}"/>',
    ]
    for target in lab.targets:
        x, y = _px(lab, target.x, target.y)
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{PX_A_UM * 0.8:g}" fill="{TARGET}" opacity=".25"/>'
        )
    for wall in lab.walls:
        corners = " ".join("{:g},{:g}".format(*_px(lab, x, y)) for x, y in wall.corners)
        parts.append(f'<polygon points="{corners}" fill="{WALL if wall.is_solid else LINE}"/>')
    if drawn is not None:
        parts += [_cell(lab, cell) for cell in map_cells(start, drawn, lines=lines)]
    if path is not None:
        parts += _path(lab, path_points(lab, start, path, lines=lines))
    return "".join([*parts, "</svg>"])


def _cell(lab: Lab, cell: Cell) -> str:
    colour = cell_colour(cell)
    x, y = _px(lab, cell.x, cell.y)
    size = 0.7 * PX_A_UM
    place = f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}" rx="2"'
    return (
        f'<g><title>{escape(cell.told)}</title><rect {place} fill="#fff" opacity=".85"/>'
        f'<rect {place} fill="{colour}" opacity=".45"/>'
        f'<text x="{x:g}" y="{y + 4:g}" font-size="12" text-anchor="middle" '
        f'font-family="monospace">{escape(cell.sign)}</text></g>'
    )


def cell_colour(cell: Cell) -> str:
    """Return the colour of a character, by what it earned."""
    return RIGHT if cell.earned == RIGHT_POINTS else WRONG if cell.earned else MISSED


def _path(lab: Lab, points: tuple[tuple[float, float], ...]) -> list[str]:
    if not points:
        return []
    corners = " ".join("{:g},{:g}".format(*_px(lab, x, y)) for x, y in points)
    return [
        f'<polyline points="{corners}" fill="none" stroke="{PATH}" stroke-width="4" '
        'stroke-linejoin="round" opacity=".7"/>'
    ]


def _px(lab: Lab, x: float, y: float) -> tuple[float, float]:
    return PX_A_UM * x, PX_A_UM * (lab.height - y)


def _title(drawn: MapMark | None, path: str | None) -> str:
    told = [] if drawn is None else [f"Map: {drawn.points:g} points."]
    told += ["With its path."] if path is not None else []
    return " ".join(told) or "The lab."


def mark_page(
    title: str,
    lab: Lab,
    start: Place,
    *,
    lines: bool,
    planning: bool,
    map_text: str | None = None,
    path_text: str | None = None,
) -> str:
    """Return a page with the picture and the marks, which needs nothing else."""
    drawn = None
    told = []
    if map_text is not None:
        drawn = map_mark(map_text, true_map(lab, start, lines=lines, planning=planning))
        told.append(f"Map: {drawn.points:g} points. {drawn.remark}")
    if path_text is not None:
        mark = path_mark(path_text, lab, start, lines=lines)
        told.append(f"Path: {mark.points:g}. {mark.remark}")
    body = "".join(f"<p>{escape(text)}</p>" for text in told)
    svg = mark_svg(lab, start, lines=lines, drawn=drawn, path=path_text)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style><h1>{escape(title)}</h1>{body}{svg}<p>{_LEGEND}</p></html>\n"
    )


_STYLE = (
    "body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;"
    "color:#1d2530;background:#fff}"
)
_LEGEND = (
    "Green: right, 10 points. Red: wrong, 5 points less. Grey: left blank. Point at a character to "
    "read what it earned. Blue: the path."
)
