"""Robots that people type to: one firmware a robot, in runs and emulators alike."""

from __future__ import annotations

from dataclasses import replace

from tests.watched_run import Watched
from tests.worlds import empty_world
from wsusim.emulator.emulation import EmulationRequest
from wsusim.engine.simulation import Simulation
from wsusim.runs.actions import TypeLine
from wsusim.runs.observer import RunObserver
from wsusim.runs.sources.emulated import EmulatedRobots
from wsusim.runs.sources.typed_lines import TypedLines, typists


def test_a_robot_answers_as_its_firmware_does() -> None:
    """Commands move it, a reading comes from the simulation, nonsense is refused."""
    given: list[str] = []
    simulation = Simulation(empty_world())
    lines = TypedLines(simulation, lambda tick, robot, command: given.append(str(command)))
    simulation.advance(2)

    assert lines.answer(TypeLine(0, "D,5,-5")) == ("d",)
    assert lines.answer(TypeLine(0, "E")) == ("e,0,0",)
    assert lines.answer(TypeLine(0, "N"))[0].startswith("n,")
    assert lines.answer(TypeLine(0, "hello é")) == ("Command not found",)
    assert given == ["SetSpeeds(left=5, right=-5)"]


def test_only_kheperas_can_be_typed_to() -> None:
    """Another kind of robot does not speak their language."""
    world = empty_world()
    other = replace(world.robots[0], kind="cibermouse", id=99)

    assert typists(replace(world, robots=(other, *world.robots))) == (1,)


def test_an_emulated_robot_can_be_typed_to() -> None:
    """Beside the programs on its ports, with the same firmware."""
    source = EmulatedRobots(EmulationRequest(tcp="0", baud=None))
    replies = Replies()
    watched = Watched(source.request, source=source)
    watched.run.observe(replies)
    watched.until(lambda: watched.picture)
    watched.run.do(TypeLine(0, "B", "me"))
    watched.until(lambda: replies.heard)
    watched.run.close()

    assert replies.heard == [("me", ("b,5.02,5.01",))]


class Replies(RunObserver):
    """Keeps what robots answer."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, tuple[str, ...]]] = []

    def replied(self, asked: TypeLine, lines: tuple[str, ...]) -> None:
        """Keep an answer."""
        self.heard.append((asked.sender, lines))
