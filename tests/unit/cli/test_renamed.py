"""Options that were called otherwise before."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner, Result

from wsusim.cli.renamed import listen, renamed


@click.command()
@renamed("--overwrite", old="--force", is_flag=True)
@renamed("--json", "as_json", old={"--report": lambda text: text == "json"}, is_flag=True)
@renamed("--start", "starts", old="--pos", multiple=True, help="Where.")
@listen("127.0.0.1:8600", "Where.")
def show(**given: object) -> None:
    """Print what was given."""
    click.echo(sorted(given.items()))


def told(*words: str) -> Result:
    """Return what comes of a command line."""
    return CliRunner().invoke(show, words)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["--force"], ["--overwrite"]),
        (["--report", "json"], ["--json"]),
        (["--report", "text"], []),
        (["--pos", "1", "--start", "2"], ["--start", "1", "--start", "2"]),
        (["--host", "0.0.0.0"], ["--listen", "0.0.0.0:8600"]),
        (["--port", "0"], ["--listen", "0"]),
        (["--port", "5", "--host", "a"], ["--listen", "a:5"]),
    ],
)
def test_an_old_name_does_the_same(old: list[str], new: list[str]) -> None:
    """Scripts with old names still work."""
    assert told(*old).stdout == told(*new).stdout


def test_an_old_name_is_noted_once() -> None:
    """On standard error, where it can't get into a result."""
    assert told("--pos", "1", "--pos", "2").stderr == (
        "note: --pos is called --start now. The old name still works.\n"
    )
    assert told("--start", "1").stderr == ""


def test_help_shows_new_names_only() -> None:
    """A new user learns only one name."""
    shown = told("--help").stdout

    assert "--overwrite" in shown
    assert [old for old in ("--force", "--report", "--pos", "--host") if old in shown] == []


@pytest.mark.parametrize("place", ["x", "a:b", "70000", "", "-1"])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    """In a sentence."""
    assert "it must be a port from 0 to 65535" in str(told("--listen", place).exception)
