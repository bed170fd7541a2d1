"""Let controllers written in a test drive robots of the fake simulation, in either host."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.manual_clock import ManualClock
from tests.unit.engine.fake_simulation import FakeSimulation
from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.paced import PacedEngine
from wsusim.hosting.host import Host, HostSettings
from wsusim.hosting.host_group import HostGroup
from wsusim.model.commands import Annotation

SETTINGS = HostSettings(patience_s=10.0, load_patience_s=10.0, stop_grace_s=5.0)
"""Patient enough for a busy machine; tests of hanging controllers take less."""

HEADER = "from wsusim import Controller\n\n"


@dataclass
class Played:
    """What is left of a run."""

    hosts: tuple[Host, ...]
    lockstep: Lockstep
    simulation: FakeSimulation
    prints: list[tuple[int, int, str]]
    remarks: list[tuple[int, int, Annotation]]
    file: Path
    ended_in_time: bool

    @property
    def host(self) -> Host:
        """The only host."""
        (host,) = self.hosts
        return host

    @property
    def text(self) -> str:
        """All that was printed."""
        return "".join(text for _, _, text in self.prints)

    def line_of(self, text: str) -> int:
        """Return the number of the first line of the controller's file that holds ``text``."""
        lines = self.file.read_text(encoding="utf-8").splitlines()
        return 1 + next(number for number, line in enumerate(lines) if text in line)


@dataclass
class Stage:
    """Plays controllers; made by the ``stage`` fixture."""

    folder: Path
    isolated: bool
    settings: HostSettings = SETTINGS
    meanwhile: Callable[[HostGroup, Lockstep], None] | None = None
    """Called after the start, in the main thread."""
    files: list[Path] = field(default_factory=list)

    def write(self, source: str) -> Path:
        """Write a controller's file; ``Controller`` is imported already."""
        file = self.folder / f"student{len(self.files)}.py"
        file.write_text(HEADER + textwrap.dedent(source), encoding="utf-8")
        self.files.append(file)
        return file

    def play(
        self,
        *sources: str,
        until_tick: int | None = 6000,
        timeout_s: float = 20.0,
        speed: float | None = None,
    ) -> Played:
        """Run one controller for each source until all have ended; at a speed or without pace."""
        files = [self.write(source) for source in sources]
        simulation = FakeSimulation(len(files))
        prints: list[tuple[int, int, str]] = []
        remarks: list[tuple[int, int, Annotation]] = []
        lockstep = Lockstep(
            simulation,
            range(len(files)),
            until_tick=until_tick,
            paced=speed is not None,
            on_annotation=lambda *remark: remarks.append(remark),
        )
        members = self.members(files, lockstep)
        group = HostGroup(
            members,
            lambda *printed: prints.append(printed),
            isolated=self.isolated,
            settings=self.settings,
        )
        with group:
            group.start()
            if speed is not None:
                clock = ManualClock()
                engine = PacedEngine(lockstep, speed=speed, clock=clock, sleeper=clock.sleep)
                engine.start()
            if self.meanwhile is not None:
                self.meanwhile(group, lockstep)
            ended_in_time = group.wait(timeout_s)
        if speed is not None:
            assert engine.join(timeout_s)
        return Played(group.hosts, lockstep, simulation, prints, remarks, files[0], ended_in_time)

    def members(
        self, files: Sequence[Path], lockstep: Lockstep
    ) -> list[tuple[str, SimulatedBackend]]:
        """Return each file with the backend of its robot."""
        return [
            (str(file), SimulatedBackend(lockstep, robot, "khepera1"))
            for robot, file in enumerate(files)
        ]
