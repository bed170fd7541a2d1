"""``ciber grade``: a class's agents, each group's played and marked, in one command."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsusim.cli.ciber_marks import CHALLENGE, CYCLES_HELP
from wsusim.cli.options import FOLDER
from wsusim.cli.output import show, tell
from wsusim.cli.renamed import renamed
from wsusim.cli.sandbox import SANDBOX, are_locked_in
from wsusim.cli.workers import WORKERS, progress, workers_of
from wsusim.errors import BadInput
from wsusim.formats.atomic import make_folder, write_whole

if TYPE_CHECKING:
    from wsusim.ciber.grading.class_match import ClassMatch, Played
    from wsusim.ciber.grading.class_report import Row
    from wsusim.jobs.job import Workers

MOST_SEEDS = 1000

NO_BUBBLEWRAP = (
    "Agents of other languages are locked in with bubblewrap, which is missing here. Install it "
    "(apt-get install bubblewrap), or add --no-sandbox for programs that you trust."
)


@click.command(short_help="Play and mark the agents of a class.")
@click.argument("folder", metavar="GROUPS", type=FOLDER)
@CHALLENGE
@click.option("--seeds", default="1", help="Each group plays with each of these: 1-3 or 1,4,7.")
@click.option("--cycles", type=click.IntRange(1, 1_000_000), metavar="N", help=CYCLES_HELP)
@renamed(
    "--timeout",
    "time_limit",
    old="--time-limit",
    type=click.IntRange(1, 86_400),
    metavar="S",
    default=900,
    help="Seconds of real time after which a match is cut short.",
)
@click.option(
    "--memory", type=click.IntRange(64, 1_000_000), default=1024, help="Of each process, in MB."
)
@click.option("--out", type=FOLDER, default=Path("ciber-grades"), help="Folder for the reports.")
@click.option("--overwrite", is_flag=True, help="Replace the reports in that folder.")
@SANDBOX
@WORKERS
def grade(
    folder: Path,
    challenge: str | None,
    labs_folder: Path | None,
    seeds: str,
    cycles: int | None,
    time_limit: int,
    memory: int,
    out: Path,
    overwrite: bool,
    is_sandboxed: bool | None,
    workers: int | None,
    cluster: str | None,
) -> int:
    """Play the agents in GROUPS, a folder or Python file for each group, and mark what they write.

    A folder has the course's run.sh and may be in any language. Each match has a process, a folder
    and a network of its own, in lock-step: the same again gives the same. Writes report.html,
    report.csv and report.json, and a log and a recording of each match.

    \b
    Examples:
      python main.py ciber grade groups --challenge rmi-2223/C4 --seeds 1-3
      python main.py ciber grade groups --challenge rmi-2122/C1 --tools ciberRatoTools --workers 2

    Exit code: 0 every match was played, 1 one was not, 2 bad input.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.ciber.challenges import clone_folder, find_challenge
    from wsusim.ciber.grading.agent_lock import AgentLock
    from wsusim.ciber.grading.class_match import ClassMatch
    from wsusim.ciber.grading.groups import find_groups
    from wsusim.ciber.match_choice import scene_of

    if challenge is None:
        raise BadInput(
            "Which challenge? Add --challenge NAME, such as rmi-2223/C4 (see ciber labs)."
        )
    labs = clone_folder(labs_folder)
    number = find_challenge(challenge, labs).number
    scene = scene_of(challenge, labs_folder, cycles=cycles)
    arena = scene.arena_maker()()
    robots = len(arena.grid) if arena.judge.name.startswith("team") else 1
    wanted = _seeds(seeds)
    groups, left_out = find_groups(folder)
    if (out / "report.json").exists() and not overwrite:
        raise BadInput(
            f"The folder {out} holds a report already. Choose another one with --out, or add "
            "--overwrite to replace it."
        )
    make_folder(out)
    for one in left_out:
        tell(f"Left out: {one}")
    tell(f"Groups: {len(groups)}, matches of each: {len(wanted)}.")
    with workers_of(cluster, workers) as those:
        lock = AgentLock(_is_locked(is_sandboxed, those), memory)
        jobs = {
            job.key: job
            for group in groups
            for seed in wanted
            for job in [
                ClassMatch(
                    *(group, replace(scene, seed=seed), number, lock),
                    time_limit_s=time_limit,
                    robots=robots,
                )
            ]
        }
        rows: dict[str, Row] = {}
        with progress(len(jobs), "Playing") as advance:
            for done in those.results(jobs.values()):
                rows[done.key] = _kept(jobs[done.key], done.result, out)
                advance(1)
    in_order = [rows[key] for key in jobs]
    _write(in_order, out, f"{challenge}: {folder.resolve().name}")
    return 0 if all(row.is_played for row in in_order) else 1


def _kept(job: ClassMatch, played: Played | object, out: Path) -> Row:
    """Write a match's files; return its row."""
    from wsusim.ciber.grading.class_match import Played
    from wsusim.ciber.grading.class_report import row_of

    if not isinstance(played, Played):
        played = Played(failure=str(getattr(played, "why", played)))
    row = row_of(job, played)
    for ending, content in played.files.items():
        write_whole(out / f"{row.stem}{ending}", content)
    if page := _picture(job, played):
        write_whole(out / f"{row.stem}.html", page.encode("utf-8", "replace"))
    if played.words.strip():
        write_whole(out / f"{row.stem}.txt", played.words.encode())
    return row


def _picture(job: ClassMatch, played: Played) -> str:
    """Return a page with the map and path over the lab; empty where there is neither."""
    from wsusim.ciber.mark_picture import mark_page
    from wsusim.ciber.marking import LINE_MODES, MAPPING, PLANNING

    texts = {
        ending: played.files[ending].decode("utf-8", "replace")
        for ending in (".map", ".path")
        if ending in played.files
    }
    mode = job.scene.scoring
    if not texts or mode not in MAPPING + PLANNING:
        return ""
    arena = job.scene.arena_maker()()
    return mark_page(
        *(job.key, arena.lab, arena.grid[0]),
        lines=mode in LINE_MODES,
        planning=mode in PLANNING,
        map_text=texts.get(".map"),
        path_text=texts.get(".path") if mode in PLANNING else None,
    )


def _write(rows: list[Row], out: Path, title: str) -> None:
    from wsusim.ciber.grading.class_report import csv_table, html_page, text_table

    write_whole(out / "report.html", html_page(rows, title).encode())
    write_whole(out / "report.csv", csv_table(rows).encode("utf-8-sig"))
    values = [{**row.values, "remarks": row.remarks} for row in rows]
    write_whole(out / "report.json", json.dumps(values, indent=2).encode())
    show(text_table(rows))
    show(f"\nReport: {out / 'report.html'}")


def _is_locked(wanted: bool | None, workers: Workers) -> bool:
    from wsusim.hosting.sandbox import trouble_with

    if not are_locked_in(wanted, workers):
        return False
    if trouble_with("bubblewrap"):
        raise BadInput(NO_BUBBLEWRAP)
    return True


def _seeds(text: str) -> list[int]:
    """Return the seeds of a list such as ``1-3,7``."""
    seeds: list[int] = []
    for part in text.replace(" ", "").split(","):
        found = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", part)
        if found is None:
            raise BadInput(f"--seeds is {text!r}, but it must be numbers such as 1-3 or 1,4,7.")
        first, last = int(found[1]), int(found[2] or found[1])
        if not 0 <= last - first < MOST_SEEDS:
            raise BadInput(f"--seeds {part} must go up, over at most {MOST_SEEDS:,} seeds.")
        seeds += [seed for seed in range(first, last + 1) if seed not in seeds]
    return seeds
