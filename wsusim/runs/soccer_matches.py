"""Soccer matches: two teams of programs, game after game, and how they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.formats.atomic import make_folder
from wsusim.model.snapshot import Score
from wsusim.model.soccer_field import MOST_PLAYERS, soccer_field
from wsusim.runs.observer import RunObserver, Sight
from wsusim.runs.report import RunReport
from wsusim.runs.request import RecordingWish, RunRequest
from wsusim.runs.run import Run


@dataclass(frozen=True, slots=True)
class Game:
    """One game that was played; ``goals`` of the first and of the second team."""

    number: int
    seed: int
    first_is_left: bool
    goals: tuple[int, int]
    report: RunReport


class _Scoreboard(RunObserver):
    """Keeps the newest score."""

    def __init__(self) -> None:
        self.score = Score(0, 0, 1)

    def seen(self, sight: Sight) -> None:
        """Take the score over."""
        self.score = sight.snapshot.mission.score or self.score


def team(programs: str, players: int) -> tuple[str, ...]:
    """Return the players' programs: those of ``A,B,...`` are dealt out in turn.

    Raises:
        BadInput: There are too few or too many players, or no program.
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise BadInput(f"A team has 1 to {MOST_PLAYERS} players, not {players}. Change --players.")
    names = [name.strip() for name in programs.split(",") if name.strip()]
    if not names:
        raise BadInput("A team has no program. Give a file, or several with commas between them.")
    return tuple(islice(cycle(names), players))


def play_match(
    teams: tuple[str, str],
    *,
    players: int,
    games: int,
    game_s: float,
    seed: int = 1,
    folder: Path | None = None,
    overwrite: bool = False,
    is_isolated: bool = False,
    observers: Sequence[RunObserver] = (),
) -> Iterator[Game]:
    """Play games and yield each as it ends; the teams change sides after every game.

    Args:
        teams: Programs of both, see ``team``.
        players: In each team.
        games: How many.
        game_s: How long each lasts (simulated).
        seed: Of the first game; each later one has the next seed.
        folder: Where recordings go, as ``game-1.mcap`` and so on.
        overwrite: Whether they may replace others.
        is_isolated: Run each program in a process of its own.
        observers: Hear of all games.

    Raises:
        BadInput: Something can't be used.
    """
    world = soccer_field(players, game_s)
    first, second = (team(programs, players) for programs in teams)
    if folder is not None:
        make_folder(folder)
    for number in range(1, games + 1):
        first_is_left = number % 2 == 1
        file = None if folder is None else folder / f"game-{number}.mcap"
        request = RunRequest(
            controllers=(*first, *second) if first_is_left else (*second, *first),
            maze=world,
            seed=seed + number - 1,
            time_s=game_s,
            is_isolated=is_isolated,
            record=None if file is None else RecordingWish(file, overwrite),
        )
        board = _Scoreboard()
        report = Run(request, [board, *observers]).execute()
        goals = board.score.left, board.score.right
        yield Game(
            number, request.seed, first_is_left, goals if first_is_left else goals[::-1], report
        )
        if report.end == "stopped":
            return
