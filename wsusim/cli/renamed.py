"""Options under names that commands share; their old names still work, with a note."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click
from click.core import ParameterSource
from click.parser import _Option, _OptionParser, _ParsingState

from wsusim.cli.output import tell
from wsusim.errors import BadInput

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]

Meaning = Callable[[str], Any]
"""From a value that followed an old name to the option's value now."""


class Renamed(click.Option):
    """An option with old names, which help doesn't show.

    Args:
        old: Its old names. One whose value had another meaning has a function that translates it.
    """

    def __init__(self, *names: Any, old: Mapping[str, Meaning | None], **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.old = dict(old)

    def add_to_parser(self, parser: _OptionParser, ctx: click.Context) -> None:
        """Register the option's names in the parser, and the old ones, too."""
        super().add_to_parser(parser, ctx)
        for name, meaning in self.old.items():
            usual = parser._long_opt[next(one for one in self.opts if one.startswith("--"))]
            action = "store" if meaning is not None else usual.action
            const = None if meaning is not None else usual.const
            before = _Option(self, [name], usual.dest, action, usual.nargs, const)
            before.process = self._noted(name, before.process, meaning, ctx)  # type: ignore[assignment, method-assign]
            parser._long_opt[name] = before

    def _noted(
        self,
        name: str,
        process: Callable[[Any, _ParsingState], None],
        meaning: Meaning | None,
        ctx: click.Context,
    ) -> Callable[[Any, _ParsingState], None]:
        def noted(value: Any, state: _ParsingState) -> None:
            note(ctx, name, self.opts[-1])
            process(value if meaning is None else meaning(value), state)

        return noted


def renamed(*names: str, old: str | Mapping[str, Meaning | None], **settings: Any) -> Decorator:
    """Return the decorator of an option that was formerly called ``old``."""
    olds: Mapping[str, Meaning | None] = {old: None} if isinstance(old, str) else old
    return click.option(*names, cls=Renamed, old=olds, **settings)


def note(ctx: click.Context, old: str, new: str) -> None:
    """Say once in a command that a name is an old one."""
    told: set[str] = ctx.meta.setdefault("wsusim.old_names", set())
    if old not in told:
        told.add(old)
        tell(f"note: {old} is called {new} now. The old name still works.")


def listen(usual: str, help_text: str) -> Decorator:
    """Return the option for where a server listens; formerly, it was two options."""
    hidden: dict[str, Any] = {"hidden": True, "expose_value": False, "callback": _take_part}

    def give(command: Command) -> Command:
        for name, kind in (("--host", str), ("--port", click.IntRange(0, 65535))):
            command = click.option(name, f"old_{name[2:]}", type=kind, **hidden)(command)
        return click.option(
            "--listen",
            metavar="[HOST:]PORT",
            default=usual,
            is_eager=True,
            help=help_text,
            callback=_place,
        )(command)

    return give


def _place(ctx: click.Context, _param: click.Parameter, text: str) -> tuple[str, int]:
    """Return host and port of ``[HOST:]PORT``; without a host, that of this computer."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) <= 65535):
        raise BadInput(
            f"--listen is {text!r}, but it must be a port from 0 to 65535, with an address before "
            "it for other computers: 8600, or 0.0.0.0:8600."
        )
    return host.strip("[]") or "127.0.0.1", int(port)


def _take_part(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Put an old host or port into the place to listen on."""
    if ctx.get_parameter_source(str(param.name)) is not ParameterSource.COMMANDLINE:
        return
    note(ctx, param.opts[0], "--listen [HOST:]PORT")
    host, port = ctx.params["listen"]
    is_host = param.opts[0] == "--host"
    ctx.params["listen"] = (value or host, port) if is_host else (host, value)
