"""Lines of text in a recording: what controllers printed and said, and remarks about the run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Text from a controller or about the run; ``kind``: print, say or notice."""

    tick: int
    kind: str
    robot: int | None
    text: str

    @property
    def name(self) -> str:
        """Who speaks, as Foxglove's log shows it: ``robot_1/print`` or ``notice``."""
        return self.kind if self.robot is None else f"robot_{self.robot + 1}/{self.kind}"

    @classmethod
    def from_name(cls, tick: int, name: str, text: str) -> Line:
        """Return the line that was written under ``name``; raises ``ValueError``."""
        who, separator, kind = name.rpartition("/")
        robot = int(who.removeprefix("robot_")) - 1 if separator else None
        return cls(tick, kind, robot, text)
