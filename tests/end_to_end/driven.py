"""Ready controllers at work: one call, and what is left of the run."""

from __future__ import annotations

from dataclasses import dataclass

from tests.heard import Heard
from wsusim.engine.simulation import Simulation
from wsusim.model.snapshot import RobotSnapshot, Snapshot
from wsusim.model.world import World
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.simulated import SimulatedRobots
from wsusim.runs.staging import stage


@dataclass(frozen=True)
class Ran:
    """What is left of a run."""

    report: RunReport
    snapshot: Snapshot
    """The world at the end."""
    heard: list[str]
    profile: str | None = None
    """Of the first robot; ``None``: the usual one."""
    kind: str = "khepera1"
    """Of the first robot."""

    @property
    def robot(self) -> RobotSnapshot:
        """The first robot at the end."""
        return self.snapshot.robots[0]


def drive(
    controllers: str | tuple[str, ...],
    maze: str = "rooms",
    *,
    seed: int = 1,
    time_s: float | None = None,
    world: World | None = None,
    kind: str | None = None,
    profile: str | None = None,
) -> Ran:
    """Run controllers in a maze, or in a world, on the robots there, of a kind or a profile."""
    request = RunRequest(
        (controllers,) if isinstance(controllers, str) else controllers,
        world or maze,
        seed=seed,
        time_s=time_s,
        patience_s=60.0,
        robot_kind=kind,
        profile=profile,
    )
    staged = stage(request)
    simulation = Simulation(staged, seed=seed)
    heard = Heard()
    report = Run(request, [heard], source=SimulatedRobots(request, simulation)).execute()
    return Ran(report, simulation.snapshot(), heard.said, profile, staged.robots[0].kind)
