"""``ciber``: the CiberMouse contest: an arena for its agents, matches, agents of our own."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.ciber.arena import Arena
    from wsusim.ciber.match import MatchResult
    from wsusim.ciber.server import ArenaServer

PRESETS = ("rtss08", "2013", "2026")
SCORINGS = ("0", "1", "2", "3", "4", "5", "6", "7", "team-2008", "team-2013")


def _arena_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say what is played."""
    for option in reversed(
        (
            click.option(
                "--lab", default="meadow", show_default=True, help="Built-in lab or lab file."
            ),
            click.option(
                "--grid",
                metavar="FILE",
                help="Start positions, if they are not next to the lab file.",
            ),
            click.option(
                "--param", metavar="FILE", type=Path, help="File with the match's parameters."
            ),
            click.option(
                "--preset",
                type=click.Choice(PRESETS),
                default="2026",
                show_default=True,
                help="Basic rules, which --param can change.",
            ),
            click.option(
                "--scoring",
                type=click.Choice(SCORINGS),
                default="0",
                show_default=True,
                help="Scoring mode.",
            ),
            click.option(
                "--seed", default=1, show_default=True, help="The same seed gives the same match."
            ),
            click.option("--cycles", type=int, help="Length of the match, in cycles."),
            click.option("--log", type=Path, metavar="FILE", help="Write the contest's own log."),
        )
    ):
        command = option(command)
    return command


@click.group(short_help="CiberMouse: open an arena for the contest's agents, or play matches.")
def ciber() -> None:
    """The CiberMouse (CiberRato) contest.

    \b
    Examples:
      python main.py ciber serve --lab rooms
      python main.py ciber match --lab rooms my_agent.py my_agent.py
      python main.py ciber agent my_agent.py --host 127.0.0.1
      python main.py ciber labs
    """  # noqa: D301 - click takes the backspace character as "keep these lines"


@ciber.command(short_help="Open an arena for agents and viewers to connect to.")
@_arena_options
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=6000, show_default=True, help="Port to listen on; agents expect 6000."
)
@click.option(
    "--clock",
    type=click.Choice(["real", "lockstep"]),
    default="real",
    show_default=True,
    help="lockstep waits for all agents in each cycle.",
)
@click.option(
    "--start-with",
    type=int,
    metavar="N",
    help="Start automatically once N robots have registered.",
)
@click.option(
    "--command-timeout",
    type=int,
    metavar="CYCLES",
    help="Stop a robot after this long without a message.",
)
def serve(
    host: str,
    port: int,
    clock: str,
    start_with: int | None,
    command_timeout: int | None,
    log: Path | None,
    **scene: Any,
) -> int:
    """Open an arena: agents register on port 6000, as with the contest's own simulator.

    A viewer or --start-with N starts the match. Ctrl-C closes the arena.
    """
    from wsusim.ciber.arena import Phase
    from wsusim.ciber.server import ArenaServer

    make_arena = _arena_maker(**scene)
    with (
        ArenaServer(make_arena, host, port, command_timeout_cycles=command_timeout) as server,
        _logged(log, server.arena) as note,
    ):
        where = "{}:{}".format(*server.address)
        lab = server.arena.lab
        click.echo(
            f"The arena is open at {where} (lab {lab.name!r}, {len(server.arena.grid)} start "
            f"positions, scoring {server.arena.judge.name}). Stop it with Ctrl-C."
        )
        for remark in lab.remarks:
            click.echo(f"note: {remark}", err=True)
        roster = _Roster()

        def each_cycle() -> bool:
            note(server.arena)
            roster.show(server)
            arena = server.arena
            is_new = arena.phase is Phase.STOPPED and arena.time == 0
            if start_with and is_new and len(arena.robots) >= start_with:
                arena.start()
            return False

        with suppress(KeyboardInterrupt):
            if clock == "real":
                server.run_real(each_cycle)
            else:
                server.run_in_step(each_cycle)
        _tell_figures(server)
    return 0


@ciber.command(short_help="Start agents, play a match, show the scores.")
@_arena_options
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@click.option(
    "--games", default=1, show_default=True, help="Number of games, each with its own seed."
)
@click.option(
    "--clock",
    type=click.Choice(["lockstep", "real"]),
    default="lockstep",
    show_default=True,
    help="real: 20 to 40 cycles a second, as in the contest.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the arena.")
@click.option("--port", default=0, help="Port of the arena; agents that always use 6000 need 6000.")
@click.option("--report", type=click.Choice(["text", "json"]), default="text", show_default=True)
def match(
    agents: tuple[str, ...],
    games: int,
    clock: str,
    host: str,
    port: int,
    report: str,
    log: Path | None,
    **scene: Any,
) -> int:
    """Start an agent for each robot, play the match, stop the agents and show the scores.

    AGENT is a Python file with a CiberController, a folder with the contest course's run.sh, or a
    command line in which {host}, {pos} and {name} are replaced.
    """
    from wsusim.ciber.match import MatchRequest, play

    if not 1 <= games <= 10_000:
        raise BadInput(f"--games is {games}, but it must be 1 to 10000.")
    request = MatchRequest(agents, clock, host, port)
    results = []
    for game in range(games):
        scene_of_game = {**scene, "seed": scene["seed"] + game}
        make_arena = _arena_maker(**scene_of_game)
        arena = make_arena()
        file = log if log is None or games == 1 else log.with_stem(f"{log.stem}-{game + 1}")
        limit = arena.parameters.sim_time_cycles
        with (
            _logged(file, arena) as note,
            click.progressbar(
                length=limit or 1,
                label=f"Game {game + 1} of {games}",
                file=sys.stderr,
                hidden=not sys.stderr.isatty(),
            ) as bar,
        ):

            def each_cycle(server: ArenaServer, bar: Any = bar, note: Any = note) -> None:
                note(server.arena)
                bar.update(min(server.arena.time, bar.length) - bar.pos)

            results.append(play(request, partial(_same, arena), on_cycle=each_cycle))
    if report == "json":
        click.echo(json.dumps([result.to_json() for result in results], indent=2))
    else:
        _tell_results(results)
    return 0


@ciber.command(short_help="Drive one robot in an arena, wsusim's or any other.")
@click.argument("file", metavar="FILE[:CLASS]")
@click.option("--host", default="127.0.0.1:6000", show_default=True, help="HOST or HOST:PORT.")
@click.option("--pos", default=0, help="Start position; 0 for any.")
@click.option("--name", help="Name shown to viewers.")
def agent(file: str, host: str, pos: int, name: str | None) -> int:
    """Drive one robot with a CiberController, in any CiberMouse arena."""
    from wsusim.ciber.agent import drive

    return drive(file, host, pos, name)


@ciber.command(short_help="List the labs that come with wsusim.")
def labs() -> int:
    """List the labs that come with wsusim."""
    from wsusim.ciber.catalogue import find_grid, find_lab, ready_labs

    for name in ready_labs():
        lab, path = find_lab(name)
        starts = len(find_grid(None, path))
        click.echo(
            f"{name:10} {lab.width:g} x {lab.height:g} robot diameters, {len(lab.walls)} walls, "
            f"{len(lab.targets)} targets, {len(lab.beacons)} beacons, {starts} start positions"
        )
    return 0


def _arena_maker(
    lab: str,
    grid: str | None,
    param: Path | None,
    preset: str,
    scoring: str,
    seed: int,
    cycles: int | None,
) -> Callable[[], Arena]:
    """Return what makes the arena anew; everything wrong is told here, before there is one."""
    from dataclasses import replace

    from wsusim.ciber.arena import Arena
    from wsusim.ciber.catalogue import find_grid, find_lab
    from wsusim.ciber.parameters import PRESETS, read_parameters
    from wsusim.ciber.scoring import judge_named

    found, path = find_lab(lab)
    places = find_grid(grid, path)
    parameters = PRESETS[preset] if param is None else read_parameters(param, PRESETS[preset])
    if cycles is not None:
        parameters = replace(parameters, sim_time_cycles=cycles)
    if not 0 <= seed < 2**63:
        raise BadInput(f"The seed is {seed}, but it must be a whole number of 0 or more.")
    make = partial(Arena, found, places, parameters)
    return lambda: make(judge_named(scoring), seed)


def _same(arena: Arena) -> Arena:
    return arena


@contextmanager
def _logged(path: Path | None, arena: Arena) -> Iterator[Callable[[Arena], None]]:
    """Give what notes each cycle in the log, or nothing."""
    if path is None:
        yield lambda arena: None
        return
    from wsusim.ciber.log import LogWriter

    if path.exists():
        raise BadInput(f"The file {str(path)!r} already exists. Choose another name for the log.")
    writer = LogWriter(path, arena)
    try:
        yield writer.note
    finally:
        writer.close()


class _Roster:
    """Tells who has come and how each robot's match goes on, when something changes."""

    def __init__(self) -> None:
        self._shown: dict[int, str] = {}
        self._phase = ""

    def show(self, server: ArenaServer) -> None:
        """Print a line for each robot whose state has changed, and for the match."""
        from wsusim.ciber.server import GIVEN_UP_CYCLES

        arena = server.arena
        if arena.phase.value != self._phase:
            self._phase = arena.phase.value
            click.echo(f"[{arena.time}] match: {self._phase}")
        if not arena.robots:
            self._shown.clear()
        silent = {
            c.robot.number for c in server.agents if c.robot and c.silent_cycles >= GIVEN_UP_CYCLES
        }
        for robot in arena.robots.values():
            state = arena.state_of(robot).value + (", silent" if robot.number in silent else "")
            if self._shown.get(robot.number) != state:
                self._shown[robot.number] = state
                name = ascii(robot.name)[1:-1]
                click.echo(
                    f"[{arena.time}] robot {robot.number} {name}: {state}, score {robot.score}"
                )


def _tell_figures(server: ArenaServer) -> None:
    figures = server.figures
    click.echo(
        f"\n{figures.cycles:,} cycles, {figures.late_cycles:,} of them late, "
        f"{sum(figures.refused.values()):,} datagrams refused."
    )
    for why, count in figures.refused.most_common(5):
        click.echo(f"  {count:,} x {ascii(why)[1:-1]}")


def _tell_results(results: list[MatchResult]) -> None:
    first = results[0]
    click.echo(f"Lab {first.lab!r}, scoring {first.scoring}, clock {first.clock}")
    click.echo(
        f"{'game':>4} {'seed':>5} {'robot':>5} {'score':>7} {'hits':>5} {'arrived':>8}  agent"
    )
    for game, result in enumerate(results, start=1):
        for robot in result.robots:
            arrived = str(robot.arrival_time) if robot.visited else "-"
            remark = "" if robot.exit_code in (0, None) else f" (exit code {robot.exit_code})"
            click.echo(
                f"{game:4} {result.seed:5} {robot.number:5} {robot.score:7} {robot.collisions:5} "
                f"{arrived:>8}  {robot.agent}{remark}"
            )
        click.echo(
            f"     all of game {game}: {result.score} points in {result.cycles:,} cycles, "
            f"trace {result.trace_sha256[:12]}"
        )
    if len(results) > 1:
        import statistics

        scores = [result.score for result in results]
        click.echo(
            f"{len(results)} games: median {statistics.median(scores):g} points, from "
            f"{min(scores)} to {max(scores)}"
        )
