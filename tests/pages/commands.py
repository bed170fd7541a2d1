"""Writes the manual's page on the commands from the commands themselves.

``python -m tests.pages.commands manual/reference/commands.md`` renews the page.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from wsusim.cli.command_table import commands, grouped

_INTRODUCTION = """\
# All commands

<!-- Made from the commands: python -m tests.pages.commands THIS_FILE -->

Every command is `python main.py COMMAND ...`. Words in capitals are yours to fill in; what stands
in square brackets can be left out. `python main.py COMMAND --help` prints the same text.

Options may stand anywhere after the command. Exit codes: 0 it worked, 1 the program or the check
failed, 2 the command line or a file was wrong, 3 a program hung, 130 you pressed Ctrl-C; where a
command differs, its text says so.

The same name means the same thing everywhere: `--overwrite` replaces a file, `--json` prints JSON
for other programs, `--out` is the file or folder that is made, and `--time` counts simulated
seconds. `--listen`, `--publish`, `--tcp` and `--debug` take a port of this computer (for other
computers with an address before it: `0.0.0.0:8008`), `--to` is the address of a lab or an arena,
and a moment of a recording is `FILE@SECONDS`. Names that options had before still work, with a
note.

Two words mean two things: a *lab* is a robot that a class shares (`lab`), and in the CiberMouse
contest a labyrinth (`ciber --lab`). A *match* is one of soccer (`match`), or of the contest (`ciber
match`).
"""


def command_page() -> str:
    """Return the whole page as Markdown."""
    every = [
        (words, command)
        for row in commands().values()
        if row.added is None
        for words, command in with_parts((row.name,), row.load())
    ]
    table = "| to | command | what it does |\n|---|---|---|\n" + "".join(
        f"| {'' if number else title} | [`{row.name}`](#{row.name}) | {_cell(row.help)} |\n"
        for title, rows in grouped().items()
        for number, row in enumerate(one for one in rows if one.added is None)
    )
    return "\n".join([_INTRODUCTION, table, *(_section(*one) for one in every)])


def with_parts(
    words: tuple[str, ...], command: click.Command
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield a command with its words, then those inside it (``lab``, ``lab serve``...)."""
    yield words, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None and not inner.hidden:
                yield from with_parts((*words, name), inner)


def _section(words: tuple[str, ...], command: click.Command) -> str:
    level = "##" if len(words) == 1 else "###"
    context = click.Context(command, info_name=" ".join(words), show_default=True)
    pieces = " ".join(command.collect_usage_pieces(context))
    lines = [f"{level} {' '.join(words)}", "", f"`python main.py {' '.join(words)} {pieces}`", ""]
    lines += [_text(command.help or ""), ""]
    options = [
        record
        for option in command.get_params(context)
        if isinstance(option, click.Option)
        and "--help" not in option.opts
        and (record := option.get_help_record(context))
    ]
    if options:
        lines += ["| option | meaning |", "|---|---|"]
        lines += [f"| `{_cell(flags)}` | {_cell(meaning)} |" for flags, meaning in options]
        lines.append("")
    return "\n".join(lines)


def _text(help_text: str) -> str:
    """Return a command's help as Markdown: what a backspace marks as code."""
    blocks = []
    for block in re.split(r"\n\s*\n", help_text.replace("\f", "")):
        if block.lstrip().startswith("\b"):
            code = inspect.cleandoc(block.replace("\b\n", "\n").replace("\b", ""))
            blocks.append(f"```text\n{code}\n```")
        else:
            blocks.append(" ".join(block.split()).replace("<", "\\<").replace("*", "\\*"))
    return "\n\n".join(blocks)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "\\<")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(command_page(), encoding="utf-8")
