"""The results of a class: a row for each group and seed, for people and for tables."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from wsusim.ciber.grading.class_match import ClassMatch, Played
from wsusim.model.text import safe_cell

COLUMNS = (
    *("group", "seed", "score", "map", "path", "collisions", "cycles", "state", "ending"),
    *("silent_cycles", "too_slow_cycles", "doubts", "failure", "log", "recording", "trace"),
)

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em;
  color: #1d2530; background: #fff; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #d5dae2; padding: .35em .6em; text-align: left;
  vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
tr.bad td { background: #fff1ee; }
pre { background: #f4f6f9; padding: .6em; overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { background: #171b21; color: #e3e8ef; } th, td { border-color: #39424f; }
  tr.bad td { background: #3b2421; } pre { background: #222933; } a { color: #8ab8ff; } }
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One match of one group.

    Attributes:
        stem: Of the files that belong to it.
        values: By the names of ``COLUMNS``; ``None``: there is no such value.
        words: What the agent printed last.
        remarks: Why marks are not better.
    """

    stem: str
    values: dict[str, Any]
    words: str
    remarks: tuple[str, ...]

    @property
    def is_played(self) -> bool:
        """Whether there was a match."""
        return not self.values["failure"]


def row_of(job: ClassMatch, played: Played) -> Row:
    """Return the outcome of a match as a row."""
    stem = f"{job.group.name}-{job.scene.seed}"
    values: dict[str, Any] = dict.fromkeys(COLUMNS)
    values |= {"group": job.group.name, "seed": job.scene.seed, "failure": played.failure}
    remarks: list[str] = []
    if played.result is not None:
        robots = played.result["robots"]
        first = robots[0]
        mark, map_mark = first["mark"], first["map_mark"]
        is_path = played.result["scoring"].split()[0] in ("3", "6")
        path, drawn = (mark, map_mark) if is_path else (None, mark)
        for name, one in (("Map", drawn), ("Path", path)):
            if one is not None and one["remark"]:
                remarks.append(f"{name}: {one['remark']}")
        values |= {
            "score": played.result["score"],
            "map": None if drawn is None else round(drawn["points"], 4),
            "path": None if path is None else round(path["points"], 4),
            "collisions": sum(robot["collisions"] for robot in robots),
            "cycles": played.result["cycles"],
            "state": first["state"],
            "ending": played.result["ending"],
            "silent_cycles": sum(robot["silent_in_all"] for robot in robots),
            "too_slow_cycles": sum(robot["slow_cycles"] for robot in robots),
            "doubts": " ".join(played.result["doubts"]),
            "log": f"{stem}.xml",
            "recording": f"{stem}.mcap",
            "trace": played.result["trace_sha256"][:12],
        }
    return Row(stem, values, played.words, tuple(remarks))


def csv_table(rows: Sequence[Row]) -> str:
    """Return the table for a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([safe_cell(_cell(row.values[name])) for name in COLUMNS])
    return stream.getvalue()


def text_table(rows: Sequence[Row]) -> str:
    """Return the table for a terminal, with each group's median."""
    wide = max(8, *(len(row.values["group"]) for row in rows))
    lines = [
        f"{'group':{wide}} {'seed':>5} {'score':>7} {'map':>7} {'path':>6} {'hits':>5} "
        f"{'cycles':>6}  remark"
    ]
    for row in rows:
        shown = {name: _cell(row.values[name]) or "-" for name in COLUMNS}
        lines.append(
            f"{shown['group']:{wide}} {shown['seed']:>5} {shown['score']:>7} {shown['map']:>7} "
            f"{shown['path']:>6} {shown['collisions']:>5} {shown['cycles']:>6}  {_remark(row)}"
        )
    return "\n".join(line.rstrip() for line in lines)


def html_page(rows: Sequence[Row], title: str) -> str:
    """Return the table as a page that needs only the files beside it."""
    body = [f"<h1>{escape(title)}</h1>", _medians(rows), "<h2>All matches</h2>", "<table><tr>"]
    heads = ("Group", "Seed", "Score", "Map", "Path", "Collisions", "Cycles", "Remark", "Files")
    body += [f"<th{' class=n' if 0 < n < 7 else ''}>{name}</th>" for n, name in enumerate(heads)]
    body.append("</tr>")
    for row in rows:
        cells = [escape(str(row.values["group"]))]
        numbers = ("seed", "score", "map", "path", "collisions", "cycles")
        body.append('<tr class="bad">' if not row.is_played else "<tr>")
        body += [f"<td>{cells[0]}</td>"]
        body += [f'<td class="n">{escape(_cell(row.values[name]))}</td>' for name in numbers]
        body.append(f"<td>{escape(_remark(row))}{_words(row)}</td><td>{_links(row)}</td></tr>")
    body.append("</table>")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style>{''.join(body)}</html>\n"
    )


def _medians(rows: Sequence[Row]) -> str:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(row.values["group"]), []).append(row)
    lines = ["<table><tr><th>Group</th><th class=n>Played</th>"]
    names = ("score", "map", "path", "collisions")
    lines += [f"<th class=n>Median {name}</th>" for name in names]
    for group, own in groups.items():
        played = sum(row.is_played for row in own)
        lines.append(f"</tr><tr><td>{escape(group)}</td><td class=n>{played} of {len(own)}</td>")
        for name in names:
            values = [row.values[name] for row in own if row.values[name] is not None]
            lines.append(f"<td class=n>{statistics.median(values):g}</td>" if values else "<td>")
    return "".join([*lines, "</tr></table>"])


def _remark(row: Row) -> str:
    told = [str(row.values["failure"] or "")]
    ending = str(row.values["ending"] or "")
    told += [ending] if ending.startswith("Cut short") else []
    told += row.remarks
    if row.values["doubts"]:
        told.append(f"May come out differently: {row.values['doubts']}")
    return " ".join(part for part in told if part)


def _words(row: Row) -> str:
    last = "\n".join(row.words.strip().splitlines()[-12:])
    return f"<details><summary>It printed</summary><pre>{escape(last)}</pre></details>" * bool(last)


def _links(row: Row) -> str:
    if not row.is_played:
        return ""
    files = {kind: str(row.values[kind]) for kind in ("log", "recording")}
    if row.values["map"] is not None or row.values["path"]:
        files["picture"] = f"{row.stem}.html"
    return " ".join(f'<a href="{escape(file)}">{kind}</a>' for kind, file in files.items())


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
