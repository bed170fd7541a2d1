"""A robot file as TOML text that keeps what people wrote into the old one, such as comments."""

from __future__ import annotations

import re
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Table

from wsusim.robots.file_of import Tables

_THREE_LINES = re.compile(r"\n{3,}")


def toml_text(file: Tables, old: str = "") -> str:
    """Return the text of a robot file; unchanged values keep their place and comments.

    Args:
        file: Its tables, as ``robots.file_of`` makes them.
        old: The text that it replaces; empty or no TOML: there is none.
    """
    try:
        document: Any = tomlkit.parse(old)
    except TOMLKitError:
        document = tomlkit.document()
    _bring_up(document, file)
    return _THREE_LINES.sub("\n\n", tomlkit.dumps(document))


def _bring_up(table: Any, values: Tables) -> None:
    """Make a table hold exactly these values."""
    for name in [name for name in table if name not in values]:
        del table[name]
    for name, value in values.items():
        there = table.get(name)
        if isinstance(value, dict) and isinstance(there, Table | dict):
            _bring_up(there, value)
        elif _is_tables(value):
            table[name] = _tables(value, there)
        elif there is None or _plain(there) != value:
            table[name] = value


def _tables(values: list[Tables], there: Any) -> AoT:
    """Return an array of tables; those with the same name keep their comments."""
    known = {_plain(one).get("name"): one for one in there or ()}
    array = tomlkit.aot()
    for value in values:
        one = known.pop(value.get("name"), None)
        if one is None:
            one = tomlkit.table()
            one.update({name: _inline(part) for name, part in value.items()})
            one.add(tomlkit.nl())
        else:
            _bring_up(one, value)
        array.append(one)
    return array


def _inline(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    table = tomlkit.inline_table()
    table.update(value)
    return table


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _plain(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item
