"""``replay``: play a recording, or run it again and compare."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsusim.cli.options import RECORDING
from wsusim.cli.output import show
from wsusim.cli.publishing import PUBLISH_HELP, published
from wsusim.cli.sandbox import SANDBOX, is_locked_in
from wsusim.errors import BadInput
from wsusim.model.text import counted
from wsusim.model.units import ticks_to_seconds

if TYPE_CHECKING:
    from wsusim.runs.recorded.verify import Verdict


@click.command()
@RECORDING
@click.option(
    "--verify", "wants_verdict", is_flag=True, help="Run it again and compare the results."
)
@click.option(
    "--controller",
    "controllers",
    multiple=True,
    metavar="FILE",
    help=(
        "With --verify: run this controller instead of the recorded one; repeat it for each robot."
    ),
)
@click.option(
    "--edited",
    metavar="FILE",
    help=(
        "Of a real robot's run: where this program would have given other orders, on the same "
        "answers of the robot."
    ),
)
@SANDBOX
@click.option("--window", "in_window", is_flag=True, help="Play it in the window.")
@click.option("--publish", metavar="[HOST:]PORT", help=PUBLISH_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or one per line.")
@click.option("--shares", "tells_shares", is_flag=True, hidden=True)
def replay(
    file: Path,
    wants_verdict: bool,
    controllers: tuple[str, ...],
    edited: str | None,
    is_sandboxed: bool | None,
    in_window: bool,
    publish: str | None,
    as_json: bool,
    tells_shares: bool,
) -> int:
    """Play a recording in the terminal, or run it again and compare (--verify).

    Without --verify, shows printed lines, speech, contacts and mission events, in order.

    \b
    Examples:
      python main.py replay run.mcap
      python main.py replay run.mcap --window
      python main.py replay run.mcap --publish 8008
      python main.py replay run.mcap --verify
      python main.py replay run.mcap --verify --controller handed_in.py
      python main.py replay real.mcap --edited my_robot.py

    Exit code with --verify: 0 identical, 1 not, 2 FILE isn't a recording or needs repair, 3 nothing
    could be compared, or the clock ended a program. With --edited: 0 no other orders, 1 some.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    if in_window:
        from wsusim.cli.window import open_window

        return open_window(str(file))
    if publish is not None:
        with published(publish) as publisher:
            from wsusim.live.replaying import share_recording

            assert publisher is not None
            share_recording(file, publisher)
    from wsusim.recording.match_kind import is_match

    if is_match(file):
        from wsusim.cli.ciber_replay import replay_match

        return replay_match(file, controllers, wants_verdict=wants_verdict, as_json=as_json)
    if edited is not None:
        on_share = _tell_share if tells_shares else _tell_nothing
        is_sandboxed = is_locked_in(is_sandboxed)
        return _tell_edited(file, edited, as_json, on_share, is_sandboxed=is_sandboxed)
    if not wants_verdict:
        if controllers:
            raise BadInput(
                "--controller only works with --verify. Add --verify, or leave out --controller."
            )
        _tell_story(file, as_json)
        return 0
    from wsusim.runs.recorded.verify import verify

    verdict = verify(
        file,
        controllers=controllers,
        on_share=_tell_share if tells_shares else None,
        is_sandboxed=is_locked_in(is_sandboxed),
    )
    show(json.dumps(asdict(verdict)) if as_json else verdict_text(verdict))
    return EXIT_CODES.get(verdict.finding, 1)


def _tell_edited(
    file: Path,
    spec: str,
    as_json: bool,
    on_share: Callable[[float], object],
    *,
    is_sandboxed: bool,
) -> int:
    """Print where an edited program would have given other orders; return 0 if nowhere, else 1."""
    from wsusim.runs.recorded.edited import try_edited

    found = try_edited(str(file), spec, is_sandboxed=is_sandboxed, on_share=on_share)
    if as_json:
        show(json.dumps(asdict(found)))
    else:
        until_s = ticks_to_seconds(found.end_tick)
        show(f"{counted(len(found.moments), 'moment')} with other orders in {until_s:.2f} s")
        for moment in found.moments[:MOST_MOMENTS]:
            show(moment.text)
        if len(found.moments) > MOST_MOMENTS:
            show(f"... and {len(found.moments) - MOST_MOMENTS} more (--json lists them all)")
        for remark in found.remarks:
            show(remark)
    return 1 if found.moments else 0


MOST_MOMENTS = 40
"""So many are listed for people."""


def _tell_share(share: float) -> None:
    """Print for the window how much was repeated, in lines before the answer."""
    show(json.dumps({"share": round(share, 2)}))


def _tell_nothing(share: float) -> None:
    """Print no progress, as it was not requested."""


EXIT_CODES = {"identical": 0, "ended_by_clock": 3, "nothing_compared": 3}

_FINDINGS = {
    "damaged": "damaged: the file was changed after it was written",
    "differs": "differs",
    "other_controller": "differs: it was made with another controller",
    "other_version": "differs: it was made with another version",
    "cannot_run": "can't be run again",
    "ended_by_clock": "not decided: the clock ended a program",
    "nothing_compared": "nothing could be compared",
}


def verdict_text(verdict: Verdict) -> str:
    """Return the text of a verdict for a person."""
    if verdict.is_identical and verdict.is_taped:
        lines = [f"program identical, world recorded, {ticks_to_seconds(verdict.ticks):.2f} s"]
    elif verdict.is_identical:
        lines = [f"identical, {verdict.ticks:,} ticks"]
    else:
        lines = [_FINDINGS[verdict.finding]]
    found = verdict.difference
    if found is not None:
        at_s = ticks_to_seconds(found.tick)
        lines.append(f"first at tick {found.tick:,} ({at_s:.2f} s): {found.quantity}")
        lines.append(f"  recorded: {found.recorded}")
        lines.append(f"  again:    {found.again}")
    if verdict.place is not None:
        lines.append(f"  where:    {verdict.place[0]}, line {verdict.place[1]}")
    lines += verdict.remarks
    if verdict.finding in ("differs", "other_controller", "other_version"):
        lines.append("Why runs can differ: manual/explanation/my-run-differs.md")
    return "\n".join(lines)


def _tell_story(file: Path, as_json: bool) -> None:
    """Write what happened in a recording, line by line."""
    from wsusim.recording import contents
    from wsusim.recording.integrity import check_integrity
    from wsusim.recording.reader import Recording

    with Recording(file) as recording:
        story: list[tuple[int, int | None, str, str]] = [
            (line.tick, line.robot, line.kind, line.text.removesuffix("\n"))
            for line in contents.lines(recording)
        ]
        story += [
            (event.tick, event.robot, event.kind, "" if event.value is None else str(event.value))
            for event in contents.events(recording)
        ]
        for tick, robot, kind, text in sorted(story, key=lambda entry: entry[0]):
            at_s = ticks_to_seconds(tick)
            if as_json:
                entry = {"time_s": at_s, "robot": None if robot is None else robot + 1,
                         "kind": kind, "text": text}  # fmt: skip
                show(json.dumps(entry))
            else:
                who = "" if robot is None else f"robot {robot + 1} "
                show(f"[{at_s:8.2f} s] {who}{kind.replace('_', ' ')}: {text}".rstrip(": "))
        check_integrity(recording)  # what could be read was told all the same
