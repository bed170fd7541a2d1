"""The output of the ``ciber`` commands: participants, results, the league, marks."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from wsusim.ciber.arena import Arena
    from wsusim.ciber.arena_server import ArenaServer
    from wsusim.ciber.marking import Mark
    from wsusim.ciber.match import MatchResult

WORTH_TELLING_S = 1.0
"""An agent that the arena waited for so long, in all, is told."""


class Roster:
    """Prints who has registered and the state of each robot, when something changes."""

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

    def show_awaited(self, server: ArenaServer, awaited: tuple[int, ...]) -> None:
        """Print which agents a cycle waits for, if that takes long."""
        if awaited:
            names = awaited_names(server.arena, awaited)
            click.echo(f"[{server.arena.time}] waiting for {names}")


def awaited_names(arena: Arena, numbers: tuple[int, ...]) -> str:
    """Return the robots that a cycle waits for, as people read them."""
    return ", ".join(
        f"robot {number} ({ascii(arena.robots[number].name)[1:-1]})"
        for number in numbers
        if number in arena.robots
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
    for what in server.cut_short:
        click.echo(what)


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
            remark += _shown_mark("mark", robot.mark) + _shown_mark("map", robot.map_mark)
            if robot.silent_in_all:
                remark += f" (silent in {robot.silent_in_all:,} cycles)"
            if robot.waited_s >= WORTH_TELLING_S:
                remark += f" (waited for {robot.waited_s:.1f} s)"
            click.echo(
                f"{game:4} {result.seed:5} {robot.number:5} {robot.score:7} {robot.collisions:5} "
                f"{arrived:>8}  {robot.agent}{remark}"
            )
        if result.late_cycles and result.clock == "real":
            click.echo(f"     {result.late_cycles:,} cycles were late: this computer is too slow.")
        if result.ending.startswith("Cut short"):
            click.echo(f"     {result.ending}")
        if result.clock != "real" and result.doubts:
            click.echo("     The same match may come out differently: " + " ".join(result.doubts))
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


def _shown_mark(name: str, mark: Mark | None) -> str:
    if mark is None:
        return ""
    return f" ({name} {mark.points:g}{'; ' * bool(mark.remark)}{mark.remark})"


def _tell_league(results: list[MatchResult]) -> None:
    from wsusim.ciber.league import places, standings

    scores = [result.score for result in results]
    click.echo(
        f"\n{len(results)} games: median {statistics.median(scores):g} points, from "
        f"{min(scores)} to {max(scores)}"
    )
    click.echo(
        f"{'place':>5} {'mean':>8} {'+-':>6} {'median':>7} {'best':>5} {'worst':>6} {'wins':>5} "
        f"{'arrived':>8} {'hits':>6}  agent"
    )
    table = standings(results)
    for place, s in zip(places(table), table, strict=True):
        click.echo(
            f"{place:5} {s.mean:8.1f} {s.deviation:6.1f} {s.median:7g} {s.best:5} {s.worst:6} "
            f"{s.wins:5} {f'{s.arrived}/{s.games}':>8} {s.collisions:6.1f}  {s.agent}"
        )
