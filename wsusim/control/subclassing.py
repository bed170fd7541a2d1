"""What a student's class may and may not do with the names of ``Controller`` and ``Thread``."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, NoReturn

from wsusim.control.misuse import nearest, shown
from wsusim.errors import Misuse, MisuseAttribute

if TYPE_CHECKING:
    from wsusim.control.controller import Controller

_THREAD_OWN = ("_started", "_is_stopped", "_tstate_lock", "_handle", "_initialized")
"""What ``threading.Thread`` keeps in the object and can't do without (CPython 3.11 to 3.14)."""

_METHODS = frozenset(
    ["run", "setup", "step", "close", "sleep", "say", "finish", "bind", "start", "join", "is_alive"]
)
"""Methods that an attribute of the same name would hide."""


def taken(name: str, value: object, advice: str = "") -> MisuseAttribute:
    """Return the error for overwriting a name of ``Controller``."""
    advice = (
        advice or f"For a value of your own choose another name, such as `my_{name.strip('_')}`."
    )
    return MisuseAttribute(
        f"You can't put {shown(value)} into `self.{name}`: the name belongs to the robot. {advice}"
    )


def not_yet(name: str) -> Misuse:
    """Return the error for using the robot before it is there (no ``AttributeError``)."""
    return Misuse(
        f"`self.{name}` needs the robot, and the robot is not there yet in __init__. "
        "Use it in setup() or run()."
    )


class NotYet:
    """Stands for a part of the robot until there is one; any use of it is explained."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> NoReturn:
        raise not_yet(self._name)

    def __getitem__(self, index: object) -> NoReturn:
        raise not_yet(self._name)

    def __iter__(self) -> NoReturn:
        raise not_yet(self._name)

    def __len__(self) -> NoReturn:
        raise not_yet(self._name)


def check_style(cls: type[Controller]) -> None:
    """Raise ``Misuse`` unless a class has exactly one of ``run`` and ``step``."""
    from wsusim.control.controller import Controller

    has_run = cls.run is not Controller.run
    has_step = cls.step is not Controller.step
    if has_run and has_step:
        raise Misuse(
            f"{cls.__name__} has both run() and step(), and only one can be called. "
            "Keep run() for one long program, or step() for one that is called again and again."
        )
    if not has_run and not has_step:
        raise Misuse(f"{cls.__name__} has neither run() nor step(). {_advice_without_style(cls)}")


def has_style(cls: type[Controller]) -> bool:
    """Tell whether a class can drive a robot; a base class for others need not."""
    from wsusim.control.controller import Controller

    return cls.run is not Controller.run or cls.step is not Controller.step


def check_overwritten(controller: Controller) -> None:
    """Raise ``Misuse`` when a student's ``__init__`` has hidden something that is needed."""
    intact = vars(Thread())
    for name, value in vars(controller).items():
        if name in _THREAD_OWN and type(value) is not type(intact.get(name)):
            raise taken(name, value)
        if _hides_method(name, value):
            raise Misuse(_hidden(name, value))


def explain_overwritten(controller: Controller, failure: BaseException) -> None:
    """Add a note to a failed call of something that the program itself has overwritten."""
    if isinstance(failure, TypeError) and "not callable" in str(failure):
        for name, value in vars(controller).items():
            if _hides_method(name, value):
                failure.add_note(_hidden(name, value))


def _hides_method(name: str, value: object) -> bool:
    """A method of the student's own under the name ``step`` or ``close`` may well be meant."""
    return name in _METHODS and not callable(value)


def _hidden(name: str, value: object) -> str:
    return (
        f"Your program has put {shown(value)} into `self.{name}`, and so hidden the method "
        f"{name}() that every controller has. Choose another name, such as `my_{name}`."
    )


def _advice_without_style(cls: type[Controller]) -> str:
    from wsusim.control.controller import Controller

    own = [
        name
        for base in cls.__mro__[: cls.__mro__.index(Controller)]
        for name, value in vars(base).items()
        if callable(value) and not name.startswith("__")
    ]
    if "doWork" in own:
        return "For doWork() inherit from wsusim.compat.RobotController."
    for wanted in ("run", "step"):
        guess = nearest(wanted, own)
        if guess is not None:
            return f"Did you mean {guess}() to be {wanted}()?"
    return "Write `def run(self):` with your program in it."
