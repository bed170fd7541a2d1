"""Both ends of the link between a controller's process and its parent."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.unit.engine.fake_simulation import FakeSimulation
from wsusim.backends.connection import pipe_pair
from wsusim.backends.contract import LineTimes
from wsusim.backends.link import LinkBackend
from wsusim.backends.link_frames import (
    Kind,
    Wire,
    pack_look,
    unpack_look,
)
from wsusim.backends.link_hub import LinkHub
from wsusim.backends.link_server import LinkServer
from wsusim.backends.simulated import SimulatedBackend
from wsusim.backends.two_processors import TwoProcessors
from wsusim.backends.unsent_orders import NOTED_BYTES, NotedOrders, UnsentOrders, new_page
from wsusim.engine.lockstep import Lockstep
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.camera_image import Camera, Look
from wsusim.model.commands import (
    Say,
    SetLed,
    SetSpeeds,
)
from wsusim.model.extras import EXTRAS
from wsusim.model.readings import QUANTITY_LENGTHS, Quantity


class Linked:
    """A child's end whose parent answers in a thread."""

    def __init__(
        self, until_tick: int | None = None, processors: TwoProcessors | None = None
    ) -> None:
        self.simulation = FakeSimulation()
        self.lockstep = Lockstep(self.simulation, [0], until_tick=until_tick)
        self.robot = SimulatedBackend(self.lockstep, 0, "khepera1", EXTRAS)
        self.child_end, self.parent_end = pipe_pair()
        self.page = new_page()
        noted = NotedOrders(self.page)
        self.server = LinkServer(self.robot, self.robot.connect(), noted=noted)
        self.report: dict[str, Any] | None = None
        self._has_ended = threading.Event()
        self._hub = LinkHub()
        self._hub.processors = processors
        self._hub.__enter__()
        self._link = self._hub.add(self.parent_end, self.server, self._note_end)
        self.child = LinkBackend(self.child_end, orders=UnsentOrders(os.dup(self.page)))

    def _note_end(self, report: dict[str, Any] | None, broken: BaseException | None) -> None:
        self.report = report
        assert broken is None
        self._has_ended.set()

    def end(self) -> None:
        """Let the child go, and wait until its parent has seen it."""
        self.child_end.close()
        assert self._has_ended.wait(10.0)
        self._hub.__exit__()
        self.parent_end.close()
        os.close(self.page)

    def take_noted_orders(self) -> None:
        """Have the parent look what is not sent yet."""
        assert self._link.soon(self.server.take_noted_orders).wait(10.0)


@pytest.fixture
def linked() -> Iterator[Linked]:
    """Return both ends of a link; the run ends at tick 1000."""
    both = Linked(until_tick=1000)
    yield both
    both.end()


def test_says_who_it_is(linked: Linked) -> None:
    """The child learns the robot's number and kind from its parent."""
    assert linked.child.connect() == replace(linked.robot.connect(), backend="link")
    assert linked.child.time_stands_still


def test_a_poll_is_one_exchange(linked: Linked) -> None:
    """A controller that reads, orders and sleeps costs one exchange for each round."""
    child = linked.child
    child.read(Quantity.PROXIMITY)
    before = child.exchanges
    for tick in range(2, 22, 2):
        child.read(Quantity.PROXIMITY)
        child.send(SetSpeeds(1, -1))
        child.sleep_until_tick(tick)
    assert child.exchanges - before == 10


class Fickle(TwoProcessors):
    """Changes its mind with every third answer."""

    def __init__(self) -> None:
        super().__init__(0, 1)
        self._answers = 0

    def note_answer(self) -> None:
        """Count answers."""
        self._answers += 1
        self.are_used = self._answers % 6 >= 3


def polled(linked: Linked) -> list[tuple[int, ...]]:
    """Return what a child reads that polls for a while."""
    found = []
    for tick in range(2, 60, 2):
        linked.child.send(SetSpeeds(tick % 5, 3))
        linked.child.sleep_until_tick(tick)
        found.append((linked.child.last_tick, *linked.child.read(Quantity.POSITIONS)))
    linked.end()
    return found


def test_the_same_whether_both_ends_stay_awake_or_sleep() -> None:
    """And in whichever turn they do either."""
    assert polled(Linked(processors=Fickle())) == polled(Linked())


def test_a_picture_is_not_taken_in_advance(linked: Linked) -> None:
    """A camera keeps its picture for a while, so a new one is taken only when it is asked for."""
    linked.child.read(Quantity.CAMERA_PIXELS)
    linked.child.sleep_until_tick(2)
    before = linked.child.exchanges

    linked.child.read(Quantity.CAMERA_PIXELS)

    assert linked.child.exchanges == before + 1


def test_the_same_pictures_as_without_a_link(linked: Linked) -> None:
    """To the byte."""
    linked.child.send(SetSpeeds(3, 4))
    linked.child.sleep_until_tick(100)
    look = Look(Camera.EYE, 320, 240)
    assert linked.child.look(look) == linked.robot.look(look)


def test_a_picture_that_is_refused_is_refused_to_the_child_too(linked: Linked) -> None:
    """With the same words; the link lives on."""
    with pytest.raises(RobotRefused, match="no camera above its arena"):
        linked.child.look(Look(Camera.ARENA, 64, 48))
    assert linked.child.read(Quantity.PROXIMITY)


@pytest.mark.parametrize(
    "wanted",
    [0, 1 << 40, -5, pack_look(Look(Camera.EYE, 63, 48)), pack_look(Look(Camera.EYE, 64, 30000))],
)
def test_a_picture_that_no_camera_takes_ends_the_link(wanted: int) -> None:
    """The parent believes nothing that a child says."""
    with pytest.raises(LinkLost, match="no camera takes"):
        unpack_look(wanted)


def test_the_same_readings_as_without_a_link(linked: Linked) -> None:
    """Readings and ticks are those that the robot itself gives."""
    linked.child.send(SetSpeeds(3, 4))
    linked.child.sleep_until_tick(100)
    assert linked.child.now_ticks() == 100
    assert linked.child.read(Quantity.POSITIONS) == (300, 400)
    assert {q: linked.child.read(q) for q in Quantity} == {
        q: linked.robot.read(q) for q in Quantity
    }


def test_no_old_readings_after_a_sleep(linked: Linked) -> None:
    """What was read before a sleep is never returned after it."""
    child = linked.child
    first = child.read(Quantity.PROXIMITY)[0]
    child.sleep_until_tick(2)
    second = child.read(Quantity.PROXIMITY)[0]
    child.sleep_until_tick(4)
    child.sleep_until_tick(6)
    third = child.read(Quantity.PROXIMITY)[0]

    assert (first, second, third) == (0, 2, 6)


def test_the_end_of_the_run_arrives(linked: Linked) -> None:
    """The child sees the stop in the answer to its sleep, and later sleeps return at once."""
    linked.child.sleep_until_tick(5000)
    exchanges = linked.child.exchanges
    linked.child.sleep_until_tick(6000)
    assert linked.child.is_stopping
    assert linked.child.now_ticks() == 1000
    assert linked.child.exchanges == exchanges


def test_last_orders_reach_the_robot() -> None:
    """Orders given after the last sleep arrive with the report of the end, then the motors stop."""
    linked = Linked()
    linked.child.send(SetLed(0, 1))
    linked.child.make_safe()
    linked.child.send(SetSpeeds(9, 9))
    linked.child.report_end({"outcome": "finished"})
    linked.end()
    linked.robot.close()
    assert linked.report == {"outcome": "finished"}
    assert linked.simulation.log[-2:] == [(0, 0, SetLed(0, 1)), (0, 0, "safe")]


def test_orders_of_a_controller_that_computes_are_handed_over(linked: Linked) -> None:
    """They wait in the simulation for the next tick, and what comes later follows them."""
    linked.child.connect()
    linked.child.send(SetSpeeds(8, 8))
    linked.child.send(SetLed(0, 1))

    linked.child.hand_over_orders()
    waiting = [*linked.lockstep.participant(0).commands]
    linked.child.send(SetSpeeds(1, 1))
    linked.child.sleep_until_tick(10)

    assert waiting == [SetSpeeds(8, 8), SetLed(0, 1)]
    assert linked.simulation.positions == [(10, 10)]


def test_unsent_orders_are_read_from_the_shared_page(linked: Linked) -> None:
    """Once each, whether they are handed over after all or not, and in the same order."""
    child, commands = linked.child, linked.lockstep.participant(0).commands
    child.connect()
    child.send(SetSpeeds(8, 8))
    linked.take_noted_orders()
    first = [*commands]
    child.send(SetLed(0, 1))
    linked.take_noted_orders()
    child.send(SetSpeeds(1, 1))
    child.hand_over_orders()
    linked.take_noted_orders()

    assert first == [SetSpeeds(8, 8)]
    assert [*commands] == [SetSpeeds(8, 8), SetLed(0, 1), SetSpeeds(1, 1)]


def test_orders_that_were_taken_before_their_time_change_no_run(linked: Linked) -> None:
    """They wait for the tick for which they would have waited anyway."""
    child = linked.child
    child.connect()
    child.sleep_until_tick(10)
    child.send(SetSpeeds(8, 8))
    linked.take_noted_orders()
    child.sleep_until_tick(20)
    child.send(SetSpeeds(1, 1))
    child.sleep_until_tick(30)

    assert linked.simulation.log == [(10, 0, SetSpeeds(8, 8)), (20, 0, SetSpeeds(1, 1))]


def test_nonsense_that_is_noted_ends_the_link_at_the_next_question(linked: Linked) -> None:
    """As it does in a question."""
    linked.child.connect()
    linked.child._orders.give(b'["Fly",1]\n')
    linked.take_noted_orders()

    with pytest.raises(LinkLost, match="robots don't have"):
        linked.child.read(Quantity.PROXIMITY)


def test_more_orders_than_can_be_noted_are_handed_over(linked: Linked) -> None:
    """So that none waits where the parent doesn't see it."""
    linked.child.connect()
    exchanges = linked.child.exchanges
    say = Say("x" * 1000)
    given = NOTED_BYTES // 1000 + 1
    for _ in range(given):
        linked.child.send(say)

    assert linked.child.exchanges == exchanges + 1
    assert len(linked.lockstep.participant(0).commands) > 0.9 * given


def test_the_last_words_come_after_orders_that_are_being_handed_over() -> None:
    """Nothing is lost, and no thread gets another's answer."""
    child_end, parent_end = pipe_pair()
    child, parent = LinkBackend(child_end), Wire(parent_end)
    child.send(SetSpeeds(8, 8))
    hands_over = threading.Thread(target=child.hand_over_orders, daemon=True)
    reports = threading.Thread(target=child.report_end, args=({},), daemon=True)
    hands_over.start()
    handed_over = parent.receive()
    reports.start()

    assert not select.select([parent_end.fileno()], [], [], 0.1)[0]
    parent.send(Kind.EXCHANGE, 0, 0, 0, b"")
    last = parent.receive()
    parent.send(Kind.DONE, 0, 0, 0, b"")
    for thread in (hands_over, reports):
        thread.join(10.0)
        assert not thread.is_alive()

    assert (handed_over[0], last[0]) == (Kind.EXCHANGE, Kind.DONE)
    child_end.close()
    parent_end.close()


def test_a_child_that_goes_leaves_no_report() -> None:
    """When the child is gone without a word, the parent's end returns nothing."""
    linked = Linked()
    linked.end()
    assert linked.report is None


def test_a_parent_that_goes_is_noticed() -> None:
    """When the parent is gone, the child's call says that the link is lost."""
    child_end, parent_end = pipe_pair()
    parent_end.close()
    with pytest.raises(LinkLost):
        LinkBackend(child_end).sleep_until_tick(10)
    child_end.close()


def test_a_copy_of_the_process_is_refused(linked: Linked) -> None:
    """Two that speak over one link would garble it; the copy is told what to do instead."""
    linked.child.note_copy()
    with pytest.raises(LinkLost, match="Only the original can use the robot"):
        linked.child.read(Quantity.PROXIMITY)


def test_close_tells_the_parent(linked: Linked) -> None:
    """Closing the child's end brings the motors to rest; closing twice is no mistake."""
    linked.child.send(SetSpeeds(5, 5))
    linked.child.close()
    linked.child.close()
    linked.robot.close()
    assert linked.simulation.speeds == [(0, 0)]


class RealTimeRobot(SimulatedBackend):
    """A robot whose time goes on by itself and whose cable can be pulled out."""

    time_stands_still = False
    is_lost = False
    has_gripper = True
    questions = 0

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return readings while the cable is in."""
        if self.is_lost:
            raise LinkLost("The cable is out. Put it in again.")
        if quantity is Quantity.ARM and not self.has_gripper:
            raise RobotRefused("Is the gripper turret plugged on?")
        self.questions += 1
        return super().read(quantity)


def real_time() -> tuple[Linked, RealTimeRobot]:
    """Return a link to a robot whose time does not stand still."""
    linked = Linked()
    robot = RealTimeRobot(linked.lockstep, 0, "khepera1")
    linked.server._backend = robot
    linked.child.connect()
    return linked, robot


def test_on_a_real_robot_orders_do_not_wait() -> None:
    """On a robot whose time goes on, an order is sent at once and each reading is asked for."""
    linked, robot = real_time()
    linked.child.send(SetSpeeds(2, 2))
    robot.sleep_until_tick(10)
    assert linked.child.read(Quantity.POSITIONS) == (20, 20)
    robot.sleep_until_tick(20)
    assert linked.child.read(Quantity.POSITIONS) == (40, 40)
    assert linked.child.now_ticks() == 20
    linked.end()


def test_a_real_robot_is_asked_nothing_unasked() -> None:
    """On a serial line a question takes time: after a sleep only the controller asks."""
    linked, robot = real_time()
    linked.child.read(Quantity.POSITIONS)
    linked.child.read(Quantity.PROXIMITY)

    linked.child.sleep_until_tick(10)

    assert robot.questions == 2
    linked.end()


def test_the_lines_times_are_asked_of_the_parent(linked: Linked) -> None:
    """The child knows nothing of the line."""
    times = LineTimes(0.0125, 0.25)
    linked.robot.line_times = lambda: times  # type: ignore[method-assign]

    assert linked.child.line_times() == times


def test_a_lost_robot_is_told() -> None:
    """When the parent loses the robot, the child gets the very message."""
    linked, robot = real_time()
    robot.is_lost = True
    with pytest.raises(LinkLost, match="The cable is out"):
        linked.child.read(Quantity.POSITIONS)
    assert linked.child.is_stopping
    linked.end()


def test_a_robot_that_refuses_goes_on() -> None:
    """What its turret can't do is an error at the call; the controller is not asked to end."""
    linked, robot = real_time()
    robot.has_gripper = False

    with pytest.raises(RobotRefused, match="gripper"):
        linked.child.read(Quantity.ARM)

    assert not linked.child.is_stopping
    assert linked.child.read(Quantity.POSITIONS) == (0, 0)
    linked.end()


def test_lengths_of_all_quantities(linked: Linked) -> None:
    """Every quantity comes with as many numbers as it has."""
    lengths = {q: len(linked.child.read(q)) for q in Quantity}
    assert lengths == QUANTITY_LENGTHS
