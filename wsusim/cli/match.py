"""``match``: let two teams play soccer (CiberMouse matches: ciber match)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import indent
from typing import Any

import click

from wsusim.cli.options import RESULT_AS_JSON, Number
from wsusim.cli.output import refusal_as_json, show, tell
from wsusim.cli.renamed import renamed
from wsusim.cli.sandbox import SANDBOX, is_locked_in
from wsusim.errors import BadInput
from wsusim.model.soccer_field import GAME_S
from wsusim.model.text import counted
from wsusim.runs.reporting import ENDED_BY_CLOCK
from wsusim.runs.soccer_matches import Game, play_match

EXIT_BROKEN_OFF = 130
"""As a shell tells of Ctrl-C."""


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--games", type=click.IntRange(1, 1000), default=2, help="How many games they play.")
@click.option("--players", default=2, help="Robots in a team, 1 to 5.")
@click.option(
    "--time",
    "game_s",
    type=Number(10.0, 3600.0),
    default=GAME_S,
    help="Simulated seconds per game, both halves together.",
)
@click.option("--seed", default=1, help="Seed of the first game.")
@renamed(
    "--recordings",
    "folder",
    old="--record",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Keep a recording of each game in this folder.",
)
@click.option("--overwrite", is_flag=True, help="Replace recordings in that folder.")
@click.option(
    "--isolate/--no-isolate",
    "is_isolated",
    default=True,
    help="Run each program in its own process, in which it can't reach the game. Default: yes.",
)
@SANDBOX
@RESULT_AS_JSON
def match(
    first: str,
    second: str,
    *,
    as_json: bool,
    is_isolated: bool,
    is_sandboxed: bool | None,
    **asked: Any,
) -> int:
    """Let two teams play soccer, and print the results.

    A team is one program, or several separated by commas, which its robots take in turn. The teams
    change sides after every game.

    \b
    Examples:
      python main.py match striker my_player.py
      python main.py match striker,goalkeeper my_striker.py,my_keeper.py --games 10
      python main.py match striker my_player.py --players 1 --recordings games

    Exit code: 0 they played, 1 a program failed, 2 bad input, 3 a program stopped answering, 130
    broken off before the last game was over.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.runs.first_start import prepare

    wants_json = as_json
    teams = first, second
    played: list[Game] = []
    with refusal_as_json(wants_json):
        if not is_isolated and is_sandboxed:
            raise BadInput(
                "Only programs in processes of their own can be locked in: isolate them."
            )
        prepare(tell)
        locks_in = is_isolated and is_locked_in(is_sandboxed)
        with suppress(KeyboardInterrupt):
            for game in play_match(teams, is_isolated=is_isolated, is_sandboxed=locks_in, **asked):
                is_over = game.report.end != "stopped"
                if is_over:
                    played.append(game)
                if not wants_json:
                    show(_line(game, teams) if is_over else f"game {game.number}: broken off")
    missing = asked["games"] - len(played)
    show(
        json.dumps(_values(played, teams, missing))
        if wants_json
        else "\n".join(_table(played, teams))
    )
    if missing:
        tell(
            f"Broken off: {missing} of {counted(asked['games'], 'game')} "
            f"{'was' if missing == 1 else 'were'} not played to the end and do not count."
        )
        return EXIT_BROKEN_OFF
    return max((game.report.exit_code for game in played), default=0)


def _line(game: Game, teams: tuple[str, str]) -> str:
    """Return a game in one line, and what went wrong in it."""
    side = "left" if game.first_is_left else "right"
    line = f"game {game.number}: {game.goals[0]} : {game.goals[1]}   ({teams[0]} from the {side})"
    notes = [] if game.report.is_reproducible else [ENDED_BY_CLOCK]
    if game.forfeited_by is not None:
        notes.append(
            f"{teams[game.forfeited_by]} was out of the game ({game.scored[0]} : {game.scored[1]} "
            "on the field), so it has lost it."
        )
    return "\n".join([line, *(f"  {note}" for note in (*_errors(game), *notes))])


def _errors(game: Game) -> list[str]:
    """Return what went wrong in a game, once for all robots of one program."""
    programs = {str(robot.controller) for robot in game.report.robots}
    told = [
        f"{_name(str(robot.controller), programs)} failed:\n{indent(robot.error.text, '    ')}"
        for robot in game.report.robots
        if robot.error is not None
    ]
    return list(dict.fromkeys(told))


def _name(program: str, programs: set[str]) -> str:
    """Return the name of a program: its file, or the whole path if two have the same name."""
    name = Path(program).name
    return name if sum(Path(one).name == name for one in programs) == 1 else program


def _standing(games: Sequence[Game], first: int) -> dict[str, int]:
    """Return the result of a team (0 or 1)."""
    differences = [game.goals[first] - game.goals[1 - first] for game in games]
    return {
        "won": sum(difference > 0 for difference in differences),
        "drawn": sum(difference == 0 for difference in differences),
        "lost": sum(difference < 0 for difference in differences),
        "goals": sum(game.goals[first] for game in games),
    }


def _table(games: Sequence[Game], teams: tuple[str, str]) -> list[str]:
    width = max(len("team"), *map(len, teams))
    lines = ["", f"{'team':{width}}  won  drawn  lost  goals"]
    for first, name in enumerate(teams):
        row = _standing(games, first)
        lines.append(
            f"{name:{width}}  {row['won']:3}  {row['drawn']:5}  {row['lost']:4}  {row['goals']:5}"
        )
    return lines


def _values(games: Sequence[Game], teams: tuple[str, str], missing: int) -> dict[str, object]:
    return {
        "not_played": missing,
        "teams": [{"programs": name, **_standing(games, k)} for k, name in enumerate(teams)],
        "games": [
            {
                "game": game.number,
                "seed": game.seed,
                "goals": list(game.goals),
                "goals_scored": list(game.scored),
                "forfeited_by": game.forfeited_by,
                "first_is_left": game.first_is_left,
                "trace_sha256": game.report.trace_sha256,
                "is_reproducible": game.report.is_reproducible,
                "outcome": game.report.outcome,
                "errors": _errors(game),
            }
            for game in games
        ],
    }
