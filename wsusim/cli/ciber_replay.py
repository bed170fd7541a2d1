"""``replay`` of a recorded match: its events, or the verdict on repeating it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from wsusim.ciber.picture import MatchPicture, RobotPicture
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.ciber.recorded.match_verify import MatchVerdict, verify_match
from wsusim.cli.output import show
from wsusim.errors import BadInput


def replay_match(
    file: Path, controllers: tuple[str, ...], *, wants_verdict: bool, as_json: bool
) -> int:
    """Print what happened in a match, or whether a repetition comes out the same."""
    if controllers:
        raise BadInput(
            "A match is repeated with the recorded commands of its agents, not with their "
            "programs. Leave out --controller."
        )
    if wants_verdict:
        verdict = verify_match(file)
        show(json.dumps(asdict(verdict)) if as_json else _verdict_text(verdict))
        return 0 if verdict.is_identical else 1
    with MatchRecording(file) as recording:
        for time, number, text in _story(recording.pictures()):
            if as_json:
                show(json.dumps({"cycle": time, "robot": number, "text": text}))
            else:
                show(f"[{time:6}] robot {number} {text}")
    return 0


def _verdict_text(verdict: MatchVerdict) -> str:
    words = {
        "identical": f"identical, {verdict.cycles:,} cycles",
        "differs": "differs",
        "damaged": "damaged: the file was changed after it was written",
        "other_version": "differs: it was recorded with another version",
        "cannot_run": "can't be done again",
    }
    return "\n".join(filter(None, (words[verdict.finding], verdict.difference)))


def _story(pictures: Iterator[MatchPicture]) -> Iterator[tuple[int, int, str]]:
    """Yield cycle, robot and what happened to it."""
    before: dict[int, RobotPicture] = {}
    for picture in pictures:
        for robot in picture.robots:
            was = before.get(robot.number)
            if was is None or robot.state is not was.state:
                yield picture.time, robot.number, f"is {robot.state.value}, score {robot.score}"
            if was is not None and robot.collisions > was.collisions:
                yield picture.time, robot.number, f"collides, score {robot.score}"
            for target in robot.visited:
                if was is not None and target not in was.visited:
                    yield picture.time, robot.number, f"visits target {target}"
            if robot.said is not None and (was is None or robot.said != was.said):
                yield picture.time, robot.number, f"says {robot.said}"
            before[robot.number] = robot
