"""A robot behind an emulated line, and the person who measures it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.hand_wire import HandWire
from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.khepera import KHEPERA
from wsusim.calibration.measure_robot import measure_connected
from wsusim.calibration.measurements import Measurements
from wsusim.calibration.person import Person
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import Arena, RobotStart, World
from wsusim.robots import robot_kind

SIDE_MM = 1200.0
KHEPERA_BAUD = 38400


@dataclass
class Bench:
    """A robot in a white hall, its line, and a person without hands of her own.

    Args:
        tuning: Of the robot.
        language: What it speaks.
    """

    tuning: RobotTuning = field(default_factory=RobotTuning)
    language: Language = KHEPERA
    told: list[str] = field(default_factory=list)
    placed_mm: list[float] = field(default_factory=list)
    cleared: int = 0
    kept: list[int] = field(default_factory=list)
    """How many readings there were each time that they were kept."""
    on_told: Callable[[str], None] = lambda text: None

    def __post_init__(self) -> None:
        self.kind = robot_kind(self.language.kind)
        start = RobotStart(1, Pose(600.0, 600.0), self.kind.name, self.tuning)
        world = World("wall", Arena.rectangle(SIDE_MM, SIDE_MM), robots=(start,), next_id=2)
        rates = self.language.rates
        baud = KHEPERA_BAUD if self.language is KHEPERA else rates[0] if rates else 0
        self.wire = HandWire(world, baud=baud, ideal=False, language=self.language)

    def measure(
        self,
        clearances_mm: tuple[float, ...] | None = None,
        before: Measurements | None = None,
        way_mm: float | None = None,
    ) -> Measurements:
        """Return what the person measures; the robot stands still afterwards."""
        person = Person(self._place, self._clear, lambda: way_mm, self._tell)
        try:
            return measure_connected(
                self.wire.backend,
                person,
                clearances_mm=clearances_mm,
                before=before,
                keep=lambda so_far: self.kept.append(len(so_far.speeds) + len(so_far.turned)),
            )
        finally:
            self.wire.backend.close()

    def _place(self, clearance_mm: float) -> None:
        self.placed_mm.append(clearance_mm)
        self.wire.robot.follow(self.wire.clock.now_s())
        x_mm = SIDE_MM - self.kind.radius_mm - clearance_mm
        self.wire.robot.simulation.move_robot(0, Pose(x_mm, 600.0))

    def _clear(self) -> None:
        self.cleared += 1
        self.wire.robot.simulation.move_robot(0, Pose(300.0, 600.0))

    def _tell(self, text: str) -> None:
        self.told.append(text)
        self.on_told(text)
