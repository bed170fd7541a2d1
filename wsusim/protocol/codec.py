"""Converts between lines and messages, for both ends of the wire. No function raises on any bytes.

The robot's side is generous, as a robot for schools must be: blanks around fields and fractions of
numbers are forgiven. The computer's side is strict: a line that is not exactly the answer to the
command sent is never taken for a reading.
"""

from __future__ import annotations

import re

from wsusim.protocol.command_table import COMMANDS, MAX_SPEED, TOOLS, TURRETS
from wsusim.protocol.fields import Entry, Field
from wsusim.protocol.messages import Answer, Foreign, Refusal, Request, ToolCall

ANSWER_END = b"\r\n"
"""Robots end their answers with CR LF (KH1, key to the list of commands)."""

COMMAND_END = b"\n"
"""Commands may end with CR or LF (KH1); we send the shortest."""

_BLANKS = " \t\0"
_NUMBER = re.compile(r"([+-]?\d+)(?:\.\d*)?", re.ASCII)
_WHOLE = re.compile(r"-?\d+", re.ASCII)
_DOTTED = re.compile(r"(\d{1,2})\.(\d\d?)", re.ASCII)
_LETTERS = {entry.prefix[0]: entry for entry in COMMANDS}
_TURRET_ORDERS = {
    turret: {entry.prefix[2:]: entry for entry in entries} for turret, entries in TURRETS.items()
}


def decode_request(
    line: bytes, kind: str = "khepera1", max_speed: int = MAX_SPEED
) -> Request | ToolCall | Refusal:
    """Read a line as a robot of ``kind`` does (``line`` without its end; not empty).

    ``max_speed`` is the greatest speed order of a robot with a unit of speed of its own.
    """
    fields = [field.strip(_BLANKS) for field in line.decode("latin-1").split(",")]
    head, parameters = fields[0], fields[1:]
    if head == "T":
        return _decode_turret(parameters)
    if head in _LETTERS:
        return _decode_values(_LETTERS[head], parameters, max_speed)
    words = head.split()
    if not parameters and words:
        known = any(tool.name == words[0] and kind in tool.kinds for tool in TOOLS)
        if known:
            return ToolCall(words[0], tuple(words[1:]))
    return Refusal.COMMAND_NOT_FOUND


def _decode_turret(fields: list[str]) -> Request | Refusal:
    if len(fields) < 2 or not _WHOLE.fullmatch(fields[0]):
        return Refusal.PROTOCOL_ERROR
    orders = _TURRET_ORDERS.get(fields[0])
    if orders is None:
        return Refusal.TURRET_NOT_SUPPORTED
    for length in (2, 1):
        entry = orders.get(tuple(fields[1 : 1 + length]))
        if entry is not None:
            return _decode_values(entry, fields[1 + len(entry.prefix) - 2 :])
    return Refusal.PROTOCOL_ERROR


def _decode_values(
    entry: Entry, parameters: list[str], max_speed: int = MAX_SPEED
) -> Request | Refusal:
    if len(parameters) != len(entry.arguments):
        return Refusal.PROTOCOL_ERROR
    values = []
    for field, text in zip(entry.arguments, parameters, strict=True):
        match = _NUMBER.fullmatch(text)
        if max_speed != MAX_SPEED:
            field = field.with_speeds_to(max_speed)
        value = field.fit(int(match[1])) if match else None
        if value is None:
            return Refusal.PROTOCOL_ERROR
        values.append(value)
    return Request(entry, tuple(values))


def encode_request(message: Request | ToolCall, end: bytes = COMMAND_END) -> bytes:
    """Return the bytes that a computer sends for a message."""
    if isinstance(message, ToolCall):
        return " ".join((message.name, *message.words)).encode("latin-1") + end
    return _write(message.entry.prefix, message.entry.arguments, message.values) + end


def encode_answer(answer: Answer | Refusal, end: bytes = ANSWER_END) -> bytes:
    """Return the bytes that a robot sends back."""
    if isinstance(answer, Refusal):
        return answer.value.encode("ascii") + end
    return _write(answer.entry.answer_prefix, answer.entry.answer, answer.values) + end


def _write(prefix: tuple[str, ...], fields: tuple[Field, ...], values: tuple[int, ...]) -> bytes:
    texts = (field.write(value) for field, value in zip(fields, values, strict=True))
    return ",".join((*prefix, *texts)).encode("ascii")


def decode_answer(line: bytes, entry: Entry) -> Answer | Refusal | Foreign:
    """Read a line that should answer the command of ``entry`` (``line`` without its end)."""
    text = line.decode("latin-1").strip(_BLANKS)
    if text == Refusal.COMMAND_NOT_FOUND.value:
        return Refusal.COMMAND_NOT_FOUND
    fields = [field.strip(_BLANKS) for field in text.split(",")]
    if fields[0] == "z":
        turret = Refusal.TURRET_NOT_SUPPORTED
        return turret if text == turret.value else Refusal.PROTOCOL_ERROR
    length = len(entry.answer_prefix)
    if tuple(fields[:length]) != entry.answer_prefix:
        return Foreign(text, f"it does not begin with {entry.answer_key}")
    texts = fields[length:]
    if len(texts) != len(entry.answer):
        return Foreign(text, f"it has {len(texts)} numbers instead of {len(entry.answer)}")
    values = []
    for field, value_text in zip(entry.answer, texts, strict=True):
        value = _read_exactly(field, value_text)
        if value is None:
            return Foreign(text, f"{field.name} is {value_text!r}, not {field.low} to {field.high}")
        values.append(value)
    return Answer(entry, tuple(values))


def _read_exactly(field: Field, text: str) -> int | None:
    if field.dotted:
        dotted = _DOTTED.fullmatch(text)
        return int(dotted[1]) * 100 + int(dotted[2].ljust(2, "0")) if dotted else None
    if len(text) > 11 or not _WHOLE.fullmatch(text):
        return None
    value = int(text)
    return value if field.low <= value <= field.high else None
