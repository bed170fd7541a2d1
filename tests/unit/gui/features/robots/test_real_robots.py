"""Run and stop on a real robot from the window; the emulator stands for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.emulator_bench import has_driven, orders, running
from tests.end_to_end.wire_proxy import cable_to
from tests.unit.gui.conftest import CAP_ID, ROBOT_ID
from tests.unit.gui.features.run.conftest import Desk
from wsusim.backends.serial_line.search import ListedPort
from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.robots.robot_selector import Way
from wsusim.gui.shell.watched import RunState
from wsusim.recording.info import describe
from wsusim.runs.actions import Drag
from wsusim.runs.events import Ended, Failed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

DRIVER = """
    class Driver(Controller):
        def run(self):
            print("off I go")
            self.motors.set_speeds(4, 4)
            while self.active:
                self.sensors.proximities
                self.sleep(0.1)
"""


@pytest.fixture
def emulation() -> Iterator[Emulation]:
    """Run an emulated robot on a network port of this computer."""
    with running(EmulationRequest(tcp="0", baud=38400)) as (made, _):
        yield made


def choose(desk: Desk, address: str) -> None:
    """Choose the robot at a network address, at the emulator's speed."""
    selector = desk.robots.selector
    selector.choose(Way.NETWORK)
    selector.network.setText(address)
    selector.baud.setCurrentIndex(selector.baud.findData(38400))


def drive(desk: Desk, emulation: Emulation) -> None:
    """Have a controller drive the real robot."""
    choose(desk, emulation.ports[0].address)
    desk.load(DRIVER)
    desk.window.action_set["run"].trigger()
    desk.until(lambda: has_driven(emulation))


@pytest.fixture
def driving(desk: Desk, emulation: Emulation) -> Iterator[Desk]:
    """Return a window in which a controller drives the real robot; stop it before that has gone."""
    drive(desk, emulation)
    desk.until(lambda: desk.tick > 20)
    yield desk
    desk.window.action_set["stop"].trigger()
    desk.until(lambda: desk.watched.state is not RunState.GOING)


def test_the_selector_is_beside_the_controllers(desk: Desk) -> None:
    """In their panel."""
    assert desk.side.controllers.panel.isAncestorOf(desk.robots.selector)


def test_the_panels_show_the_real_robot(driving: Desk, emulation: Emulation) -> None:
    """Its answers in the sensor display, its prints, its reckoned pose in the maze."""
    picture = driving.watched.picture
    assert picture is not None
    robot = picture.snapshot.robots[0]
    truth = emulation.simulation.snapshot().robots[0]

    assert driving.bridge.run is not None
    assert str(driving.bridge.run.request.real_robot).startswith("serial:socket://")
    assert driving.watched.state is RunState.GOING
    assert driving.side.sensors.sensors.values() is not None
    assert robot.pose.x_mm > 600.0
    assert robot.pose.y_mm == pytest.approx(400.0, abs=5.0)
    assert truth.proximity == pytest.approx(robot.proximity, abs=40)
    driving.until(lambda: "off I go" in driving.side.console.text.toPlainText())


def test_stop_stops_the_motors(driving: Desk, emulation: Emulation) -> None:
    """And the window goes on meanwhile."""
    ends: list[Ended] = []
    driving.watched.ended.connect(ends.append)
    driving.window.action_set["stop"].trigger()
    driving.until(lambda: orders(emulation) == [0.0, 0.0])
    driving.until_state(RunState.ENDED)

    assert ends[0].kind == "stopped"


def test_pause_stops_it_too(driving: Desk, emulation: Emulation) -> None:
    """A robot's time can't stand still; a person who pauses wants the robot to."""
    driving.window.action_set["run"].trigger()
    driving.until_state(RunState.ENDED)

    assert orders(emulation) == [0.0, 0.0]


def test_closing_the_window_stops_the_motors(lone_desk: Desk, emulation: Emulation) -> None:
    """After that, no one could stop them."""
    drive(lone_desk, emulation)
    lone_desk.window.closing.emit()

    assert orders(emulation) == [0.0, 0.0]


def test_reset_stops_the_motors(driving: Desk, emulation: Emulation) -> None:
    """The maze is shown again, the robot stands."""
    driving.window.reset()
    driving.until(lambda: orders(emulation) == [0.0, 0.0])

    assert driving.watched.state is RunState.IDLE


def test_the_robot_can_be_said_to_be_elsewhere(driving: Desk) -> None:
    """Dragging it in the maze is telling where it was carried; caps stay."""
    refusals: list[str] = []
    driving.bridge.refused.connect(refusals.append)
    driving.bridge.do(Drag(ROBOT_ID, 300.0, 200.0))
    driving.bridge.do(Drag(CAP_ID, 500.0, 500.0))
    driving.until(lambda: bool(refusals))

    picture = driving.watched.picture
    assert picture is not None
    assert picture.snapshot.robots[0].pose.y_mm == pytest.approx(200.0, abs=5.0)


def test_a_lost_link_is_shown(desk: Desk, emulation: Emulation) -> None:
    """In the message bar; the robot is stopped when it is back."""
    failures: list[Failed] = []
    desk.watched.failed.connect(failures.append)
    with cable_to(emulation.ports[0].address) as cable:
        choose(desk, cable.address)
        desk.load(DRIVER)
        desk.window.action_set["run"].trigger()
        desk.until(lambda: has_driven(emulation))
        cable.pull()
        desk.until(lambda: len(failures) == 2)
        told_meanwhile = desk.window.messages.text
        cable.plug()
        desk.until_state(RunState.ENDED)

    assert "can't be reached and may still be driving" in told_meanwhile
    assert "has stopped answering" in failures[0].report.message
    assert "answered again and was stopped" in desk.window.messages.text
    assert orders(emulation) == [0.0, 0.0]


def test_a_robot_that_is_not_there_is_told(desk: Desk) -> None:
    """With what to do; the maze can be edited again."""
    choose(desk, "127.0.0.1:9")
    desk.load(DRIVER)
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.IDLE)

    assert "Nothing answers" in desk.window.messages.text


def test_a_thymio_in_the_network_is_driven(desk: Desk) -> None:
    """By the same button; a program in the Khepera's units gets its hint."""
    with running(EmulationRequest(tcp="0", kind="thymio")) as (emulation, _):
        selector = desk.robots.selector
        selector.choose(Way.NETWORK)
        selector.kind.show_value("thymio")
        selector.network.setText(emulation.ports[0].address.removeprefix("socket://"))
        desk.load(DRIVER)
        desk.window.action_set["run"].trigger()
        desk.until(lambda: has_driven(emulation))
        said = desk.window.messages.text
        desk.window.action_set["stop"].trigger()
        desk.until_state(RunState.ENDED)
        assert orders(emulation) == [0.0, 0.0]
    assert "gives speeds in the robot's own unit: on a Thymio" in said


def test_a_robot_is_found_by_asking(desk: Desk) -> None:
    """On the ports that are there; the emulator stands for one of them."""
    with running(EmulationRequest(tcp="0", kind="thymio")) as (emulation, _):
        side, port = desk.robots, emulation.ports[0].address
        side.list_them = lambda: [ListedPort(port, "")]
        side.selector.choose(Way.SERIAL)
        side.selector.find_button.click()
        desk.until(lambda: "answers on" in side.selector.trouble.text())
        assert side.selector.address == f"thymio:{port}"


def test_driving_by_hand_is_for_simulated_robots(desk: Desk) -> None:
    """It is refused with what to do, before anybody is driven."""
    choose(desk, "127.0.0.1:9")
    desk.window.action_set["drive by hand"].trigger()
    desk.until_state(RunState.IDLE)

    assert "choose the simulated robot to drive by hand" in desk.window.messages.text


def test_speeds_and_single_steps_are_not_offered(desk: Desk) -> None:
    """A real robot's time is its own; with the simulated one they are back."""
    step, speed = desk.window.action_set["step"], desk.side.bar.speed
    choose(desk, "127.0.0.1:9")
    with_real = step.isEnabled(), speed.isEnabled()
    desk.robots.selector.choose(Way.SIMULATED)

    assert with_real == (False, False)
    assert step.isEnabled()
    assert speed.isEnabled()


def test_a_run_in_the_window_is_recorded_the_same(
    lone_desk: Desk, emulation: Emulation, tmp_path: Path
) -> None:
    """By the same switch, and it can be replayed at once."""
    desk, file = lone_desk, tmp_path / "lab.mcap"
    replay = ReplaySide(desk.window)
    replay.record.record_into(file)
    drive(desk, emulation)
    desk.window.action_set["stop"].trigger()
    desk.until_state(RunState.ENDED)
    picture = desk.watched.picture
    replay.open(file)
    desk.until(lambda: replay.film is not None)

    assert str(describe(file).real_robot).startswith("serial:socket://")
    assert picture is not None
    assert replay.film is not None
    last = replay.film.picture_at(replay.film.last_tick).snapshot.robots[0]
    assert last.pose == picture.snapshot.robots[0].pose
    assert last.pose.x_mm > 600.0
