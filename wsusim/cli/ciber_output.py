"""What the ``ciber`` commands tell: who takes part, results, the league, marks."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from wsusim.ciber.arena_server import ArenaServer
    from wsusim.ciber.match import MatchResult


class Roster:
    """Tells who has come and how each robot's match goes on, when something changes."""

    def __init__(self) -> None:
        self._shown: dict[int, str] = {}
        self._phase = ""

    def show(self, server: ArenaServer) -> None:
        """Print a line for each robot whose state has changed, and for the match."""
        from wsusim.ciber.arena_server import SILENT_CYCLES

        arena = server.arena
        if arena.phase.value != self._phase:
            self._phase = arena.phase.value
            click.echo(f"[{arena.time}] match: {self._phase}")
        if not arena.robots:
            self._shown.clear()
        silent = {n for n, count in server.silent_cycles.items() if count >= SILENT_CYCLES}
        for robot in arena.robots.values():
            is_silent = robot.number in silent and robot.is_there
            state = arena.state_of(robot).value + (", silent" if is_silent else "")
            if self._shown.get(robot.number) != state:
                self._shown[robot.number] = state
                name = ascii(robot.name)[1:-1]
                click.echo(
                    f"[{arena.time}] robot {robot.number} {name}: {state}, score {robot.score}"
                )


def tell_figures(server: ArenaServer) -> None:
    """Print what the arena counted about the network."""
    figures = server.figures
    click.echo(
        f"\n{figures.cycles:,} cycles, {figures.late_cycles:,} of them late, "
        f"{sum(figures.refused.values()):,} datagrams refused."
    )
    for why, count in figures.refused.most_common(5):
        click.echo(f"  {count:,} x {ascii(why)[1:-1]}")


def tell_results(results: list[MatchResult]) -> None:
    """Print a line for each robot and game; of several games the league table."""
    from wsusim.ciber.league import team_rank

    first = results[0]
    click.echo(f"Lab {first.lab!r}, scoring {first.scoring}, clock {first.clock}")
    click.echo(
        f"{'game':>4} {'seed':>5} {'robot':>5} {'score':>7} {'hits':>5} {'arrived':>8}  agent"
    )
    for game, result in enumerate(results, start=1):
        for robot in result.robots:
            arrived = str(robot.arrival_time) if robot.visited else "-"
            remark = "" if robot.exit_code in (0, None) else f" (exit code {robot.exit_code})"
            if robot.mark is not None:
                remark += f" (mark {robot.mark.points:g}{'; ' * bool(robot.mark.remark)}"
                remark += f"{robot.mark.remark})"
            click.echo(
                f"{game:4} {result.seed:5} {robot.number:5} {robot.score:7} {robot.collisions:5} "
                f"{arrived:>8}  {robot.agent}{remark}"
            )
        if result.late_cycles:
            click.echo(f"     {result.late_cycles:,} cycles were late: an agent was too slow.")
        click.echo(
            f"     all of game {game}: {result.score} points in {result.cycles:,} cycles, "
            f"trace {result.trace_sha256[:12]}"
        )
        if result.scoring.startswith("team-2013"):
            _, missing, slowest = team_rank(result)
            click.echo(
                f"     where teams tie: {len(result.robots) - missing} of {len(result.robots)} "
                f"robots are home, the slowest after {slowest:,} cycles"
            )
    if len(results) > 1:
        _tell_league(results)


def _tell_league(results: list[MatchResult]) -> None:
    from wsusim.ciber.league import standings

    scores = [result.score for result in results]
    click.echo(
        f"\n{len(results)} games: median {statistics.median(scores):g} points, from "
        f"{min(scores)} to {max(scores)}"
    )
    click.echo(
        f"{'place':>5} {'mean':>8} {'+-':>6} {'median':>7} {'best':>5} {'worst':>6} {'wins':>5} "
        f"{'arrived':>8} {'hits':>6}  agent"
    )
    for place, s in enumerate(standings(results), start=1):
        click.echo(
            f"{place:5} {s.mean:8.1f} {s.deviation:6.1f} {s.median:7g} {s.best:5} {s.worst:6} "
            f"{s.wins:5} {f'{s.arrived}/{s.games}':>8} {s.collisions:6.1f}  {s.agent}"
        )
