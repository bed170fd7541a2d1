"""How many characters an exchange puts on the line, and how long the line needs for them."""

from __future__ import annotations

from wsusim.model.commands import RobotCommand
from wsusim.model.readings import Quantity
from wsusim.protocol.codec import encode_answer, encode_request
from wsusim.protocol.messages import (
    Answer,
    Request,
    on_the_line,
    request_of_command,
    request_of_quantity,
)

BITS_PER_CHARACTER = 11
"""1 start, 8 data, 2 stop (KH1, KH2; KiKS counts the same)."""


def exchange_characters(
    what: RobotCommand | Quantity | Request, values: tuple[int, ...] = ()
) -> int:
    """Return the characters sent and received for an exchange, line ends included.

    Args:
        what: the order, the quantity asked for, or the message itself.
        values: the numbers in the answer (an order's answer has none).
    """
    request = _request_of(what)
    if isinstance(what, Quantity):
        values = on_the_line(what, values)
    answer = Answer(request.entry, values)
    return len(encode_request(request)) + len(encode_answer(answer))


def request_characters(what: RobotCommand | Quantity | Request) -> int:
    """Return the characters sent for an exchange, line end included."""
    return len(encode_request(_request_of(what)))


def _request_of(what: RobotCommand | Quantity | Request) -> Request:
    if isinstance(what, Request):
        return what
    if isinstance(what, Quantity):
        return request_of_quantity(what)
    return request_of_command(what)


def line_seconds(characters: int, baud: int) -> float:
    """Return how long the line needs for so many characters."""
    return characters * BITS_PER_CHARACTER / baud
