"""``ciber``: the CiberMouse contest: an arena for its agents, matches, agents of our own."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsusim.cli.publishing import PUBLISH_HELP, published, shared_match
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.ciber.arena import Arena
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
            click.option(
                "--record",
                type=Path,
                metavar="FILE",
                help="Record the match (.mcap): for replay, info and export.",
            ),
            click.option("--overwrite", is_flag=True, help="Replace an existing recording."),
            click.option(
                "--publish", "--viewer", "publish", metavar="[HOST:]PORT", help=PUBLISH_HELP
            ),
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
      python main.py ciber match --lab rooms --publish 8008 my_agent.py
      python main.py ciber agent my_agent.py --host 127.0.0.1
      python main.py ciber labs
    """  # noqa: D301 - click takes the backspace character as "keep these lines"


@ciber.command(short_help="Open an arena for agents and viewers to connect to.")
@_arena_options
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=6000,
    show_default=True,
    help="Port to listen on; agents expect 6000.",
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
    type=click.IntRange(1),
    metavar="N",
    help="Start automatically once N robots have registered.",
)
@click.option(
    "--command-timeout",
    type=click.IntRange(1),
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
    record: Path | None,
    overwrite: bool,
    publish: str | None,
    **scene: Any,
) -> int:
    """Open an arena: agents register on port 6000, as with the contest's own simulator.

    A viewer of the contest or --start-with N starts the match. Ctrl-C closes the arena. With
    --publish it can be watched in browsers.
    """
    from wsusim.ciber.arena import Phase
    from wsusim.ciber.scene import Scene
    from wsusim.ciber.server import ArenaServer
    from wsusim.ciber.warm_up import warm_up
    from wsusim.cli.ciber_output import Roster, tell_figures

    make_arena = Scene(**scene).arena_maker()
    with (
        published(publish, is_steered=False) as publisher,
        ArenaServer(make_arena, host, port, command_timeout_cycles=command_timeout) as server,
        _kept(log, record, server.arena, clock, (), overwrite) as kept,
        shared_match(publisher, clock) as watching,
    ):
        server.observers += [*kept.observers, Roster().show, *watching]
        starts = len(server.arena.grid)
        if start_with is not None and start_with > starts:
            raise BadInput(
                f"--start-with is {start_with}, but this lab has {starts} start positions, so that "
                "many robots never come. Give a smaller number, or another grid."
            )
        warm_up(server.arena)
        where = "{}:{}".format(*server.address)
        lab = server.arena.lab
        click.echo(
            f"The arena is open at {where} (lab {lab.name!r}, {starts} start "
            f"positions, scoring {server.arena.judge.name}). Stop it with Ctrl-C."
        )
        for remark in lab.remarks:
            click.echo(f"note: {remark}", err=True)

        def each_cycle() -> bool:
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
        tell_figures(server)
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
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port of the arena; agents that always use 6000 need 6000.",
)
@click.option("--report", type=click.Choice(["text", "json"]), default="text", show_default=True)
def match(
    agents: tuple[str, ...],
    games: int,
    clock: str,
    host: str,
    port: int,
    report: str,
    log: Path | None,
    record: Path | None,
    overwrite: bool,
    publish: str | None,
    **scene: Any,
) -> int:
    """Start an agent for each robot, play the match, stop the agents and show the scores.

    AGENT is a Python file with a CiberController, a folder with the contest course's run.sh, or a
    command line in which {host}, {pos} and {name} are replaced. With --publish the match can be
    watched in browsers, and goes at the speed of the contest.
    """
    from wsusim.ciber.match import MatchRequest, play
    from wsusim.ciber.scene import Scene
    from wsusim.cli.ciber_output import tell_results

    if not 1 <= games <= 10_000:
        raise BadInput(f"--games is {games}, but it must be 1 to 10000.")
    request = MatchRequest(agents, clock, host, port)
    results = []
    with published(publish, is_steered=False) as publisher:
        for game in range(games):
            seed = scene["seed"] + game
            arena = Scene(**{**scene, "seed": seed}).arena_maker()()
            if not arena.parameters.sim_time_cycles:
                raise BadInput(
                    "The SimTime of these rules is 0: such a match has no end. Give it one, for "
                    "example --cycles 1800."
                )
            with (
                _kept(
                    _numbered(log, game, games),
                    _numbered(record, game, games),
                    arena,
                    clock,
                    agents,
                    overwrite,
                ) as kept,
                shared_match(publisher, clock) as watching,
                click.progressbar(
                    length=arena.parameters.sim_time_cycles or 1,
                    label=f"Game {game + 1} of {games}",
                    file=sys.stderr,
                    hidden=not sys.stderr.isatty(),
                ) as bar,
            ):

                def show(server: ArenaServer, bar: Any = bar) -> None:
                    bar.update(min(server.arena.time, bar.length) - bar.pos)

                observers = [*kept.observers, show, *watching]
                result = play(request, partial(_same, arena), observers=observers)
                kept.summary = result.to_json()
                results.append(result)
    if report == "json":
        click.echo(json.dumps([result.to_json() for result in results], indent=2))
    else:
        tell_results(results)
    return 0


@ciber.command(short_help="Drive one robot in an arena, wsusim's or any other.")
@click.argument("file", metavar="FILE[:CLASS]")
@click.option("--host", default="127.0.0.1:6000", show_default=True, help="HOST or HOST:PORT.")
@click.option("--pos", type=click.IntRange(0), default=0, help="Start position; 0 for any.")
@click.option("--name", help="Name shown to viewers.")
def agent(file: str, host: str, pos: int, name: str | None) -> int:
    """Drive one robot with a CiberController, in any CiberMouse arena."""
    from wsusim.ciber.agent import drive

    return drive(file, host, pos, name)


@ciber.command(short_help="Mark a map or path that an agent wrote.")
@click.argument("file", type=Path)
@click.option(
    "--scoring",
    type=click.Choice(["2", "3", "5", "6"]),
    required=True,
    help="2 map, 3 path; 5 and 6 the same on lines.",
)
@click.option("--lab", required=True, help="Built-in lab or lab file.")
@click.option("--grid", metavar="FILE", help="Start positions, if not next to the lab file.")
@click.option("--pos", default=1, show_default=True, help="Start position of the robot.")
@click.option("--show-map", is_flag=True, help="Also print the map that would be right.")
def mark(file: Path, scoring: str, lab: str, grid: str | None, pos: int, show_map: bool) -> int:
    """Mark a mapping.out or planning.out: ten points for each right character, or a path's share.

    A path gets 1 if it is the shortest through all targets and back.
    """
    from wsusim.ciber.catalogue import find_grid, find_lab
    from wsusim.ciber.marking import LINE_MODES, mark_file, true_map

    found, path = find_lab(lab)
    places = find_grid(grid, path)
    if not 1 <= pos <= len(places):
        raise BadInput(f"--pos is {pos}, but this grid has start positions 1 to {len(places)}.")
    result = mark_file(file, found, places[pos - 1], scoring)
    click.echo(f"{result.points:g} points" + f". {result.remark}" * bool(result.remark))
    if show_map:
        click.echo("\n".join(true_map(found, places[pos - 1], lines=scoring in LINE_MODES)))
    return 0


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


class _Kept:
    """Files that keep a match: what observes it, and what stands at their end."""

    def __init__(self, observers: list[Callable[[ArenaServer], None]]) -> None:
        self.observers = observers
        self.summary: dict[str, Any] = {}


@contextmanager
def _kept(
    log: Path | None,
    record: Path | None,
    arena: Arena,
    clock: str,
    agents: tuple[str, ...],
    overwrite: bool,
) -> Iterator[_Kept]:
    """Give what keeps each cycle in the files that are wanted; finish them at the end."""
    from wsusim.ciber.log import LogWriter
    from wsusim.ciber.recorded.recorder import MatchRecorder

    if log is not None and log.exists():
        raise BadInput(f"The file {str(log)!r} already exists. Choose another name for the log.")
    kept = _Kept([])
    with ExitStack() as stack:
        if record is not None:

            def tell(text: str) -> None:
                click.echo(text, err=True)

            recorder = MatchRecorder(record, clock, agents, overwrite=overwrite, tell=tell)
            stack.callback(lambda: recorder.close(kept.summary))
            kept.observers.append(recorder.note)
        if log is not None:
            writer = LogWriter(log, arena)
            stack.callback(writer.close)
            kept.observers.append(lambda server: writer.note(server.arena))
        yield kept


def _numbered(file: Path | None, game: int, games: int) -> Path | None:
    """Return a file's name for one of several games."""
    return file if file is None or games == 1 else file.with_stem(f"{file.stem}-{game + 1}")


def _same(arena: Arena) -> Arena:
    return arena
