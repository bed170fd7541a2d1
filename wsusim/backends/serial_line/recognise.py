"""Recognises an incoming line that is not the expected answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wsusim.backends.serial_line.statistics import Fault
from wsusim.model.readings import Quantity
from wsusim.protocol.codec import decode_answer
from wsusim.protocol.fields import Entry
from wsusim.protocol.messages import Answer, Request

_TEXT = re.compile(rb"[ -~]+")


@dataclass(frozen=True, slots=True)
class Letters:
    """A language of one line for one line, as far as an exchange needs it."""

    entries: Mapping[str, Entry]
    questions: tuple[Entry, ...]
    """Harmless, with different answers; three of them in a row prove that the line is in step."""
    identity: Entry
    """The one of them whose answer must have come before the robot counts as met."""
    request_of_quantity: Callable[[Quantity], Request]
    is_banner: Callable[[bytes], bool]
    """Whether a robot says by a line that it has just woken up."""
    may_keep_pace: bool = True
    """Whether answers may take the time that the baud rate asks for (no adapter in between)."""


def is_answer(line: bytes, letters: Letters, besides: Entry | None = None) -> bool:
    """Return whether a line is a complete answer in a language to any command but one."""
    others = (other for other in letters.entries.values() if other is not besides)
    return any(isinstance(decode_answer(line, other), Answer) for other in others)


def kind_of_fault(line: bytes, entry: Entry | None, letters: Letters) -> Fault:
    """Return what is wrong with a line that came in.

    Args:
        line: Without its end.
        entry: The command that was sent; ``None``: nothing was asked.
        letters: Of the robot's language.
    """
    if letters.is_banner(line):
        return Fault.BANNER
    if not line:
        return Fault.SILENCE
    if entry is None:
        return Fault.UNASKED
    if not _TEXT.fullmatch(line):
        return Fault.GARBLED
    if line[:1] == entry.prefix[0].encode("ascii"):
        return Fault.ECHO
    if is_answer(line, letters, besides=entry):
        return Fault.LATE
    fields = line.split(b",")
    begins_well = fields[: len(entry.answer_prefix)] == [p.encode() for p in entry.answer_prefix]
    if begins_well and len(fields) != len(entry.answer_prefix) + len(entry.answer):
        return Fault.SHORT
    return Fault.GARBLED if begins_well else Fault.FOREIGN
