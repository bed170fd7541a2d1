"""The base of all parts of the robot, and the messages for names that they don't have."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from threading import Thread
from traceback import walk_tb
from types import MemberDescriptorType
from typing import TYPE_CHECKING, ClassVar, Generic, NoReturn, TypeVar, overload

from wsusim.control.foreign_names import OF_CONTROLLER, OF_MOTORS, plain_name
from wsusim.control.misuse import controller_base, public_names, shown, unknown_name, very_near
from wsusim.errors import Misuse, MisuseAttribute, MisuseType
from wsusim.model.text import nearest

if TYPE_CHECKING:
    from wsusim.control.calls import Calls


class Part:
    """A part of the robot: its names are fixed, and none of them can be overwritten.

    There is no ``__getattr__`` here for misspelt names, because it would slow down every attribute;
    ``explained`` puts the better message in afterwards.
    """

    __slots__ = ("_robot",)

    _title: ClassVar[str]
    """What messages call it."""
    _advice: ClassVar[dict[str, str]] = {}
    """What to do instead of assigning to a name."""
    _old_names: ClassVar[tuple[str, ...]] = ()
    """They work, but are undocumented."""

    def __init__(self, robot: Calls) -> None:
        self._robot = robot

    def __repr__(self) -> str:
        return f"<{self._title.strip('`')}>"

    if not TYPE_CHECKING:  # so that editors still mark what can't be set

        def __setattr__(self, name: str, value: object) -> None:
            own = getattr(type(self), name, None)
            if isinstance(own, MemberDescriptorType) and not hasattr(self, name):
                object.__setattr__(self, name, value)  # the constructor fills its slots
                return
            if isinstance(own, property) and own.fset is not None:
                object.__setattr__(self, name, value)
                return
            if own is None:
                raise unknown_name(self._title, name, public_names(type(self)))
            if callable(own):
                default = f"It is a method, so call it: `{name}(...)`."
            else:
                default = "You can read it but not set it."
            advice = self._advice.get(name, default)
            raise MisuseAttribute(f"You can't assign {shown(value)} to `{name}`. {advice}")

        def __delattr__(self, name: str) -> NoReturn:
            raise MisuseAttribute(f"You can't delete `{name}`: it is part of the robot.")

        def __setitem__(self, index: object, value: object) -> NoReturn:
            raise MisuseType(
                f"You can't assign {shown(value)} to [{shown(index)}]: you can read {self._title} "
                "but not set it. Keep the value in a variable of your own."
            )


class Numbered(Part):
    """One of several alike."""

    __slots__ = ("_index",)

    def __init__(self, robot: Calls, index: int) -> None:
        super().__init__(robot)
        self._index = index


One = TypeVar("One", bound=Numbered)


class Several(Part, Generic[One]):
    """Parts that are alike: one is chosen by its number, or they are looped over."""

    __slots__ = ("_all",)

    _all: tuple[One, ...]

    @overload
    def __getitem__(self, index: int) -> One: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[One, ...]: ...
    def __getitem__(self, index: int | slice) -> One | tuple[One, ...]:
        try:
            return self._all[index]
        except (IndexError, TypeError) as error:
            raise self._refusal(index, is_number=isinstance(error, IndexError)) from None

    def __iter__(self) -> Iterator[One]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def _refusal(self, index: object, *, is_number: bool) -> Misuse:
        """Return the message for a number out of range, or for something that is no number."""
        raise NotImplementedError


def explained(failure: BaseException) -> BaseException:
    """Return a misspelt name of the robot as ``MisuseAttribute``; anything else as it is."""
    if type(failure) is not AttributeError:
        return failure
    thing, name = failure.obj, str(failure.name)
    if not isinstance(thing, Part) and controller_base(type(thing)) is None:
        return failure
    if isinstance(thing, Part):
        better = _unknown_name_of_part(thing, name)
    else:
        better = _unknown_own_name(thing, name, _line_of(failure))
    better.__cause__ = failure.__cause__
    better.__suppress_context__ = True
    return better.with_traceback(failure.__traceback__)


def _unknown_name_of_part(part: Part, name: str) -> MisuseAttribute:
    advice = OF_MOTORS.get(plain_name(name)) if part._title == "`motors`" else None
    if advice is not None:
        return MisuseAttribute(f"{part._title} has no `{name}`. {advice}")
    return unknown_name(part._title, name, public_names(type(part)))


def _line_of(failure: BaseException) -> str:
    """Return the text of the line that raised a failure; empty if it can't be read."""
    steps = list(walk_tb(failure.__traceback__))
    return linecache.getline(steps[-1][0].f_code.co_filename, steps[-1][1]) if steps else ""


def _unknown_own_name(controller: object, name: str, line: str) -> MisuseAttribute:
    title = f"Your {type(controller).__name__}"
    is_called = re.search(rf"\.{name}\s*\(", line) is not None
    own = {one for one in vars(controller) if not str(one).startswith("_")}
    if plain_name(name) in OF_CONTROLLER and very_near(name, own) is None:
        what = f"method `{name}()`" if is_called else f"`{name}`"
        first = f" For a variable of your own, give it a value first: self.{name} = ..."
        more = "" if is_called else first
        return MisuseAttribute(f"{title} has no {what}. {OF_CONTROLLER[plain_name(name)]}{more}")
    for part in vars(controller).values():
        if isinstance(part, Part) and name in public_names(type(part)):
            owner = part._title.strip("`")
            call = f"{name}()" if callable(getattr(type(part), name)) else name
            return MisuseAttribute(f"{title} has no `{name}`. Write `self.{owner}.{call}`.")
    known = {*public_names(type(controller)), *own} - {*public_names(Thread)}
    guess = nearest(name, {"name", "run", *known})
    if guess is not None:
        return MisuseAttribute(f"{title} has no `{name}`. Did you mean `{guess}`?")
    if is_called:
        return MisuseAttribute(
            f"{title} has no method `{name}()`. Write one in your class: `def {name}(self, "
            "...):`. The manual lists what every robot can do."
        )
    return MisuseAttribute(
        f"{title} has no `{name}`. Give it a value first, in __init__ or setup(): self.{name} = ..."
    )
