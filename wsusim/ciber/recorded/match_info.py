"""Describes a recorded match, complete or not, in a few figures for people and programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.model.typed_names import as_argument
from wsusim.recording.header import Versions
from wsusim.recording.reader import BadRecording
from wsusim.recording.repair import opened_or_repaired


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """Everything that ``info`` shows of a match.

    Attributes:
        inputs: How many of each kind came from outside.
        scores: Each robot's number, name, score and collisions at the end.
    """

    file: str
    size_bytes: int
    needs_repair: bool
    was_repaired: bool
    versions: Versions
    lab: str
    scoring: str
    seed: int
    clock: str
    agents: tuple[str, ...]
    cycles: int
    inputs: dict[str, int]
    scores: tuple[tuple[int, str, int, int], ...]
    summary: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    def as_text(self) -> str:
        """Return the lines that a person reads."""
        lines = [f"{self.file}: CiberMouse match, {self.size_bytes / 1e6:.2f} MB"]
        if self.needs_repair:
            repair = f"python main.py repair {as_argument(self.file)}"
            lines.append(f"It was cut off before its end: {repair}")
        if self.was_repaired:
            lines.append("It was cut off once and has been repaired.")
        lines += [
            f"made with   {self.versions}",
            f"lab         {self.lab}, seed {self.seed}, clock {self.clock}",
            f"scoring     {self.scoring}",
            f"holds       {self.cycles:,} cycles, {self.inputs.get('ordered', 0):,} orders",
        ]
        lines += [
            f"robot {number}     {ascii(name)[1:-1]}: score {score}, {hits} collisions"
            for number, name, score, hits in self.scores
        ]
        if self.summary is not None and self.summary.get("ending"):
            lines.append(f"ending      {self.summary['ending']}")
        if self.summary is not None:
            lines.append(f"trace       {str(self.summary.get('trace_sha256', ''))[:12]}")
        return "\n".join(lines)


def describe_match(path: Path) -> MatchInfo:
    """Describe a recorded match; if it was cut off, what a repair would save."""
    with opened_or_repaired(path, MatchRecording) as (recording, was_cut_off):
        return _describe(recording, path, needs_repair=was_cut_off)


def _describe(recording: MatchRecording, path: Path, *, needs_repair: bool) -> MatchInfo:
    head = recording.head
    try:
        cycles = recording.last_time
        robots = recording.at(cycles).robots
    except BadRecording:
        cycles, robots = 0, ()
    return MatchInfo(
        file=str(path),
        size_bytes=path.stat().st_size,
        needs_repair=needs_repair,
        was_repaired=recording.was_repaired and not needs_repair,
        versions=head.versions,
        lab=head.lab.name,
        scoring=head.judge,
        seed=head.seed,
        clock=head.clock,
        agents=head.agents,
        cycles=cycles,
        inputs=dict(Counter(given.kind for _, given in recording.inputs())),
        scores=tuple((r.number, r.name, r.score, r.collisions) for r in robots),
        summary=None if recording.summary is None else dict(recording.summary),
    )
