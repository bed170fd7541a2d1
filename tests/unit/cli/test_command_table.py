"""The table of commands."""

from __future__ import annotations

import click
import pytest

from tests.added_rows import added_to
from tests.command_line import wsusim
from wsusim.cli import command_table
from wsusim.cli.command_table import GROUPS, Command, _own_commands, commands


def test_every_command_is_a_module_that_says_what_it_does() -> None:
    """The order for people names no command that isn't there, and the module holds a command."""
    table = commands()

    assert [name for group in GROUPS.values() for name in group] == list(_own_commands() and table)
    assert [one.name for one in table.values() if not one.help.endswith(".")] == []
    assert isinstance(table["info"].load(), click.Command)


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> list[click.Command]:
    """Commands of other packages."""
    rows: list[click.Command] = []
    monkeypatch.setattr(command_table, "added_rows", lambda *_: rows)
    monkeypatch.setattr(command_table, "commands", commands.__wrapped__)
    return rows


def test_another_packages_command_comes_after_wsusims(added: list[click.Command]) -> None:
    """With its own line of help; it can't take the name of one of wsusim's."""

    @click.command()
    def karel() -> None:
        """Drive Karel."""

    @click.command("run")
    def other_run() -> None:
        """Do anything else."""

    added += [karel, other_run]
    table = command_table.commands()

    assert list(table.values())[-1] == Command("karel", "Drive Karel.", karel)
    assert table["karel"].load() is karel
    assert table["run"].added is None


def test_whatever_another_packages_command_raises_is_a_sentence() -> None:
    """In one line, with the package to ask about it; it is no fault of wsusim's."""

    @click.command()
    def karel() -> None:
        raise ValueError("line 3\nholds nonsense")

    with added_to(command_table.GROUP, commands.cache_clear) as rows:
        rows.append(karel)
        outcome = wsusim(["karel"])

    assert outcome.returncode == 2
    assert "row 0 of the package karel-robots failed (ValueError: line 3 holds" in outcome.stderr
