"""What the recording of a match is: an MCAP file like those of runs, with other messages.

Its head holds everything that decides a match; ``/match/inputs`` holds what came from outside, so
that a match can be done again; ``/match/pictures`` what was visible in each cycle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from wsusim.ciber.arena import Arena
from wsusim.ciber.contest_lab import Lab, Place, grid_to_xml
from wsusim.ciber.match_parameters import Parameters
from wsusim.ciber.scoring import judge_named
from wsusim.errors import BadInput
from wsusim.recording.header import Versions
from wsusim.recording.typed import BAD_VALUES, checked

FORMAT_VERSION = 1

PICTURES = "/match/pictures"
INPUTS = "/match/inputs"
THOUGHTS = "/match/thoughts"

TOPICS: dict[str, tuple[str, str]] = {
    PICTURES: ("wsusim.MatchPictures", "All that was to be seen, a picture a cycle"),
    INPUTS: ("wsusim.MatchInputs", "What came from outside: [step, input] in order"),
    THOUGHTS: ("wsusim.MatchThought", "What an agent thinks, in the lab's coordinates"),
}
"""Schema and title of each topic; the order gives the channels their numbers, from 1."""

CHANNELS = {topic: number for number, topic in enumerate(TOPICS, 1)}


@dataclass(frozen=True, slots=True)
class MatchHead:
    """Everything needed to repeat a match, except its inputs.

    Attributes:
        judge: The scoring mode with its version.
        clock: ``lockstep`` or ``real``.
        agents: Who was started, as the command line named them; empty: they came by themselves.
    """

    lab: Lab
    grid: tuple[Place, ...]
    parameters: Parameters
    judge: str
    seed: int
    clock: str = "real"
    agents: tuple[str, ...] = ()
    versions: Versions = field(default_factory=Versions.current)
    format_version: int = FORMAT_VERSION

    @classmethod
    def of(cls, arena: Arena, clock: str, agents: tuple[str, ...]) -> MatchHead:
        """Return the head of a match that has not begun."""
        p = arena.parameters
        return cls(arena.lab, arena.grid, p, arena.judge.name, arena.seed, clock, agents)

    def arena(self) -> Arena:
        """Return the arena as it was when the match began; raises ``BadInput``."""
        judge = judge_named(self.judge.split()[0])
        if judge.name != self.judge:
            raise BadInput(
                f"The match was scored by {self.judge}, but this wsusim has {judge.name}. Use "
                f"wsusim {self.versions.wsusim} to do it again."
            )
        return Arena(self.lab, self.grid, self.parameters, judge, self.seed)

    def metadata(self) -> dict[str, str]:
        """Return the values of the ``layout.MATCH_HEADER`` record; numbers are exact."""
        values = asdict(self)
        return {name: json.dumps(value) for name, value in values.items()}

    def attachments(self) -> dict[str, bytes]:
        """Return the contest's own files, for people and other programs."""
        return {
            "lab.xml": self.lab.to_xml().encode(),
            "grid.xml": grid_to_xml(self.grid).encode(),
            "parameters.xml": self.parameters.to_xml().encode(),
        }


def head_of(metadata: Mapping[str, str]) -> MatchHead:
    """Return the head of a recorded match; raises ``BadInput`` if it makes no sense."""
    try:
        values: dict[str, Any] = {name: json.loads(text) for name, text in metadata.items()}
        if values["format_version"] > FORMAT_VERSION:
            raise BadInput(
                f"This match has format version {values['format_version']}, but this wsusim reads "
                f"only up to version {FORMAT_VERSION}. Use a newer wsusim."
            )
        return checked(MatchHead, values)
    except BAD_VALUES as error:
        raise BadInput(
            f"The header of the match is damaged ({type(error).__name__}). Use another copy of the "
            "file."
        ) from error
