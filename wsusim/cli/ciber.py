"""``ciber``: the CiberMouse contest: open an arena for agents, or play matches."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from wsusim.cli.ciber_grade import grade
from wsusim.cli.ciber_marks import CHALLENGE, CYCLES_HELP, GRID, labs, labs_of, mark
from wsusim.cli.options import RECORD, RESULT_AS_JSON, together
from wsusim.cli.output import tell
from wsusim.cli.publishing import PUBLISH_HELP, published, shared_match
from wsusim.cli.renamed import listen, renamed
from wsusim.errors import BadInput
from wsusim.interrupts import INTERRUPTS

if TYPE_CHECKING:
    from wsusim.ciber.arena import Arena
    from wsusim.ciber.arena_server import ArenaServer, Observer
    from wsusim.ciber.match import MatchRequest, MatchResult
    from wsusim.ciber.match_choice import Scene
    from wsusim.live.publisher import Publisher

CLOCK_HELP = (
    "lockstep: each cycle waits for all agents; real: 20 to 40 cycles a second, as in the contest."
)
PRESETS = ("rtss08", "2013", "2026")
SCORINGS = ("0", "1", "2", "3", "4", "5", "6", "7", "team-2008", "team-2013")


ARENA = together(
    CHALLENGE,
    click.option(
        "--lab",
        metavar="NAME|FILE",
        default="meadow",
        help="Built-in labyrinth, or a labyrinth's file.",
    ),
    GRID,
    click.option("--param", metavar="FILE", type=Path, help="File with the match's parameters."),
    click.option(
        "--preset",
        type=click.Choice(PRESETS),
        default="2026",
        help="Basic rules, which --param can change.",
    ),
    click.option("--scoring", type=click.Choice(SCORINGS), default="0", help="Scoring mode."),
    click.option("--seed", default=1, help="The same seed gives the same match."),
    click.option("--cycles", type=int, metavar="N", help=CYCLES_HELP),
    click.option("--log", type=Path, metavar="FILE", help="Write the contest's own log."),
    RECORD,
    renamed("--publish", old="--viewer", metavar="[HOST:]PORT", help=PUBLISH_HELP),
)


@click.group(short_help="CiberMouse: open an arena for the contest's agents, or play matches.")
def ciber() -> None:
    """The CiberMouse (CiberRato) contest.

    \b
    Examples:
      python main.py ciber serve --lab rooms
      python main.py ciber match --lab rooms my_agent.py my_agent.py
      python main.py ciber match --lab rooms --publish 8008 my_agent.py
      python main.py ciber agent my_agent.py --to 127.0.0.1
      python main.py ciber labs
    """  # noqa: D301 - click takes the backspace character as "keep these lines"


@ciber.command(short_help="Open an arena for agents and viewers to connect to.")
@ARENA
@listen("127.0.0.1:6000", "Where agents and viewers reach the arena; they expect port 6000.")
@click.option(
    "--clock",
    type=click.Choice(["lockstep", "real"]),
    default="real",
    help=CLOCK_HELP,
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
@click.option(
    "--viewers",
    type=click.Choice(["watch", "start", "steer"]),
    default="start",
    help="What the contest's viewers may do: only watch; start and stop; or, as with the contest's "
    "own arena, also remove robots and reset a match that is under way.",
)
def serve(
    listen: tuple[str, int],
    clock: str,
    start_with: int | None,
    command_timeout: int | None,
    viewers: str,
    log: Path | None,
    record: Path | None,
    overwrite: bool,
    publish: str | None,
    **scene: Any,
) -> int:
    """Open an arena: agents register on port 6000, as with the contest's own simulator.

    A viewer of the contest or --start-with N starts the match. Ctrl-C closes the arena. With
    --publish it can be watched in browsers.

    \b
    Example:
      python main.py ciber serve --lab rooms --start-with 2
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.ciber.arena import Phase
    from wsusim.ciber.arena_server import ArenaServer, Spectators
    from wsusim.ciber.warm_up import warm_up
    from wsusim.cli.ciber_output import Roster, tell_figures

    make_arena = _scene(**scene).arena_maker()
    with (
        INTERRUPTS.held_back(),
        published(publish, is_steered=False) as publisher,
        ArenaServer(
            make_arena,
            *listen,
            command_timeout_cycles=command_timeout,
            spectators=Spectators(viewers),
        ) as server,
        _kept(log, record, server.arena, clock, (), overwrite) as (observers, summary),
        shared_match(publisher, clock) as watching,
    ):
        roster = Roster()
        server.observers += [*observers, roster.show, *watching]
        server.waiters.append(lambda awaited: roster.show_awaited(server, awaited))
        starts = len(server.arena.grid)
        if start_with is not None and start_with > starts:
            raise BadInput(
                f"--start-with is {start_with}, but this lab has {starts} start positions, so that "
                "many robots never come. Give a smaller number, or another grid."
            )
        with INTERRUPTS.raising():
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
            return INTERRUPTS.is_asked

        server.run(clock, each_cycle)
        INTERRUPTS.answer()
        summary["ending"] = " ".join(server.cut_short)
        tell_figures(server)
    return 0


@ciber.command(short_help="Start agents, play a match, show the scores.")
@ARENA
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@click.option("--games", default=1, help="Number of games, each with its own seed.")
@click.option(
    "--clock",
    type=click.Choice(["lockstep", "real"]),
    default="lockstep",
    help=CLOCK_HELP,
)
@listen(
    "127.0.0.1:0",
    "Where agents reach the arena; 0: any free port. Agents that always use 6000 need 6000.",
)
@click.option(
    "--challenge-number",
    metavar="N",
    type=click.IntRange(1, 99),
    help="What a folder's run.sh gets with -c; usually what the scoring mode belongs to.",
)
@RESULT_AS_JSON
def match(
    agents: tuple[str, ...],
    games: int,
    clock: str,
    listen: tuple[str, int],
    challenge_number: int | None,
    as_json: bool,
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

    \b
    Example:
      python main.py ciber match --lab rooms my_agent.py my_agent.py
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.ciber.challenges import find_challenge
    from wsusim.ciber.match import MatchRequest
    from wsusim.cli.ciber_output import tell_results

    if not 1 <= games <= 10_000:
        raise BadInput(f"--games is {games}, but it must be 1 to 10000.")
    challenge = None if challenge_number is None else str(challenge_number)
    if challenge is None and scene["challenge"]:
        challenge = find_challenge(scene["challenge"], labs_of(scene["labs_folder"])).number
    request = MatchRequest(agents, clock, *listen, challenge)
    results = []
    with published(publish, is_steered=False) as publisher:
        for game in range(games):
            arena = _scene(**scene | {"seed": scene["seed"] + game}).arena_maker()()
            files = _numbered(log, game, games), _numbered(record, game, games)
            title = f"Game {game + 1} of {games}"
            with (
                INTERRUPTS.held_back(),
                _kept(*files, arena, clock, agents, overwrite) as (observers, summary),
            ):
                result = _game(request, arena, observers, publisher, title)
                summary |= result.to_json()
            results.append(result)
    if as_json:
        click.echo(json.dumps([result.to_json() for result in results], indent=2))
    else:
        tell_results(results)
    return 0


def _scene(challenge: str | None, labs_folder: Path | None, **scene: Any) -> Scene:
    """Return the scene of a challenge, or the one that the other options describe."""
    from wsusim.ciber.match_choice import Scene, scene_of
    from wsusim.ciber.match_parameters import named_in

    context = click.get_current_context()
    if challenge is None:
        if labs_folder is not None:
            raise BadInput("--tools is for a challenge: add --challenge NAME, such as rmi-2122/C4.")
        is_given = context.get_parameter_source("lab") is ParameterSource.COMMANDLINE
        if scene["param"] is not None and not is_given:
            named = named_in(scene["param"])
            scene["lab"] = named.get("lab", scene["lab"])
            scene["grid"] = scene["grid"] or named.get("grid")
        return Scene(**scene)
    changes = {name: scene[name] for name in ("seed", "cycles")}
    if scene["param"] is not None:
        changes["param"] = scene["param"]
    for name in ("lab", "grid", "preset", "scoring"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadInput(
                f"--{name} and --challenge can't stand together: a challenge has its own lab, "
                "rules and scoring. Leave one of them out."
            )
    return scene_of(challenge, labs_folder, **changes)


def _game(
    request: MatchRequest,
    arena: Arena,
    observers: list[Observer],
    publisher: Publisher | None,
    title: str,
) -> MatchResult:
    """Play one game, and show its progress."""
    from wsusim.ciber.match import play
    from wsusim.cli.ciber_output import awaited_names

    cycles = arena.parameters.sim_time_cycles
    if not cycles:
        raise BadInput(
            "The SimTime of these rules is 0: such a match has no end. Give it one, for "
            "example --cycles 1800."
        )
    hidden = not sys.stderr.isatty()
    with (
        shared_match(publisher, request.clock) as watching,
        click.progressbar(length=cycles, label=title, file=sys.stderr, hidden=hidden) as bar,
    ):

        def show(server: ArenaServer) -> None:
            bar.update(min(server.arena.time, cycles) - bar.pos)

        def tell_wait(awaited: tuple[int, ...]) -> None:
            names = awaited_names(arena, awaited)
            bar.label = f"{title}, waiting for {names}" if names else title
            bar.render_progress()

        return play(
            request, lambda: arena, observers=[*observers, show, *watching], waiters=[tell_wait]
        )


@ciber.command(short_help="Drive one robot in an arena, wsusim's or any other.")
@click.argument("file", metavar="FILE[:CLASS]")
@renamed(
    "--to",
    "host",
    old="--host",
    metavar="HOST[:PORT]",
    default="127.0.0.1:6000",
    help="Address of the arena.",
)
@renamed(
    "--position",
    "pos",
    old="--pos",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    help="Start position, by its number in the grid; 0 for any.",
)
@click.option("--name", help="Name shown to viewers. Default: that of the class.")
def agent(file: str, host: str, pos: int, name: str | None) -> int:
    """Drive one robot with a CiberController, in any CiberMouse arena.

    \b
    Example:
      python main.py ciber agent my_agent.py --to 192.168.1.20 --position 1
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.ciber.agent import drive

    return drive(file, host, pos, name)


@contextmanager
def _kept(
    log: Path | None,
    record: Path | None,
    arena: Arena,
    clock: str,
    agents: tuple[str, ...],
    overwrite: bool,
) -> Iterator[tuple[list[Observer], dict[str, Any]]]:
    """Provide observers that record each cycle in the wanted files, and figures for their end."""
    from wsusim.ciber.log import LogWriter
    from wsusim.ciber.recorded.match_recorder import MatchRecorder

    if log is not None and log.exists() and not overwrite:
        raise BadInput(
            f"The file {str(log)!r} already exists. Choose another name for the log, or replace it "
            "with --overwrite."
        )
    observers: list[Observer] = []
    summary: dict[str, Any] = {}
    with ExitStack() as stack:
        if record is not None:
            recorder = MatchRecorder(record, clock, agents, overwrite=overwrite, tell=tell)
            stack.callback(lambda: recorder.close(summary))
            observers.append(recorder.note)
        if log is not None:
            writer = LogWriter(log, arena)
            stack.callback(writer.close)
            observers.append(lambda server: writer.note(server.arena))
        try:
            yield observers, summary
        except BaseException:
            summary.setdefault("ending", "Cut short: it was interrupted.")
            raise


def _numbered(file: Path | None, game: int, games: int) -> Path | None:
    """Return a file's name for one of several games."""
    return file if file is None or games == 1 else file.with_stem(f"{file.stem}-{game + 1}")


ciber.add_command(mark)
ciber.add_command(labs)
ciber.add_command(grade)
