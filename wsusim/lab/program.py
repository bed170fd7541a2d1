"""A program as it is sent to a lab: a controller's file, with its own modules beside it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Self

from wsusim.errors import BadInput
from wsusim.formats.folder_names import RESERVED

LONGEST_SOURCE = 200_000
"""Bytes of all files of a program together."""

MOST_MODULES = 20
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Program:
    """A controller's file and what it needs beside it.

    Attributes:
        name: Of the controller's file.
        source: Its text.
        modules: The texts of its own modules, by the names of their files.
    """

    name: str
    source: str
    modules: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> dict[str, str]:
        """All texts by the names of their files, the controller's first."""
        return {self.name: self.source, **self.modules}

    @property
    def sha256(self) -> str:
        """A digest that two programs share only if all their texts are the same."""
        text = json.dumps(self.files) if self.modules else self.source
        return hashlib.sha256(text.encode()).hexdigest()

    def to_row(self) -> dict[str, str]:
        """Return it as a row of the store."""
        modules = json.dumps(dict(self.modules))
        return {
            "name": self.name, "source": self.source, "modules": modules, "sha256": self.sha256
        }  # fmt: skip

    @classmethod
    def of_row(cls, row: Any) -> Self:
        """Return the program in a row of the store."""
        return cls(row.name, row.source, json.loads(row.modules))

    def checked(self, *, may_be_empty: bool = False) -> Self:
        """Return it with plain file names, in order.

        Raises:
            BadInput: A name can't be used or occurs twice, or the program is too large or empty.
        """
        if len(self.modules) > MOST_MODULES:
            raise BadInput(
                f"The program has {len(self.modules)} modules of its own; {MOST_MODULES} is the "
                "most. Send only those that it imports."
            )
        name = checked_file_name(self.name)
        modules = [(checked_file_name(one), text) for one, text in self.modules.items()]
        found: dict[str, str] = {}
        for one in [name, *(one for one, _ in modules)]:
            if (key := one.casefold()) in found:
                raise BadInput(
                    f"The program has two files called {found[key]} and {one}. Capital and small "
                    "letters count as the same here. Rename one of them."
                )
            found[key] = one
        check_size(self.source, *self.modules.values())
        if not may_be_empty and not self.source.strip():
            raise BadInput("The program is empty.")
        return type(self)(name, self.source, dict(sorted(modules)))


def checked_file_name(name: str) -> str:
    """Return a program's file name without its folder; raises ``BadInput`` if it can't be used."""
    plain = PurePath(name.replace("\\", "/")).name
    stem = plain.removesuffix(".py")
    if not plain.endswith(".py") or not stem.isidentifier() or len(plain) > LONGEST_NAME:
        raise BadInput(
            f"{name[:60]!r} can't be the name of a program. Use letters, digits and _, "
            "not a digit first, then .py: my_robot.py"
        )
    if RESERVED.fullmatch(stem):
        raise BadInput(f"Windows has no files called {plain}. Choose another name.")
    return plain


def check_size(*sources: str) -> None:
    """Raise ``BadInput`` if texts are too long for a program; empty ones are allowed."""
    size = sum(len(source.encode("utf-8", "surrogatepass")) for source in sources)
    if size > LONGEST_SOURCE:
        raise BadInput(f"The program has {size:,} bytes; {LONGEST_SOURCE:,} is the most.")
