"""Files of wsusim's own kinds, in JSON or TOML: from text to a checked entry.

All that is wrong with a file is reported at once, with the lines of a TOML file.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from wsusim.errors import BadInput, MazeError
from wsusim.formats.atomic import FILE_MAX_BYTES, read_whole
from wsusim.formats.json_text import beyond_reading, decode_text
from wsusim.formats.problems import PROBLEMS_SHOWN, explain, listed
from wsusim.model.text import printable

Model = TypeVar("Model", bound=BaseModel)

_HEADING = re.compile(r"^\s*(\[\[?)\s*([\w.\-\"' ]+?)\s*\]\]?\s*(?:#.*)?$")
_MOST_PARTS = 64
_LONG_KEY = re.compile(
    rf"""(?<![\w."'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}"""
)
"""Python's reader takes time and memory with the square of them: minutes for some 10,000."""
_KEY = re.compile(r"^\s*[\"']?([\w\-]+)[\"']?\s*=")
_TWICE = re.compile(r"Cannot (overwrite|declare|mutate|redefine)\b|Duplicate\b")
"""What Python's reader says of a name that has its value, or of a table that is there, already."""
_PLACE = re.compile(r" \(at (line \d+, column \d+|.*)\)$")


def says_format(path: Path, name: str) -> bool:
    """Return whether a file names this format; others may have the same suffix."""
    mark = rf"""["']?format["']?\s*[=:]\s*["']{name}["']"""
    try:
        if not path.is_file() or path.stat().st_size > FILE_MAX_BYTES:
            return False
        return re.search(mark.encode(), path.read_bytes()) is not None
    except OSError:
        return False


def read_toml(path: Path, model: type[Model], wanted: str) -> Model:
    """Return the contents of a file.

    Args:
        path: The file.
        model: What it must hold.
        wanted: What it is called in messages, such as "an assignment".

    Raises:
        BadInput: It can't be read, is no TOML, or says something impossible; each with its line.
    """
    try:
        text = decode_text(read_whole(path, wanted))
        values = parse_toml(text)
    except BadInput as error:
        told = str(error)
        raise BadInput(told if path.name in told else listed(str(path), [told])) from None
    return checked(values, model, str(path), text)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the values of a TOML text.

    Raises:
        MazeError: It is no TOML; the message says from where.
    """
    if long := _LONG_KEY.search(text):
        line = text.count("\n", 0, long.start()) + 1
        raise MazeError(
            f"line {line}: a name consists of more than {_MOST_PARTS} parts with dots between "
            "them. No file of wsusim's has such names."
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place, reason = _PLACE.search(str(error)), _PLACE.sub("", str(error))
        where = place[1] if place else "the end of the file"
        if _TWICE.match(reason):
            raise MazeError(
                f"{where}: this name has been used above. Keep one of the two. If both are entries "
                "of a list, each needs two brackets, such as [[counts]]."
            ) from None
        raise MazeError(
            f"this is not TOML: {reason[:1].lower()}{reason[1:]} at {where}. Texts need quotation "
            "marks, and lists need brackets."
        ) from None
    except (RecursionError, ValueError) as error:
        raise beyond_reading(error) from None


def check_head(values: object, what: str, name: str, version: int, example: str) -> dict[str, Any]:
    """Return a file's values if its first two fields show that it can be read.

    Args:
        values: All of the file.
        what: What it should be, such as "a maze file".
        name: The value of its field ``format``.
        version: The newest one that there is.
        example: A sentence that says how such a file begins, or comes about.

    Raises:
        MazeError: It is another kind of file, or a newer program wrote it.
    """
    if not isinstance(values, dict) or values.get("format") != name:
        raise MazeError(f"this is not {what}. {example}")
    given = values.get("version")
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        told = "missing" if given is None else json.dumps(given)
        allowed = "1" if version == 1 else f"a whole number from 1 to {version}"
        raise MazeError(f"version is {told}, but it must be {allowed}.")
    if given > version:
        raise MazeError(
            f"this is {what} of version {given}, but this wsusim reads up to version {version}. "
            "Install a newer wsusim."
        )
    return values


def checked(values: object, model: type[Model], source: str = "", text: str = "") -> Model:
    """Return a file's values as an entry.

    Args:
        values: All of the file.
        model: What it must hold.
        source: What the file is called in messages.
        text: Of a TOML file, for the lines.

    Raises:
        BadInput: All that is wrong.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        shown = error.errors(include_url=False)[:PROBLEMS_SHOWN]
        lines = [line_of(text, fault["loc"]) for fault in shown]
        sentences = [
            f"{sentence}{_two_brackets(fault) if text else ''}"
            for fault, sentence in zip(shown, explain(error, model, len(shown)), strict=True)
        ]
        told = [
            f"line {line}: {printable(sentence)}" if line else printable(sentence)
            for line, sentence in zip(lines, sentences, strict=True)
        ]
        raise BadInput(listed(source, told, error.error_count())) from None


def _two_brackets(fault: Any) -> str:
    """Return how to write a heading that makes a list; empty: that isn't what is wrong."""
    is_table = fault["type"] == "list_type" and isinstance(fault["input"], dict)
    return f" Write [[{fault['loc'][-1]}]], with two brackets, above it." if is_table else ""


def line_of(text: str, location: Sequence[str | int]) -> int | None:
    r"""Return the line of a value, from 1; else that of the table around it.

    Example:
        >>> line_of("a = 1\n[[counts]]\nwhat = 3", ("counts", 0, "what"))
        3
    """
    wanted = [part for part in location if isinstance(part, int | str)]
    best, best_length = None, 0
    table: list[str | int] = []
    tables: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := _HEADING.match(line):
            names = [name.strip(" \"'") for name in heading[2].split(".")]
            table = list(names)
            if heading[1] == "[[":
                tables[heading[2]] = tables.get(heading[2], -1) + 1
                table.append(tables[heading[2]])
            place = table
        elif key := _KEY.match(line):
            place = [*table, key[1]]
        else:
            continue
        if len(place) > best_length and place == wanted[: len(place)]:
            best, best_length = number, len(place)
    return best
