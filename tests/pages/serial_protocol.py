"""Writes the manual's page on the serial language from the table.

``python -m tests.pages.serial_protocol manual/reference/serial-protocol.md`` renews the page.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from wsusim.protocol.banner import BANNERS, VERSIONS
from wsusim.protocol.command_table import BAUD_RATES, COMMANDS, TOOLS, TURRET_NAMES, TURRETS
from wsusim.protocol.fields import Entry, Field
from wsusim.protocol.messages import Refusal
from wsusim.protocol.timing import BITS_PER_CHARACTER

_INTRODUCTION = f"""\
# The serial protocol

<!-- Made from wsusim/protocol/command_table.py: python -m tests.pages.serial_protocol THIS_FILE -->

This page lists what a Khepera I or II understands on its serial line and what it answers. It holds
for the real robot and for the one that `python main.py emulate` simulates.

## The line

- 8 data bits, 1 start bit, 2 stop bits, no parity, no flow control: {BITS_PER_CHARACTER} bits a
  character. At 9600 baud a character takes 1.15 ms, `N` with its answer about 48 ms.
- A command is a capital letter followed by its numbers, separated by commas. CR or LF (or both)
  ends it.
- The answer is the same letter in lower case with its numbers, ended by CR LF. Every command gets
  exactly one answer, in the order of the commands. An empty line gets none.
- The robot speaks without being asked only once: when it starts, it sends its banner.
- Spaces around numbers are accepted, and so are fractions (`5.08` counts as 5). Speeds (D) and
  voltages (P) are limited to their range, counters (G) wrap at 32 bits; any other number outside
  its range is refused.

## Refusals

| answer | when |
|---|---|
| `{Refusal.COMMAND_NOT_FOUND.value}` | its letter or word is not in these tables |
| `{Refusal.PROTOCOL_ERROR.value}` | there are too few or too many numbers, or one is wrong |
| `{Refusal.TURRET_NOT_SUPPORTED.value}` | there is no turret with this number |
"""

_HEAD = "| send | answer | meaning | source |\n|---|---|---|---|\n"


_SOURCES = """\
## Sources

KH1: Khepera user manual v5.02 (1999). KH2: Khepera II user manual v1.1 (2002). RNR: RoadNarrows'
driver for the Khepera II. NIK, PYRO: drivers written for real grippers and cameras. KiKS: the
simulator for Matlab, 2.2.0. WSU: the remote program of the Wright State simulator 7.3. The refusals
that begin with `z` are KiKS's; K-Team's manuals don't define them. A *guess* has no source.
"""


_TURRET_ROW = (
    "| `T,turret,letter,...` | `t,turret,letter,...` | send a message to a turret; see below "
    "| RNR, NIK |\n"
)


def protocol_page() -> str:
    """Return the whole page as Markdown."""
    parts = [_INTRODUCTION, "## Commands\n\n" + _rows(COMMANDS) + _TURRET_ROW]
    parts += [
        f"## Turret {number}: {TURRET_NAMES[number]}\n\n" + _rows(entries)
        for number, entries in TURRETS.items()
    ]
    numbers = [entry for entries in (COMMANDS, *TURRETS.values()) for entry in entries]
    parts.append("## Ranges\n\n" + _ranges(numbers))
    parts.append(_tools())
    parts.append(_kinds())
    parts.append(_SOURCES)
    return "\n".join(parts)


def _rows(entries: tuple[Entry, ...]) -> str:
    return _HEAD + "".join(
        f"| `{_line(entry.key, entry.arguments)}` | `{_line(entry.answer_key, entry.answer)}` "
        f"| {entry.title} | {entry.source} |\n"
        for entry in entries
    )


def _line(key: str, fields: tuple[Field, ...]) -> str:
    return ",".join((key, *_names(fields)))


def _names(fields: Sequence[Field]) -> list[str]:
    """Return the fields' names, a row of pixels by its ends."""
    names = [field.name for field in fields]
    return [names[0], "...", names[-1]] if names and names[0].startswith("pixel") else names


def _ranges(entries: list[Entry]) -> str:
    lines = ["| line | number | range | unit | outside |", "|---|---|---|---|---|"]
    for entry in entries:
        sides = ((entry.key, entry.arguments), (entry.answer_key, entry.answer))
        for key, fields in sides:
            lines += [_range_row(key, group) for group in _alike(fields)]
    return "\n".join(lines) + "\n"


def _alike(fields: tuple[Field, ...]) -> list[list[Field]]:
    """Return the fields in groups that have range, unit and behaviour in common."""
    groups: dict[tuple[object, ...], list[Field]] = {}
    for field in fields:
        alike = (field.low, field.high, field.unit, field.overflow, field.dotted)
        groups.setdefault(alike, []).append(field)
    return list(groups.values())


def _range_row(key: str, group: list[Field]) -> str:
    first = group[0]
    name = ", ".join(_names(group))
    outside = "" if key[0].islower() else first.overflow.value
    span = f"{first.write(first.low)} to {first.write(first.high)}"
    return f"| `{key}` | {name} | {span} | {first.unit} | {outside} |"


def _tools() -> str:
    rows = "".join(
        f"| `{f'{tool.name} {tool.arguments}'.strip()}` | {tool.title} "
        f"| {'I and II' if len(tool.kinds) == 2 else 'II only'} |\n"
        for tool in TOOLS
    )
    return (
        "## Text tools\n\n"
        "These are meant for people at a terminal. Their answers have several lines: a program\n"
        "that does not read them all will mistake the rest for the answers to its next commands.\n"
        "Sources: KH1, KH2.\n\n"
        "| word | what it does | Khepera |\n|---|---|---|\n" + rows
    )


def _kinds() -> str:
    lines = ["## Khepera I and II\n"]
    for kind, banner in BANNERS.items():
        bios, protocol = (f"{version // 100}.{version % 100:02d}" for version in VERSIONS[kind])
        rates = ", ".join(str(rate) for rate in BAUD_RATES[kind])
        lines.append(f"`{kind}` answers `B` with `b,{bios},{protocol}` and works at {rates} baud.")
        lines.append("After a reset it says:\n")
        lines += ["```text", *banner, "```\n"]
    return "\n".join(lines)


def main(path: str) -> None:
    """Write the page to ``path``."""
    Path(path).write_text(protocol_page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
