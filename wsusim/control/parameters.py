"""Gives a program other figures than those in its file: one file, many runs.

A parameter is a name that the controller's class or file already has, such as ``NEAR = 600`` at the
top of the file or ``speed = 8`` in the class; it gets another value before the controller is made.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from wsusim.control.controller import Controller
from wsusim.control.loader import LoadedController
from wsusim.errors import ControllerLoadError
from wsusim.model.text import nearest

PLAIN = (bool, int, float, str, list, tuple)
"""What a parameter can be."""


def set_parameters(loaded: LoadedController, parameters: Mapping[str, Any]) -> None:
    """Put values into a controller's class, or into its file.

    Raises:
        ControllerLoadError: There is no such name; the message lists the names.
    """
    module = sys.modules[loaded.cls.__module__]
    for name, value in parameters.items():
        owner: Any = next((place for place in (loaded.cls, module) if name in _known(place)), None)
        if owner is None:
            raise ControllerLoadError(_message(loaded, name), str(loaded.file))
        setattr(owner, name, value)


def unknown_names(names: Iterable[str], texts: Iterable[bytes]) -> list[str]:
    """Return the parameters that can't be in a program: no text of its files has such a word.

    Found without running anything. A name that occurs as another word, such as a variable's, is
    found only by ``set_parameters``.
    """
    words = set(re.findall(r"\w+", "\n".join(text.decode(errors="replace") for text in texts)))
    return [name for name in names if name not in words]


def _known(place: Any) -> list[str]:
    """Return the names of plain values in a class (its bases too, but for wsusim's) or a file."""
    owners = [place]
    if isinstance(place, type):
        owners = [cls for cls in place.__mro__ if not issubclass(Controller, cls)]
    return [
        name
        for owner in owners
        for name, value in vars(owner).items()
        if isinstance(value, PLAIN) and not name.startswith("_")
    ]


def _message(loaded: LoadedController, name: str) -> str:
    known = [*_known(loaded.cls), *_known(sys.modules[loaded.cls.__module__])]
    near = nearest(name, known)
    has = f"It has: {', '.join(known)}." if known else "It has no figures with a name at all."
    advice = f"Did you mean {near}?" if near else has
    return (
        f"{loaded.file.name} has no parameter {name!r}. A parameter is a name in the class or at "
        f"the top of the file, such as {name} = 5. {advice}"
    )
