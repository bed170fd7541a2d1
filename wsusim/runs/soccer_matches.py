"""Soccer matches: two teams of programs, game after game, and their score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import BadInput, ControllerLoadError
from wsusim.formats.atomic import make_folder
from wsusim.hosting.host import HostSettings
from wsusim.model.snapshot import Score
from wsusim.model.soccer_field import MOST_PLAYERS, soccer_field
from wsusim.runs.alone import alone, beside_others
from wsusim.runs.kept_programs import kept_programs, program_with_data
from wsusim.runs.observer import RunObserver, RunUpdate
from wsusim.runs.report import RunReport
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.simulated import SimulatedRobots

MEMORY_MB = 512
"""A player may use so much."""

LEAST_COMPUTING_S = 60.0
"""A player may compute for as long as the game lasts, and for so long at least. Its rounds are
counted: who is too slow is so on every computer."""

FORFEIT_GOALS = 3
"""A team that gives a game up loses it by so many, as on a real field; or by more, if it has."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game that was played.

    Attributes:
        scored: Goals of the first and of the second team on the field.
    """

    number: int
    seed: int
    first_is_left: bool
    scored: tuple[int, int]
    report: RunReport

    @property
    def forfeited_by(self) -> int | None:
        """The team (0 or 1) of which no program was left: each has failed, or was ended.

        ``None``: neither team, or both.
        """
        robots = self.report.robots
        half = len(robots) // 2
        sides = (robots[:half], robots[half:]) if self.first_is_left else (
            robots[half:], robots[:half]
        )  # fmt: skip
        gone = [all(robot.error is not None for robot in side) for side in sides]
        return None if gone[0] == gone[1] else gone.index(True)

    @property
    def goals(self) -> tuple[int, int]:
        """Goals of the first and of the second team that count."""
        loser = self.forfeited_by
        if loser is None or self.scored[1 - loser] - self.scored[loser] >= FORFEIT_GOALS:
            return self.scored
        return (0, FORFEIT_GOALS) if loser == 0 else (FORFEIT_GOALS, 0)


class _Scoreboard(RunObserver):
    """Keeps the newest score."""

    def __init__(self) -> None:
        self.score = Score(0, 0, 1)

    def seen(self, update: RunUpdate) -> None:
        """Keep the score."""
        self.score = update.snapshot.mission.score or self.score


def team(programs: str, players: int) -> tuple[str, ...]:
    """Return the players' programs: those of ``A,B,...`` are assigned in turn.

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
    is_isolated: bool = True,
    is_sandboxed: bool = False,
) -> Iterator[Game]:
    """Play games and yield each as it ends; the teams change sides after every game.

    A game that breaks off is the last one; its report's ``end`` is ``stopped``.

    Args:
        teams: Programs of both, see ``team``.
        players: In each team.
        games: How many.
        game_s: How long each lasts (simulated).
        seed: Of the first game; each later one has the next seed.
        folder: Where recordings go, as ``game-1.mcap`` and so on.
        overwrite: Whether they may replace others.
        is_isolated: Run each program in a process of its own, where it can change neither the
            game nor the other programs; else all run in this process.
        is_sandboxed: Those processes are locked in by the system (Linux).

    Raises:
        BadInput: Something can't be used.
    """
    world = soccer_field(players, game_s)
    first, second = (team(programs, players) for programs in teams)
    if folder is not None:
        make_folder(folder)
        if not overwrite:
            _check_free(folder, games)
    for number in range(1, games + 1):
        first_is_left = number % 2 == 1
        file = None if folder is None else folder / f"game-{number}.mcap"
        request = RunRequest(
            controllers=(*first, *second) if first_is_left else (*second, *first),
            maze=world,
            seed=seed + number - 1,
            time_s=game_s,
            is_isolated=is_isolated,
            is_sandboxed=is_sandboxed,
            compute_s=max(LEAST_COMPUTING_S, game_s),
            record=None if file is None else RecordingOptions(file, overwrite),
        )
        report, board = _play_fairly(request)
        goals = board.score.left, board.score.right
        yield Game(
            number, request.seed, first_is_left, goals if first_is_left else goals[::-1], report
        )
        if report.end == "stopped":
            return


def _check_free(folder: Path, games: int) -> None:
    """Raise ``BadInput`` if a game's recording exists already."""
    names = [f"game-{number}.mcap" for number in range(1, games + 1)]
    there = [name for name in names if (folder / name).exists()]
    if there:
        and_more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise BadInput(
            f"{folder} holds {there[0]}{and_more} already, so nothing was played. Choose another "
            "folder with --recordings, or add --overwrite to replace them."
        )


def _play_fairly(request: RunRequest) -> tuple[RunReport, _Scoreboard]:
    """Play one game; once more, with the computer to itself, if the clock has ended a player."""
    board = _Scoreboard()
    with beside_others():
        report, by_clock = _play(request, [board])
    if by_clock and request.is_isolated and report.end != "stopped":
        if request.record is not None:
            request = replace(request, record=replace(request.record, overwrite=True))
        board = _Scoreboard()
        with alone():
            report, _ = _play(request, [board])
    return report, board


def _play(request: RunRequest, observers: Sequence[RunObserver]) -> tuple[RunReport, bool]:
    """Return how a game went, and whether the clock has ended a player.

    Programs in processes of their own are copies that see no others.
    """
    if not request.is_isolated:
        run = Run(request, observers)
        return run.execute(), run.clock_tick is not None
    programs = [program_with_data(robot, spec) for robot, spec in request.driven.items()]
    homes = [str(find_file(split_spec(spec)[0]).parent) for spec in request.controllers]
    settings = HostSettings(memory_mb=MEMORY_MB)
    with kept_programs(programs, settings, is_sandboxed=request.is_sandboxed, homes=homes) as kept:
        source = SimulatedRobots(request, None, kept.settings, kept.specs)
        try:
            run = Run(request, observers, source=source)
            return kept.report(run.execute()), run.clock_tick is not None
        except ControllerLoadError as error:
            raise kept.load_error(error) from None
