"""The manual's page on the commands."""

from __future__ import annotations

import click

from tests.pages.commands import command_page, with_parts
from wsusim.cli.command_table import commands
from wsusim.shipped import shipped_folder

PAGE = shipped_folder("manual") / "reference" / "commands.md"


def test_the_page_is_that_of_the_commands() -> None:
    """Each command and each of its options stands there, in the words of ``--help``.

    Renew it: python -m tests.pages.commands manual/reference/commands.md
    """
    assert PAGE.read_text(encoding="utf-8") == command_page()


def test_every_option_is_explained() -> None:
    """Every option has a help text."""
    silent = [
        f"{' '.join(words)} {option.opts[0]}"
        for row in commands().values()
        if row.added is None
        for words, command in with_parts((row.name,), row.load())
        for option in command.params
        if isinstance(option, click.Option) and not (option.help or option.hidden)
    ]
    assert silent == []
