"""Hints for the mistakes that beginners make with Python and with this robot."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

import wsusim
from wsusim.control.controller import Controller
from wsusim.control.floor import FloorSensor
from wsusim.control.foreign_names import ROBOTS, module_advice, name_advice
from wsusim.control.misuse import very_near
from wsusim.control.robot import PARTS
from wsusim.control.sensors import Sensor
from wsusim.model.text import nearest

_OF_SELF = (*PARTS, "sleep", "say", "active", "finish")
_VALUES = [
    name
    for owner in (Controller, Sensor, FloorSensor, *(part for part, _ in PARTS.values()))
    for name, member in vars(owner).items()
    if isinstance(member, property)
]
"""They read like variables; beginners call them."""

_USUAL_MODULES = frozenset(
    (
        *("collections", "csv", "heapq", "itertools", "json", "math", "numpy", "os", "queue"),
        *("random", "statistics", "sys", "time"),
    )
)
"""Modules that beginners forget to import."""

_IMPORTS = {
    "np": "import numpy as np",
    "plt": "import matplotlib.pyplot as plt",
    "deque": "from collections import deque",
    "randint": "from random import randint",
    **{name: f"from math import {name}" for name in ("atan2", "cos", "hypot", "pi", "sin", "sqrt")},
}
"""The same of names in them."""

_NONE = (
    "A value is None here. Is there a function without `return`, or a variable that was never set?"
)


def hints_for(
    failure: BaseException, line: str, names: set[str], modules: Iterable[str] = ()
) -> list[str]:
    """Return the hints that may help, best first.

    Args:
        failure: The exception.
        line: The student's line at which it was raised, or "".
        names: All names known at that line.
        modules: The student's own files, without ``.py``.
    """
    hints = [str(note) for note in getattr(failure, "__notes__", ())]
    match failure:
        case ModuleNotFoundError(name=str(name)):
            hints.append(missing_module(name, modules))
        case ImportError(name="wsusim"):
            hints += _wsusim_hint(_text(failure))
        case NameError(name=str(name)):
            hints += _name_hint(name, names, line)
        case RecursionError():
            hints.append("A function keeps calling itself. What should make it stop?")
        case TypeError() if not hints:
            hints += _type_hint(_text(failure), line)
        case AttributeError():
            hints += _attribute_hint(_text(failure))
        case ValueError() | RuntimeError() if _wants_window(_text(failure)):
            hints.append(
                "A controller runs in a thread, and there no window can be opened. Save the "
                'picture instead: plt.savefig("picture.png").'
            )
    return hints


def _wants_window(text: str) -> bool:
    """Return whether a window failed because it was opened outside the main thread (Qt, Tk)."""
    return "set_wakeup_fd" in text or "main thread is not in main loop" in text


def missing_module(name: str, own: Iterable[str] = ()) -> str:
    """Return what to do when a module can't be imported."""
    package = name.partition(".")[0]
    known = module_advice(name)
    if known is not None:
        return known
    pythons = (one for one in sys.stdlib_module_names if not one.startswith("_"))
    guess = nearest(package, own) or very_near(package, (*pythons, "numpy"))
    if guess is not None and guess != package:
        return f"There is no module called {name!r}. Did you mean {guess!r}?"
    return (
        f"The package {package!r} is not installed here. If it is a file of your own, put "
        f"{package}.py into the controller's folder; if not, run: python -m pip install {package}"
    )


def _wsusim_hint(text: str) -> list[str]:
    found = re.match(r"cannot import name '(\w+)'", text)
    guess = nearest(found.group(1), wsusim.__all__) if found else None
    return [f"Did you mean `from wsusim import {guess}`?"] if guess else []


def _name_hint(name: str, names: set[str], line: str) -> list[str]:
    if name in _OF_SELF:
        return [f"Did you mean `self.{name}`?"]
    if name in ROBOTS:
        return [
            f"There is no `{name}` here: within a controller the robot is `self`. Write "
            "`self.motors`, `self.sensors`, `self.active`."
        ]
    if name in wsusim.__all__:
        return [f"Put this at the top of the file: from wsusim import {name}"]
    if (import_line := _IMPORTS.get(name)) is not None or name in _USUAL_MODULES:
        return [f"Put this at the top of the file: {import_line or f'import {name}'}"]
    there = [one for one in names if not one.startswith("__") and one != name]  # not Python's own
    advice, guess = name_advice(name), nearest(name, there)
    # Alone it is rather a variable of his that has no value.
    is_used = re.search(rf"\b{re.escape(name)}\s*[(.\[]", line) is not None
    if advice is not None and is_used and very_near(name, there) is None:
        return [advice]
    return [f"Did you mean `{guess}`?"] if guess is not None else []


def _type_hint(text: str, line: str) -> list[str]:
    if text.startswith("Controller.plot() takes"):
        return ["Give each number a name: `self.plot(error=error)`, not `self.plot(error)`."]
    if re.search(r"takes \d+ positional arguments? but \d+ (was|were) given", text):
        return ["Did you forget `self` as the first parameter in its `def`?"]
    if "'Sensor'" in text:
        return ["A sensor has two values. Write `sensors[2].proximity` or `sensors[2].ambient`."]
    if "not callable" in text:
        called = sorted({name for name in _VALUES if re.search(rf"\.{name}\s*\(", line)})
        return [
            (f"`{name}` is a value, not a function: leave out the parentheses.") for name in called
        ]
    if "'method'" in text or "'function'" in text:
        return ["A function is used here without being called. Put () after its name."]
    return [_NONE] if "NoneType" in text else []


def _attribute_hint(text: str) -> list[str]:
    found = re.search(r"property '(\w+)' of '\w+' object has no setter", text)
    if found:
        name = found.group(1)
        return [
            (f"`self.{name}` is reserved for the thread. Choose another name, such as `my_{name}`.")
        ]
    return [_NONE] if "NoneType" in text else []


def _text(failure: BaseException) -> str:
    try:
        return str(failure)
    except BaseException:  # noqa: BLE001 - the student's own __str__ may raise anything
        return ""
