"""``lab``: share a robot with a class: serve a lab, or send it a program."""

from __future__ import annotations

import json
import re
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsusim.cli.lab_courses import course, courses, pair
from wsusim.cli.lab_people import export, invite, people, remove, revoke
from wsusim.cli.lab_server import serve
from wsusim.cli.lab_upkeep import backup, halt, restore
from wsusim.cli.options import AS_JSON, FILE, together
from wsusim.cli.output import show
from wsusim.cli.renamed import renamed

if TYPE_CHECKING:
    from wsusim.lab.lab_client import LabClient

ADDRESS_HELP = "The lab's address; the one from your invitation has your token in it."
RUN = click.IntRange(1, 10**18 - 1)
LOOK_S = 1.0
SILENCE_S = 120.0
"""A server that was restarted is there again by then."""

AWAY = "The lab doesn't answer. Trying again; what you have sent is kept there."


@click.group(short_help="Share a robot with a class: serve a lab, or send it a program.")
def lab() -> None:
    """A lab: students send controllers, and a robot runs one after the other.

    \b
    The teacher:   python main.py lab serve my_lab --robot serial:/dev/ttyUSB0 --maze rooms
                   python main.py lab invite my_lab "Ann Smith" "Bob Jones"
    A student:     python main.py lab submit my_robot.py --to ADDRESS
    """  # noqa: D301 - click takes the backspace character as "keep these lines"


TO_A_LAB = together(
    click.option(
        "--to", "address", metavar="ADDRESS", envvar="WSUSIM_LAB", required=True, help=ADDRESS_HELP
    ),
    click.option(
        "--token",
        envvar="WSUSIM_LAB_TOKEN",
        default="",
        show_default=False,
        help="Your token. Default: the one in --to, or in WSUSIM_LAB_TOKEN.",
    ),
)


@lab.command(short_help="Send a program to a lab.")
@click.argument("file", type=FILE)
@TO_A_LAB
@click.option(
    "--with", "others", type=FILE, multiple=True, metavar="MODULE.py",
    help="Another file that it needs. The modules it imports from its own folder go along anyway.",
)  # fmt: skip
@click.option("--course", "in_course", metavar="TITLE", help="For which of your courses.")
@click.option("--simulate", is_flag=True, help="Only run it in the lab's simulation.")
@click.option("--live", is_flag=True, help="For --simulate: at a robot's pace, to be watched.")
@click.option("--maze", metavar="MAZE", help="For --simulate: one of the lab's mazes.")
@click.option("--seed", default=1, help="For --simulate: the seed of the noise.")
@click.option(
    "--time",
    "time_s",
    type=float,
    metavar="S",
    help="Seconds it lasts at most. Default: the lab's.",
)
@click.option("--no-wait", is_flag=True, help="Don't wait for the end of the run.")
@renamed(
    "--out",
    "save",
    old="--save",
    type=FILE,
    metavar="FILE.mcap",
    help="Save the recording here.",
)
@click.option("--overwrite", is_flag=True, help="Let --out replace an existing file.")
def submit(
    file: Path,
    address: str,
    token: str,
    others: tuple[Path, ...],
    in_course: str | None,
    simulate: bool,
    live: bool,
    maze: str | None,
    seed: int,
    time_s: float | None,
    no_wait: bool,
    save: Path | None,
    overwrite: bool,
) -> int:
    """Send FILE to a lab, wait for its turn, and say how it went.

    \b
    Example:
      python main.py lab submit my_robot.py --to https://lab.example/#token=... --out run.mcap

    Exit code: 0 it ran, 1 it failed or was refused, 2 bad input.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.lab_client import check_target, read_program

    if save is not None:
        check_target(save, overwrite=overwrite)
    client = _client(address, token)
    if in_course is not None:
        client.choose_course(in_course)
    name, source, modules = read_program(file, others)
    options: dict[str, Any] = {"kind": "simulation" if simulate else "robot", "seed": seed}
    options |= {"pace": "live" if live else "fast"} if simulate else {}
    options |= {} if maze is None else {"maze": maze}
    options |= {} if time_s is None else {"time_s": time_s}
    job = client.submit(name, source, modules, **options)
    along = f", with {', '.join(modules)}" if modules else ""
    show(f"Sent: run {job['id']}{along}.")
    if no_wait:
        return 0
    try:
        job = _follow(client, job["id"])
    except KeyboardInterrupt:
        show(f"Run {job['id']} stays in the lab. To take it out: lab cancel {job['id']}")
        raise
    if save is not None and job["recordings"]:
        kind = "robot" if "robot" in job["recordings"] else "simulation"
        show(f"Saved {client.fetch(job['id'], kind, save, overwrite=overwrite)}")
    return 0 if job["state"] == "done" else 1


@lab.command(short_help="Show how your runs in a lab are going.")
@click.argument("run", type=RUN, required=False)
@TO_A_LAB
@AS_JSON
def status(run: int | None, address: str, token: str, as_json: bool) -> int:
    """Tell of RUN, or of all your runs.

    \b
    Examples:
      python main.py lab status --to ADDRESS
      python main.py lab status 17 --to ADDRESS
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    client = _client(address, token)
    jobs = client.jobs() if run is None else [client.job(run)]
    if as_json:
        show(json.dumps(jobs))
        return 0
    if not jobs:
        show("You have no runs yet. Send a program: lab submit my_robot.py --to ADDRESS")
    for job in jobs:
        made = datetime.fromtimestamp(job["made_s"]).strftime("%Y-%m-%d %H:%M")
        show(f"{job['id']:5}  {made}  {job['name']:20}  {_where(job):20}  {_state(job)}")
        if run is None and job["state"] in ("failed", "refused"):
            show(f"       {_where_and_why(job['text'])}".rstrip())
    if run is not None:
        for text in (jobs[0]["text"], "".join(jobs[0]["printed"])):
            if text:
                show(text.rstrip("\n"))
    return 0


@lab.command(short_help="Watch a run in the window.")
@click.argument("run", type=RUN)
@TO_A_LAB
def watch(run: int, address: str, token: str) -> int:
    """Watch RUN in the window while it goes on.

    \b
    Example:
      python main.py lab watch 17 --to ADDRESS
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.cli.watch import show_run
    from wsusim.lab.watching import watched_run

    return show_run(lambda: watched_run(_client(address, token), run))


@lab.command(short_help="Save the recording of a run.")
@click.argument("run", type=RUN)
@click.argument("file", type=FILE)
@TO_A_LAB
@click.option(
    "--simulation", is_flag=True, help="The trial in the simulation, not the robot's run."
)
@click.option("--overwrite", is_flag=True, help="Replace an existing file.")
def fetch(run: int, file: Path, address: str, token: str, simulation: bool, overwrite: bool) -> int:
    """Save the recording of RUN as FILE.

    \b
    Example:
      python main.py lab fetch 17 run.mcap --to ADDRESS
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    client = _client(address, token)
    kind = "simulation" if simulation else "robot"
    show(f"Saved {client.fetch(run, kind, file, overwrite=overwrite)}")
    return 0


@lab.command(short_help="Stop a run, or take it out of the queue.")
@click.argument("run", type=RUN)
@TO_A_LAB
def cancel(run: int, address: str, token: str) -> int:
    """Stop RUN, or take it out of the queue.

    \b
    Example:
      python main.py lab cancel 17 --to ADDRESS
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    show(_state(_client(address, token).stop(run)))
    return 0


def _follow(client: LabClient, number: int) -> dict[str, Any]:
    """Print the progress of a run until it is over, and return it."""
    from wsusim.lab.lab_client import LabAway

    told: object = None
    shown: list[str] = []
    silent_since_s = None
    while True:
        try:
            job = client.job(number)
        except LabAway:
            silent_since_s = silent_since_s or time.monotonic()
            if time.monotonic() - silent_since_s > SILENCE_S:
                raise
            if told != AWAY:
                told = AWAY
                show(AWAY)
            time.sleep(LOOK_S)
            continue
        silent_since_s = None
        if (state := (job["state"], job["place"], _state(job, has_time=False))) != told:
            if job["state"] == "running":  # what it printed before, it printed in its trial
                shown = []
            told = state
            show(_state(job))
        shown = _show_prints(job["printed"], shown)
        if job["ended_s"] is not None:
            if job["text"]:
                show(job["text"])
            return job
        time.sleep(LOOK_S)


def _show_prints(printed: list[str], shown: list[str]) -> list[str]:
    """Show what a program has printed since; return what is known now.

    A lab tells the newest lines only, so what is new comes after those that are known still.
    """
    known = next(
        count
        for count in range(min(len(shown), len(printed)), -1, -1)
        if shown[len(shown) - count :] == printed[:count]
    )
    if text := "".join(printed[known:]).rstrip("\n"):
        show(text)
    return printed or shown


def _where(job: dict[str, Any]) -> str:
    """Return the kind of a run, and where it is."""
    return f"simulation, {job['maze']}" if job["kind"] == "simulation" else "robot"


def _state(job: dict[str, Any], *, has_time: bool = True) -> str:
    """Return the state of a run, without its changing time."""
    if job.get("held"):
        return f"waiting: place {job['place']}. {job['held']}"
    if job.get("awaits_start"):
        return "next, as soon as the robot is at its start"
    if job["place"]:
        return f"waiting: place {job['place']}" + (f", about {job['wait_s']} s" if has_time else "")
    return f"running on {job['robot']}" if job["state"] == "running" else str(job["state"])


def _where_and_why(text: str) -> str:
    """Return the first line of what is told of a failure; and why, if it says only where."""
    first, *others = text.splitlines() or [""]
    if not re.search(r", line \d+(, in .+)?$", first):
        return first
    whys = [line for line in others if line and not line.startswith((" ", "Hint: "))]
    whys = [line for line in whys if not re.search(r", line \d+, in .+$", line)]
    return f"{first}: {whys[0]}" if whys else first


def _client(address: str, token: str) -> LabClient:
    from wsusim.lab.lab_client import LabClient

    return LabClient(address, token)


for _command in (
    serve, halt, invite, people, revoke, remove, export, courses, course, pair, backup, restore,
):  # fmt: skip
    lab.add_command(_command)
