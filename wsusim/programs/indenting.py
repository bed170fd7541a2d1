"""Indentation and comments: what an editor inserts by itself, and does to chosen lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

STEP = "    "
"""Python's own advice (PEP 8)."""

_ENDS_BLOCK = re.compile(r"\s*(return|pass|break|continue|raise)\b")
_COMMENT = re.compile(r"(\s*)# ?")
_OPENING, _CLOSING = "([{", ")]}"


def step_of(lines: Sequence[str]) -> str:
    """Return how a file indents: with a tab, or with so many spaces."""
    widths = []
    for line in lines[:2000]:
        if line.startswith("\t"):
            return "\t"
        width = len(line) - len(line.lstrip(" "))
        if 2 <= width <= len(STEP) and line.strip():
            widths.append(width)
    return " " * min(widths) if widths else STEP


def indent_of(line: str) -> str:
    """Return the white space at the beginning of a line."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def indent_after(line: str, code: str, step: str = STEP) -> str:
    """Return the indentation of the line after this one.

    Args:
        line: The line up to the cursor.
        code: The same, with strings and comments blanked out.
        step: How the file indents.

    Example:
        >>> indent_after("    while self.active:", "    while self.active:")
        '        '
        >>> indent_after("        return x", "        return x")
        '    '
    """
    indent = indent_of(line)
    stripped = code.rstrip()
    if stripped.endswith(":"):
        return indent + step
    if _is_open(stripped):
        return indent + step
    if _ENDS_BLOCK.match(code) and indent:
        return dedented(indent, step)
    return indent


def dedented(indent: str, step: str = STEP) -> str:
    """Return an indentation that is one step less."""
    if indent.endswith("\t"):
        return indent[:-1]
    width = len(step) if step != "\t" else len(STEP)
    rest = len(indent) % width
    return indent[: len(indent) - (rest or width)] if indent.strip("\t") else indent[:-1]


def indent_lines(lines: Sequence[str], step: str = STEP) -> list[str]:
    """Return lines one step further in; empty ones stay empty."""
    return [step + line if line.strip() else line for line in lines]


def dedent_lines(lines: Sequence[str], step: str = STEP) -> list[str]:
    """Return lines one step further out, as far as they can go."""
    return [_dedent_line(line, step) for line in lines]


def _dedent_line(line: str, step: str) -> str:
    if line.startswith("\t"):
        return line[1:]
    width = len(step) if step != "\t" else len(STEP)
    return line[min(width, len(line) - len(line.lstrip(" "))) :]


def toggle_comment(lines: Sequence[str]) -> list[str]:
    """Make all lines comments; where all are, make them code again."""
    filled = [line for line in lines if line.strip()]
    if filled and all(line.lstrip().startswith("#") for line in filled):
        return [_COMMENT.sub(r"\1", line, count=1) if line.strip() else line for line in lines]
    margin = min((len(indent_of(line)) for line in filled), default=0)
    return [f"{line[:margin]}# {line[margin:]}" if line.strip() else line for line in lines]


def _is_open(code: str) -> bool:
    """Return whether the last bracket that is open was opened at the end of this line."""
    return bool(code) and code[-1] in _OPENING


def block_end(lines: Sequence[str], first: int) -> int:
    """Return the last line of the block that a line begins; the line itself where it begins none.

    Lines count from 0. Empty lines after a block do not belong to it.
    """
    if first >= len(lines) or not lines[first].strip():
        return first
    width = _width(lines[first])
    last = first
    for number in range(first + 1, len(lines)):
        if not lines[number].strip():
            continue
        if _width(lines[number]) <= width and lines[number].strip()[0] not in _CLOSING:
            break
        last = number
    return last


def _width(line: str) -> int:
    return len(indent_of(line).expandtabs(8))
