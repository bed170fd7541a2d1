"""Describes a recording, complete or not, in a few figures for people and programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wsusim.model.interventions import ObjectMoved, RobotMoved
from wsusim.model.text import counted
from wsusim.model.typed_names import as_argument
from wsusim.model.units import ticks_to_seconds
from wsusim.recording import contents
from wsusim.recording.claims import first_false_claim
from wsusim.recording.difference import Difference
from wsusim.recording.header import Versions
from wsusim.recording.integrity import changed_part
from wsusim.recording.player import Player
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.recorded_pictures import pictures
from wsusim.recording.repair import opened_or_repaired
from wsusim.recording.video import Video

MOST_NAMED = 10
"""Robots of which each one's kind is told; of more, how many there are of each kind."""


@dataclass(frozen=True, slots=True)
class ControllerInfo:
    """One robot's program."""

    robot: int
    name: str
    file: str
    sha256: str
    files: int


@dataclass(frozen=True, slots=True)
class RecordingInfo:
    """Everything that ``info`` shows.

    Attributes:
        needs_repair: The run was cut off; the figures are those that a repair would save.
        was_repaired: ``repair`` has completed the file.
        first_s: Time of the first sample.
        last_s: Time of the last sample.
        summary: The run's closing figures; ``None`` when it was cut off.
        dropped_ticks: Ticks without samples because the disk was too slow or full.
        false_claim: What the rest of the file contradicts. Then events and closing figures are not
            shown, as it is unknown which of them are true.
    """

    file: str
    size_bytes: int
    needs_repair: bool
    was_repaired: bool
    format_version: int
    versions: Versions
    computer: str
    """On which it was made; empty when the recording doesn't say."""
    maze: str
    seed: int
    is_ideal: bool
    options: dict[str, Any]
    robots: tuple[str, ...]
    controllers: tuple[ControllerInfo, ...]
    sample_ms: int
    samples: int
    first_s: float
    last_s: float
    commands: int
    moved_by_hand: int
    """How often a person put something elsewhere."""
    lines: int
    readings: int
    """What a real robot answered; 0 for a simulated one."""
    pictures: int
    """Of robots' eyes and of the camera above the arena."""
    picture_bytes: int
    filmed: int
    """Pictures of a real camera beside the robots."""
    real_robot: str | None
    """Its address."""
    emulated_ports: tuple[str, ...]
    """Where programs drove emulated robots; empty: controllers drove."""
    events: dict[str, int]
    dropped_ticks: int
    changed: str | None
    """What was edited in it, a sentence."""
    summary: dict[str, Any] | None
    false_claim: Difference | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    def as_text(self) -> str:
        """Return the lines that a person reads."""
        head = f"{self.file}: recording of wsusim, format {self.format_version}"
        lines = [f"{head}, {self.size_bytes / 1e6:.2f} MB"]
        if self.needs_repair:
            lines.append(
                "It was cut off before its end and needs repair. Repairing it would save the "
                f"following:\n  python main.py repair {as_argument(self.file)}"
            )
        if self.was_repaired:
            lines.append("It was cut off once and has been repaired.")
        if self.changed is not None:
            lines.append(f"It was changed after it was recorded: {self.changed}")
        if self.false_claim is not None:
            false = self.false_claim
            lines.append(
                f"It contradicts itself at {ticks_to_seconds(false.tick):.2f} s, so its events and "
                f"outcome are not shown: {false.quantity}\n  recorded:     {false.recorded}\n"
                f"  by its run:   {false.again}"
            )
        lines += [f"{label:<12}{text}" for label, text in self._rows() if text]
        return "\n".join(lines)

    def _rows(self) -> Iterator[tuple[str, str]]:
        """Yield headings and their values, without those that have none."""
        yield "made with", str(self.versions)
        yield "computer", self.computer
        robots = counted(len(self.robots), "robot")
        kinds = list(self.robots)
        if len(kinds) > MOST_NAMED:
            kinds = [f"{count} {kind}" for kind, count in Counter(kinds).items()]
        yield "maze", f"{self.maze}, {robots}: {', '.join(kinds)}"
        if self.real_robot is None:
            yield "seed", f"{self.seed}{', ideal' if self.is_ideal else ''}"
        else:
            yield "robot", f"real, at {self.real_robot}; its poses are dead-reckoned"
        if origin := self.options.get("simulated_from"):
            yield "simulated", f"from a real robot's place on: {origin}"
        if self.emulated_ports:
            yield "robots", f"emulated, driven over {', '.join(self.emulated_ports)}"
        for one in self.controllers:
            program = f"{one.file}:{one.name}" if one.name else one.file
            more = f" and {counted(one.files - 1, 'more file')}" if one.files > 1 else ""
            yield "controller", f"robot {one.robot + 1}: {program}{more}, sha256 {one.sha256[:12]}"
        samples = f"{self.samples} samples, one every {self.sample_ms} ms"
        yield "time", f"{self.first_s:.2f} s to {self.last_s:.2f} s, {samples}"
        answers = f", {self.readings} answers of the robot" if self.readings else ""
        moves = f", {counted(self.moved_by_hand, 'move')} by hand" if self.moved_by_hand else ""
        yield "holds", f"{self.commands} commands, {self.lines} lines of text{answers}{moves}"
        if self.pictures:
            yield "pictures", f"{self.pictures}, {self.picture_bytes / 1e6:.2f} MB of PNG"
        if self.filmed:
            yield "video", f"{self.filmed} pictures of a camera beside the robots"
        yield "events", ", ".join(f"{name} {n}" for name, n in sorted(self.events.items()))
        if self.dropped_ticks:
            yield "missing", f"samples of {self.dropped_ticks} ticks: the disk was too slow or full"
        if self.summary is not None:
            trace = str(self.summary.get("trace_sha256", ""))[:12]
            told = f", trace {trace}" if trace else ""
            proof = "" if self.real_robot or self.emulated_ports else " (replay --verify checks it)"
            yield "outcome", f"{self.summary.get('outcome', '?')}{told}{proof}"


def describe(path: Path) -> RecordingInfo:
    """Describe a recording; if it was cut off, what a repair would save.

    Raises:
        BadRecording: It is no recording, or so damaged that nothing can be said.
    """
    with opened_or_repaired(path, Recording) as (recording, was_cut_off):
        return _describe(recording, path, needs_repair=was_cut_off)


def _describe(recording: Recording, path: Path, *, needs_repair: bool) -> RecordingInfo:
    header = recording.header
    first_tick, last_tick, samples = _extent(recording)
    values = [value for _, _, value in contents.inputs(recording)]
    sizes = [len(picture.data) for picture in pictures(recording)]
    false_claim = first_false_claim(recording)
    is_true = false_claim is None
    moved = sum(isinstance(value, RobotMoved | ObjectMoved) for value in values)
    return RecordingInfo(
        file=str(path),
        size_bytes=path.stat().st_size,
        needs_repair=needs_repair,
        was_repaired=bool(recording.repair_notes) and not needs_repair,
        format_version=header.format_version,
        versions=header.versions,
        computer=header.computer,
        maze=header.world.name,
        seed=header.seed,
        is_ideal=header.is_ideal,
        options=dict(header.options),
        robots=tuple(robot.kind for robot in header.world.robots),
        controllers=tuple(
            ControllerInfo(c.robot, c.class_name, c.main, c.sha256, len(c.files))
            for c in header.controllers
        ),
        sample_ms=header.sample_ticks * 10,
        samples=samples,
        first_s=ticks_to_seconds(first_tick),
        last_s=ticks_to_seconds(last_tick),
        commands=len(values) - moved,
        moved_by_hand=moved,
        lines=sum(1 for _ in contents.lines(recording)),
        readings=sum(1 for _ in contents.readings(recording)),
        pictures=len(sizes),
        filmed=len(Video(recording).ticks),
        picture_bytes=sum(sizes),
        real_robot=header.real_robot,
        emulated_ports=header.emulated_ports,
        events=dict(Counter(event.kind for event in contents.events(recording) if is_true)),
        dropped_ticks=int(recording.writer_notes.get("dropped_ticks", "0")),
        changed=changed_part(recording),
        summary=recording.summary if is_true else None,
        false_claim=false_claim,
    )


def _extent(recording: Recording) -> tuple[int, int, int]:
    """Return first and last sample's tick and the number of samples."""
    try:
        player = Player(recording)
    except BadRecording:
        return recording.header.first_tick, recording.header.first_tick, 0
    return player.first_tick, player.last_tick, sum(len(block.ticks) for block in player.blocks())
