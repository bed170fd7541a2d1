"""Tell what a line that came in is, when it is not the answer that was waited for."""

from __future__ import annotations

import re

from wsusim.backends.serial_line.statistics import Fault
from wsusim.protocol.banner import BANNER_END
from wsusim.protocol.codec import decode_answer
from wsusim.protocol.command_table import ENTRIES
from wsusim.protocol.fields import Entry
from wsusim.protocol.messages import Answer

_ROM = re.compile(rb"ROM of (mini)?robot|uKos", re.IGNORECASE)
_END = BANNER_END.encode("ascii")
_TEXT = re.compile(rb"[ -~]+")


def is_banner(line: bytes) -> bool:
    """Tell whether a robot says by this line that it has just woken up."""
    return _END in line or _ROM.search(line) is not None


def kind_of_fault(line: bytes, entry: Entry | None) -> Fault:
    """Return what is wrong with a line that came in.

    Args:
        line: Without its end.
        entry: The command that was sent; ``None``: nothing was asked.
    """
    if is_banner(line):
        return Fault.BANNER
    if not line:
        return Fault.SILENCE
    if entry is None:
        return Fault.UNASKED
    if not _TEXT.fullmatch(line):
        return Fault.GARBLED
    if line[:1] == entry.prefix[0].encode("ascii"):
        return Fault.ECHO
    others = (other for other in ENTRIES.values() if other is not entry)
    if any(isinstance(decode_answer(line, other), Answer) for other in others):
        return Fault.LATE
    fields = line.split(b",")
    begins_well = fields[: len(entry.answer_prefix)] == [p.encode() for p in entry.answer_prefix]
    if begins_well and len(fields) != len(entry.answer_prefix) + len(entry.answer):
        return Fault.SHORT
    return Fault.GARBLED if begins_well else Fault.FOREIGN
