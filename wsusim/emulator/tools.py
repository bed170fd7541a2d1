"""The answers to commands that people type at the robot's terminal. Their wording is a guess."""

from __future__ import annotations

from collections.abc import Callable

from wsusim.protocol.command_table import COMMANDS, TOOLS, TURRET_NAMES
from wsusim.protocol.fields import Entry

_Text = Callable[[str, tuple[str, ...]], tuple[str, ...]]
"""From the robot's kind and the words behind the tool's name to the lines of the answer."""


def _help(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    tools = [tool for tool in TOOLS if kind in tool.kinds]
    letters = {word.upper() for word in words}
    asked = [tool for tool in tools if tool.name in words]
    explained = [line for entry in COMMANDS if entry.key in letters for line in _explain(entry)]
    if not (asked or explained):
        asked = tools
    return (*(f"{tool.name:10}{tool.title}" for tool in asked), *explained)


def _explain(entry: Entry) -> tuple[str, ...]:
    """Return what a command does, and what goes over the line."""
    return (
        f"{entry.key:10}{entry.title}",
        f"{'':10}send {','.join((entry.key, *(field.name for field in entry.arguments)))}",
        f"{'':10}answer {','.join((entry.answer_key, *(field.name for field in entry.answer)))}",
    )


def _list(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    letters = " ".join([entry.key for entry in COMMANDS] + ["T"])
    tools = " ".join(tool.name for tool in TOOLS if kind in tool.kinds)
    return (f"Protocol: {letters}", f"Tools: {tools}")


def _net(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    return ("Turrets:", *(f"{number:>3}  {name}" for number, name in TURRET_NAMES.items()))


def _memory(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    ram = "256" if kind == "khepera1" else "512"  # guess
    return (f"RAM: {ram} Kbytes", "ROM: BIOS, serial protocol", "User program: none")


def _process(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    names = ("serial protocol", "motor control", "sensors", "turret network")
    return ("Processes:", *(f"{number:>3}  {name}" for number, name in enumerate(names)))


TOOL_TEXTS: dict[str, _Text] = {
    "help": _help,
    "list": _list,
    "net": _net,
    "memory": _memory,
    "process": _process,
    "k-team": lambda kind, words: ("K-Team S.A., Switzerland", "Edoardo Franzi: BIOS and protocol"),
    "run": lambda kind, words: ("Program not found",),
    "sfill": lambda kind, words: ("No room for a program",),
    "flash": lambda kind, words: ("No program to write",),
}
"""All tools but ``restart`` and ``serial``, which change the robot (``emulator.firmware``)."""
