"""Texts of a kind that a student has made himself arrive as Python's own."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.controller import Controller
from wsusim.hosting.standard_files import Prints


class Word(str):
    """A text all of whose methods fail, or say what isn't true."""

    __slots__ = ()

    def _fail(self, *_arguments: object, **_options: object) -> NoReturn:
        raise KeyboardInterrupt

    __len__ = __iter__ = __getitem__ = __format__ = __repr__ = __contains__ = _fail  # type: ignore[assignment]
    encode = isascii = find = removeprefix = lower = startswith = _fail  # type: ignore[assignment]

    def __str__(self) -> str:
        return self


ORDERS: dict[str, tuple[Callable[[Any], object], Callable[[Any], object]]] = {
    "said": (lambda robot: robot.say(Word("red")), lambda order: order.text),
    "drawn": (
        lambda robot: robot.draw.text((0, 0), Word("red")),
        lambda order: order.text,
    ),
    "a colour": (
        lambda robot: robot.draw.dots([(0, 0)], colour=Word("red")),
        lambda order: order.colour,
    ),
    "sent": (
        lambda robot: robot.radio.send(Word("red")),
        lambda order: bytes(order.data).decode(),
    ),
    "the name of a curve": (
        lambda robot: (robot.plot(**{Word("red"): 1.0}), robot.sleep(0.1)),
        lambda order: order.values[0][0],
    ),
}


@pytest.mark.parametrize("what", ORDERS)
def test_an_odd_text_arrives_as_what_it_holds(what: str) -> None:
    """What is recorded and shown never runs a line of the student's."""
    give, text_of = ORDERS[what]

    class Sender(Controller):
        def run(self) -> None:
            give(self)

    fake = FakeBackend()
    fake.run(Sender())
    texts = [text_of(sent.command) for sent in fake.commands[:1]]

    assert [(type(text), text) for text in texts] == [(str, "red")]


def test_an_odd_text_is_printed() -> None:
    """Line by line, as any other."""
    pieces: list[str] = []
    prints: io.TextIOBase = Prints(pieces.append, lambda: 0)

    prints.write(Word("red\n"))

    assert pieces == ["red\n"]
