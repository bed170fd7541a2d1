"""Read a TOML file that a person has written; whatever is wrong with it is told with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from wsusim.errors import BadInput, MazeError
from wsusim.formats.atomic import read_whole
from wsusim.formats.json_text import beyond_reading, decode_text
from wsusim.formats.problems import explain
from wsusim.model.text import printable

Model = TypeVar("Model", bound=BaseModel)

_HEADING = re.compile(r"^\s*(\[\[?)\s*([\w.\-\"' ]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*[\"']?([\w\-]+)[\"']?\s*=")


def read_toml(path: Path, model: type[Model], wanted: str) -> Model:
    """Return what a file holds.

    Args:
        path: The file.
        model: What it must hold.
        wanted: What it is called in messages, such as "an assignment".

    Raises:
        BadInput: It can't be read, is no TOML, or says something that it can't; each with its line.
    """
    try:
        text = decode_text(read_whole(path, wanted))
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(
            f"{path} is not TOML: {error}. Texts need quotation marks, and lists need brackets."
        ) from error
    except MazeError as error:
        raise BadInput(str(error) if path.name in str(error) else f"{path}: {error}") from None
    except (RecursionError, ValueError) as error:
        raise BadInput(f"{path}: {beyond_reading(error)}") from None
    try:
        return model.model_validate(values)
    except ValidationError as error:
        lines = [line_of(text, fault["loc"]) for fault in error.errors(include_url=False)]
        told = [
            f"line {line}: {printable(sentence)}" if line else printable(sentence)
            for line, sentence in zip(lines, explain(error, model), strict=True)
        ]
        raise problems_of(path, told) from error


def problems_of(path: Path, told: Sequence[str]) -> BadInput:
    """Return the error that tells of one or more problems of a file."""
    if len(told) == 1:
        return BadInput(f"{path}, {told[0]}" if told[0][:5] == "line " else f"{path}: {told[0]}")
    return BadInput("\n".join([f"{path} has {len(told)} problems:", *(f"  - {t}" for t in told)]))


def line_of(text: str, location: Sequence[str | int]) -> int | None:
    r"""Return the line in which something stands, from 1; else that of the table around it.

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
