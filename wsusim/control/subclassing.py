"""What a student's class may and may not do with the names of ``Controller`` and ``Thread``."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from threading import Thread
from types import FunctionType
from typing import Any, NoReturn

from wsusim.control.misuse import controller_base, real_number, shown
from wsusim.errors import Misuse, MisuseAttribute, MisuseValue
from wsusim.model.text import nearest
from wsusim.model.units import TICK_S, TICKS_PER_SECOND

_THREAD_OWN = ("_started", "_is_stopped", "_tstate_lock", "_handle", "_initialized")
"""What ``threading.Thread`` keeps in the object and can't do without (CPython 3.11 to 3.14)."""

_WRITTEN = ("run", "setup", "step", "close")
"""Methods that students write."""

_OFFERED = ("goal", "pose", "keys", "mission", "time_left", "episode", "new_episode", "plot")
"""Names that programs may well have for something of their own."""

_FREE = frozenset([*_WRITTEN, *_OFFERED, "period", "name", "getName", "setName", "data", "random"])
"""Names of ``Controller`` and ``Thread`` that a student's class may define itself."""


class BadMember(Misuse):
    """A class defines a name in a way that can't work: ``name`` in the class ``owner``."""

    def __init__(self, message: str, owner: type, name: str) -> None:
        super().__init__(message)
        self.owner = owner
        self.name = name


def taken(name: str, value: object, advice: str = "") -> MisuseAttribute:
    """Return the error for overwriting a name of ``Controller``."""
    advice = (
        advice or f"For a value of your own, choose another name, such as `my_{name.strip('_')}`."
    )
    return MisuseAttribute(
        f"You can't assign {shown(value)} to `self.{name}`: the robot uses that name. {advice}"
    )


def not_yet(name: str) -> Misuse:
    """Return the error for using the robot before it exists (no ``AttributeError``)."""
    return Misuse(
        f"`self.{name}` needs the robot, and there is no robot yet in __init__. Use it in setup() "
        "or run()."
    )


def over(name: str) -> Misuse:
    """Return the error for using the robot when the run is over, in a ``__del__``."""
    return Misuse(
        f"`self.{name}` needs the robot, and the run is over. Put this into close() (step style), "
        "or at the end of run()."
    )


class Absent:
    """Takes the place of a part of the robot while there is none, and explains any use of it."""

    def __init__(self, name: str, refusal: Callable[[str], Misuse]) -> None:
        self.__dict__["_name"] = name
        self.__dict__["_refusal"] = refusal

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise self._refusal(self._name)

    def __getattr__(self, name: str) -> NoReturn:
        raise self._refusal(self._name)

    def __getitem__(self, index: object) -> NoReturn:
        raise self._refusal(self._name)

    def __iter__(self) -> NoReturn:
        raise self._refusal(self._name)

    def __len__(self) -> NoReturn:
        raise self._refusal(self._name)


def check_class(cls: type[Any]) -> None:
    """Raise ``Misuse`` for a class that can't drive a robot, whatever its ``__init__`` does."""
    _check_style(cls)
    fixed = _fixed_names(_controller(cls))
    for base in _own_classes(cls):
        if base.__module__.startswith("wsusim."):
            continue
        for name, value in vars(base).items():
            if name in fixed:
                raise BadMember(
                    f"{base.__name__} defines `{name}`, but every controller already uses that "
                    f"name. Choose another one, such as `my_{name.strip('_')}`.",
                    base,
                    name,
                )
            if name in _WRITTEN:
                _check_written(base, name, value)
        period = vars(base).get("period", TICK_S)
        if not hasattr(period, "__get__"):  # a property is asked later
            try:
                period_ticks(period)
            except Misuse as failure:
                raise BadMember(str(failure), base, "period") from None
    if getattr(getattr(cls, "__dataclass_params__", None), "frozen", False):
        raise Misuse(
            f"{cls.__name__} is frozen, but a robot has to change. Leave out `frozen=True`."
        )


def period_ticks(period: object) -> float:
    """Return a controller's period in ticks; whole when it is a whole number of them."""
    seconds = real_number("period", period, "a controller", "seconds, 0.01 or more")
    if seconds < TICK_S:
        raise MisuseValue(
            f"`period` is {seconds:g} s, but the robot's time moves in steps of {TICK_S} s. "
            f"Use {TICK_S} or more; sensors have new values every 0.02 s."
        )
    ticks = seconds * TICKS_PER_SECOND
    return round(ticks) if abs(ticks - round(ticks)) < 1e-6 else ticks


def _check_written(owner: type, name: str, value: object) -> None:
    """Raise ``Misuse`` unless calling a method with ``self`` alone does its work."""
    where = f"{owner.__name__}.{name}"
    if inspect.iscoroutinefunction(value) or inspect.isasyncgenfunction(value):
        raise BadMember(f"{where} must not be `async`. Write `def {name}(self):`.", owner, name)
    if inspect.isgeneratorfunction(value):
        raise BadMember(
            f"{where} must not contain `yield`: wsusim would never run it. To wait, write "
            "`self.sleep(0.1)`.",
            owner,
            name,
        )
    if isinstance(value, FunctionType):
        try:
            inspect.signature(value, follow_wrapped=False).bind(owner)
        except TypeError:
            wrong = "is called with `self` and nothing else"
        else:
            return
    elif isinstance(value, (staticmethod, classmethod)):
        wrong = f"must be no {type(value).__name__}"
    elif not callable(value):
        wrong = f"is {shown(value)}, but it must be a method"
    else:
        return
    raise BadMember(f"{where} {wrong}. Write `def {name}(self):`.", owner, name)


def _controller(cls: type) -> Any:
    base = controller_base(cls)
    assert base is not None
    return base


def _own_classes(cls: type) -> tuple[type, ...]:
    """Return a class and its bases that are not yet ``Controller``: what students wrote."""
    return cls.__mro__[: cls.__mro__.index(_controller(cls))]


@cache
def _fixed_names(base: type) -> frozenset[str]:
    """Return the names of ``Controller`` that wsusim or Python's threads need as they are."""
    return frozenset(name for name in dir(base) if not name.startswith("__")) - _FREE


def _check_style(cls: type[Any]) -> None:
    """Raise ``Misuse`` unless a class has exactly one of ``run`` and ``step``."""
    has_run = cls.run is not _controller(cls).run
    has_step = cls.step is not _controller(cls).step
    if has_run and has_step:
        raise Misuse(
            f"{cls.__name__} has both run() and step(), but it can have only one. Keep run() for "
            "one long program, or step() for code that is called again and again."
        )
    if not has_run and not has_step:
        raise Misuse(f"{cls.__name__} has neither run() nor step(). {_advice_without_style(cls)}")


def has_style(cls: type[Any]) -> bool:
    """Return whether a class can drive a robot; a base class for others need not."""
    return cls.run is not _controller(cls).run or cls.step is not _controller(cls).step


def check_overwritten(controller: Thread) -> None:
    """Raise ``Misuse`` if a student's ``__init__`` has hidden something that is needed."""
    intact = vars(Thread())
    for name, value in vars(controller).items():
        if name in _THREAD_OWN and type(value) is not type(intact.get(name)):
            raise taken(name, value)
        if _hides_method(type(controller), name, value):
            raise Misuse(_hidden(name, value))


def explain_overwritten(controller: Thread, failure: BaseException) -> None:
    """Add a note to a failed call of a method that the program itself has overwritten."""
    if isinstance(failure, TypeError) and "not callable" in str(failure):
        for name, value in vars(controller).items():
            if _hides_method(type(controller), name, value):
                failure.add_note(_hidden(name, value))


def _hides_method(cls: type, name: str, value: object) -> bool:
    """Return whether a variable hides a method; a function as ``step`` may be meant."""
    if name in _WRITTEN:
        return not callable(value)
    base = _controller(cls)
    return name in _fixed_names(base) and callable(getattr(base, name))


def _hidden(name: str, value: object) -> str:
    return (
        f"Your program assigned {shown(value)} to `self.{name}`, which hides the method {name}() "
        f"that every controller has. Choose another name, such as `my_{name}`."
    )


def _advice_without_style(cls: type[Any]) -> str:
    own = [
        name
        for base in _own_classes(cls)
        for name, value in vars(base).items()
        if callable(value) and not name.startswith("__")
    ]
    if "doWork" in own:
        return "To use doWork(), inherit from wsusim.compat.RobotController."
    for wanted in ("run", "step"):
        guess = nearest(wanted, own)
        if guess is not None:
            return f"Should {guess}() be called {wanted}()?"
    return "Write `def run(self):` with your program in it."
