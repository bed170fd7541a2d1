"""What holds for the options of all commands: one name for one thing, and help for each."""

from __future__ import annotations

import re
from collections import defaultdict

import click
import pytest

from tests.pages.commands import with_parts
from wsusim.cli.command_table import commands
from wsusim.cli.options import MadeFile

EVERY = [
    (" ".join(words), command)
    for row in commands().values()
    if row.added is None
    for words, command in with_parts((row.name,), row.load())
]
LEAVES = [pytest.param(*one, id=one[0]) for one in EVERY if not isinstance(one[1], click.Group)]
OLD = {
    *("--force", "--report", "--output", "--save", "--keep", "--pos", "--time-limit", "--viewer"),
    *("--host", "--port", "--address", "--kind"),
}
"""Names that options had before; each still works, and none is shown."""

MEANINGS = {
    "--csv": r"table",
    "--html": r"page",
    "--picture": r"picture",
    "--png": r"Draw|picture",
    "--record": r"^Record everything",
    "--sample": r"between recorded samples",
    "--time": r"[Ss]econds",
    "--speed": r"times real time",
    "--robot-number": r"counted from 1",
    "--to": r"[Aa]ddress",
    "--listen": r"reach",
    "--json": r"JSON",
    "--overwrite": r"[Rr]eplac|Start again",
    "--clock": r"^lockstep: .*; real: ",
    "--from": r"recording",
    "--course": r"course",
    "--maze": r"maze",
    "--position": r"number in the grid",
    "--cylinder": r"white cylinder this wide",
    "--robots": r"^Number of robots",
    "--table": r"use this table",
    "--workers": r"[Nn]umber of processes",
    "--profile": r"measured",
}
"""What an option's help says wherever it is: one meaning for one name."""


def shown(command: click.Command) -> list[click.Option]:
    """Return the options that help shows."""
    return [one for one in command.params if isinstance(one, click.Option) and not one.hidden]


@pytest.mark.parametrize(("name", "command"), LEAVES)
def test_a_command_has_an_example(name: str, command: click.Command) -> None:
    """A line that can be typed, with the command in it."""
    assert re.search(rf"Examples?:.*python main\.py {name}\b", command.help or "", re.S)


@pytest.mark.parametrize(("name", "command"), LEAVES)
def test_an_option_says_what_is_without_it(name: str, command: click.Command) -> None:
    """By a default or in words; without a file's option, there is no such file."""
    silent = [
        option.opts[-1]
        for option in shown(command)
        if not (option.is_flag or option.required or option.multiple)
        and not isinstance(option.type, MadeFile | click.Path)
        and option.get_default(click.Context(command), call=False) in (None, "")
        and not re.search(r"Default|[Uu]sual|With(out)? --|For --|^Your", option.help or "")
        and option.metavar not in SELF_EXPLAINED
    ]
    assert silent == []


SELF_EXPLAINED = {
    *("FILE.mcap@S", "FILE@S", "[HOST:]PORT", "PORT", "WxH", "MM", "URL", "TITLE", "NAME"),
    *("KIND", "URL|DEVICE", "CONTROLLER", "ADDRESS|local", "FILE|NAME", "FILE", "1,2|all", "MAZE"),
}
"""Options that ask for something besides: without one, it isn't done."""


@pytest.mark.parametrize(("name", "command"), LEAVES)
def test_old_names_are_not_shown(name: str, command: click.Command) -> None:
    """Each has another name now."""
    assert {flag for option in shown(command) for flag in option.opts} & OLD == set()


def test_one_name_has_one_meaning() -> None:
    """Whichever command it belongs to."""
    strange = [
        f"{name} {flag}: {option.help}"
        for name, command in EVERY
        for option in shown(command)
        for flag in option.opts
        if flag in MEANINGS and not re.search(MEANINGS[flag], option.help or "")
    ]
    assert strange == []


def kind_of_value(option: click.Option) -> str:
    """Return what follows an option."""
    if option.is_flag:
        return "nothing"
    if isinstance(option.type, click.types.FloatParamType | click.types.IntParamType):
        return "number"
    return "file" if isinstance(option.type, click.Path) else option.type.name


def test_one_name_takes_one_kind_of_value() -> None:
    """A file here is no number there."""
    kinds = defaultdict(set)
    for _, command in EVERY:
        for option in shown(command):
            kinds[option.opts[-1]].add(kind_of_value(option))
    assert [flag for flag, found in kinds.items() if len(found) > 1] == []


@pytest.mark.parametrize(("name", "command"), LEAVES)
def test_no_range_is_printed_that_has_no_end(name: str, command: click.Command) -> None:
    """Such as ``x<=None``."""
    assert "None" not in command.get_help(click.Context(command))
