"""Verifies a recorded match by giving an arena the recorded inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wsusim.ciber.arena import Arena
from wsusim.ciber.match_inputs import Came, Input, Ordered, Removed, Started, Stopped, Watched
from wsusim.ciber.picture import MatchPicture, is_new, picture_of
from wsusim.ciber.recorded.match_reader import Block, MatchRecording
from wsusim.errors import BadInput
from wsusim.recording.header import Versions

COMPARED = ("state", "score", "collisions", "x", "y", "heading_rad", "visited", "said")


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """The result of a verification.

    Attributes:
        finding: In one word. ``damaged``: the cycles are the same, but not their checksum.
        cycles: How many were compared.
        difference: The first one, as a sentence.
    """

    finding: Literal["identical", "differs", "damaged", "other_version", "cannot_run"]
    cycles: int
    difference: str = ""

    @property
    def is_identical(self) -> bool:
        """Whether all cycles came out the same, to the last bit."""
        return self.finding == "identical"


def verify_match(path: Path, on_share: Callable[[float], object] = lambda _: None) -> MatchVerdict:
    """Repeat a recorded match and compare each cycle; raises ``BadRecording``."""
    with MatchRecording(path) as recording:
        head, last_time = recording.head, recording.last_time
        try:
            arena = head.arena()
        except BadInput as error:
            return MatchVerdict("cannot_run", 0, str(error))
        again = _Again(arena, list(recording.inputs()))
        for block in recording.blocks():
            on_share(block.pictures[0].time / max(1, last_time))
            difference = again.difference(block)
            if difference:
                is_other = head.versions != Versions.current()
                return MatchVerdict(
                    "other_version" if is_other else "differs", again.cycles, difference
                )
            if arena.trace_sha256() != block.digest:
                return MatchVerdict("damaged", again.cycles)
        return MatchVerdict("identical", again.cycles)


class _Again:
    """A match that is repeated as far as requested."""

    def __init__(self, arena: Arena, inputs: list[tuple[int, Input]]) -> None:
        self._arena = arena
        self._inputs = inputs[::-1]
        self._last_time = -1
        self.cycles = 0

    def difference(self, block: Block) -> str:
        """Go on to the end of a block; return how it departs from it, or nothing."""
        recorded = {picture.time: picture for picture in block.pictures}
        while self._arena.steps < block.steps:
            while self._inputs and self._inputs[-1][0] <= self._arena.steps:
                try:
                    _give(self._arena, self._inputs.pop()[1])
                except (BadInput, KeyError) as error:
                    return f"What came from outside can't be given again: {error}"
            self._arena.step()
            if is_new(self._arena, self._last_time):
                self._last_time = self._arena.time
                picture = recorded.get(self._last_time)
                if picture is None:
                    return f"Cycle {self._last_time} is missing in the recording."
                found = _first_difference(picture, picture_of(self._arena, {}))
                if found:
                    return found
                self.cycles += 1
            self._arena.end_cycle()
        return ""


def _first_difference(old: MatchPicture, new: MatchPicture) -> str:
    if [robot.number for robot in old.robots] != [robot.number for robot in new.robots]:
        return f"Cycle {old.time}: not the same robots."
    for was, now in zip(old.robots, new.robots, strict=True):
        for name in COMPARED:
            if getattr(was, name) != getattr(now, name):
                return (
                    f"Cycle {old.time}, robot {was.number}, {name.removesuffix('_rad')}: "
                    f"{getattr(was, name)} in the recording, {getattr(now, name)} this time."
                )
    return ""


def _give(arena: Arena, what: Input) -> None:
    """Give an arena an input of another one; raises ``BadInput`` if that is impossible."""
    match what:
        case Came():
            angles = dict(enumerate(what.ir_angles_deg))
            arena.register(what.name, what.number, angles, what.beacon_height)
        case Watched():
            arena.viewer_came()
        case Started():
            arena.start()
        case Stopped():
            arena.stop()
        case Removed():
            arena.remove(what.number)
        case Ordered():
            arena.take(what.number, what.actions)
