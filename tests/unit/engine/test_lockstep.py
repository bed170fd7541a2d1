"""Lock-step: who waits for whom, and what is exact about it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.unit.engine.fake_simulation import FakeSimulation
from wsusim.engine.lockstep import MANY, EndReason, Lockstep, Participant
from wsusim.errors import ControllerStopped
from wsusim.model.commands import Command, Draw, Say, SetLed, SetSpeeds
from wsusim.model.readings import Quantity

Script = Callable[[Lockstep, Participant], None]


def drive(lockstep: Lockstep, scripts: dict[int, Script]) -> None:
    """Run one thread per robot to its end; each leaves when its script is over."""

    def body(participant: Participant, script: Script) -> None:
        script(lockstep, participant)
        lockstep.leave(participant)

    threads = [
        threading.Thread(target=body, args=(lockstep.participant(robot), script))
        for robot, script in scripts.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10.0)
        assert not thread.is_alive(), "a controller's thread hangs"


def go(left: int, right: int, period: int, until: int) -> Script:
    """Return a script that orders speeds every ``period`` ticks until a tick or the end."""

    def script(lockstep: Lockstep, participant: Participant) -> None:
        for tick in range(period, until + 1, period):
            if lockstep.is_stopping:
                return
            participant.commands.append(SetSpeeds(left, right))
            lockstep.wait(participant, tick)

    return script


def test_alone_steps_itself() -> None:
    """A single controller's wait steps the engine to exactly its tick, in its own thread."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0])
    lockstep.wait(lockstep.participant(0), 7)
    assert (simulation.tick, lockstep.tick) == (7, 7)


def test_orders_wait_for_the_step() -> None:
    """Orders reach the simulation only with the next step, so a reading before it is older."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0])
    lockstep.participant(0).commands.append(SetSpeeds(3, 4))
    before = list(simulation.log)
    lockstep.wait(lockstep.participant(0), 2)
    assert before == []
    assert simulation.log == [(0, 0, SetSpeeds(3, 4))]
    assert simulation.positions == [(6, 8)]


def test_a_past_tick_does_not_step() -> None:
    """Waiting for a tick that has been returns at once and gives no orders away."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0])
    participant = lockstep.participant(0)
    lockstep.wait(participant, 5)
    participant.commands.append(SetLed(0, 1))
    lockstep.wait(participant, 5)
    assert simulation.log == []


def test_earliest_first() -> None:
    """With several controllers the engine advances to the earliest tick that one waits for."""
    seen: list[tuple[int, int]] = []

    def every(period: int) -> Script:
        def script(lockstep: Lockstep, participant: Participant) -> None:
            for tick in range(period, 13, period):
                lockstep.wait(participant, tick)
                seen.append((participant.robot, lockstep.tick))

        return script

    drive(Lockstep(FakeSimulation(2), [0, 1]), {0: every(4), 1: every(3)})
    assert [tick for robot, tick in seen if robot == 0] == [4, 8, 12]
    assert [tick for robot, tick in seen if robot == 1] == [3, 6, 9, 12]


def test_robot_order_whatever_the_threads_do() -> None:
    """Orders are applied in the robots' order, not in the order in which threads gave them."""
    simulation = FakeSimulation(3)
    lockstep = Lockstep(simulation, [2, 0, 1])
    for robot in (2, 0, 1):
        lockstep.participant(robot).commands.append(SetLed(0, robot % 2))
    drive(lockstep, {robot: lambda step, place: step.wait(place, 1) for robot in (1, 2, 0)})
    led_orders = [robot for _, robot, order in simulation.log if isinstance(order, SetLed)]
    assert led_orders == [0, 1, 2]


def test_many_threads_repeat() -> None:
    """Ten controllers with different periods give the same trace in every run."""

    def trace() -> list[tuple[tuple[int, int], ...]]:
        simulation = FakeSimulation(10)
        lockstep = Lockstep(simulation, range(10), until_tick=200)
        drive(lockstep, {robot: go(robot, -robot, robot % 4 + 1, 180) for robot in range(10)})
        return simulation.trace

    assert trace() == trace()


def test_a_leaver_is_not_waited_for() -> None:
    """A controller that leaves gives its last orders, its motors stop, the others go on."""
    simulation = FakeSimulation(2)
    lockstep = Lockstep(simulation, [0, 1])

    def short(lockstep: Lockstep, participant: Participant) -> None:
        participant.commands.append(SetLed(1, 1))

    drive(lockstep, {0: short, 1: go(1, 1, 5, 20)})
    of_leaver = [(tick, order) for tick, robot, order in simulation.log if robot == 0]
    assert of_leaver[:2] == [(0, SetLed(1, 1)), (0, "safe")]
    assert simulation.tick == 20


def test_over_when_all_have_left() -> None:
    """After the last controller has left the run is over, motors stopped."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0])
    drive(lockstep, {0: go(2, 2, 2, 10)})
    assert lockstep.end_reason is EndReason.FINISHED
    assert simulation.log[-1] == (10, 0, "safe")


@pytest.mark.parametrize("robots", [1, 3])
def test_time_is_up_at_the_very_tick(robots: int) -> None:
    """At the time limit everybody wakes in that tick, motors stopped, and time stands still."""
    simulation = FakeSimulation(robots)
    lockstep = Lockstep(simulation, range(robots), until_tick=15)
    drive(lockstep, {robot: go(1, 1, 4 + robot, 1000) for robot in range(robots)})
    assert (simulation.tick, lockstep.end_reason) == (15, EndReason.TIME)
    assert [event for event in simulation.log if event[2] == "safe"] == [
        (15, robot, "safe") for robot in range(robots)
    ]


@pytest.mark.parametrize("robots", [1, 2])
def test_mission_ends_the_run(robots: int) -> None:
    """When the mission has ended, a long sleep returns in that tick with ``is_stopping``."""
    simulation = FakeSimulation(robots, mission_tick=33)
    lockstep = Lockstep(simulation, range(robots), until_tick=5000)
    drive(lockstep, {robot: go(1, 1, 2000, 2000) for robot in range(robots)})
    assert (simulation.tick, lockstep.end_reason) == (33, EndReason.MISSION)
    assert lockstep.is_stopping


def test_a_mission_won_in_the_last_tick_counts() -> None:
    """When mission and time end in the same tick, the mission is the reason."""
    lockstep = Lockstep(FakeSimulation(mission_tick=20), [0], until_tick=20)
    lockstep.wait(lockstep.participant(0), 50)
    assert lockstep.end_reason is EndReason.MISSION


def test_orders_after_the_end_are_dropped() -> None:
    """Nothing a controller orders after the end reaches the robot or piles up."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0], until_tick=5)
    participant = lockstep.participant(0)
    lockstep.wait(participant, 10)
    participant.commands.append(SetSpeeds(9, 9))
    lockstep.wait(participant, 20)
    assert simulation.log == [(5, 0, "safe")]
    assert list(participant.commands) == []


def test_stop_wakes_everybody() -> None:
    """A stop asked for by another thread wakes every waiting controller, motors stopped."""
    simulation = FakeSimulation(2)
    lockstep = Lockstep(simulation, [0, 1], paced=True)
    threads = [
        threading.Thread(target=lockstep.wait, args=(lockstep.participant(robot), 10**6))
        for robot in (0, 1)
    ]
    for thread in threads:
        thread.start()
    assert lockstep.await_all(10.0)
    lockstep.request_stop()
    for thread in threads:
        thread.join(10.0)
    assert not any(thread.is_alive() for thread in threads)
    assert simulation.log == [(0, 0, "safe"), (0, 1, "safe")]
    assert lockstep.end_reason is EndReason.STOPPED


def test_stop_of_one() -> None:
    """One controller can be stopped alone: it wakes, its motors stand, the others go on."""
    simulation = FakeSimulation(2)
    lockstep = Lockstep(simulation, [0, 1])
    first, second = lockstep.participant(0), lockstep.participant(1)
    first.commands.append(SetSpeeds(5, 5))
    thread = threading.Thread(target=lockstep.wait, args=(first, 1000))
    thread.start()
    while not first.is_waiting:
        thread.join(0.001)
    lockstep.stop(first)
    thread.join(10.0)
    assert (first.is_stopping, second.is_stopping, lockstep.is_stopping) == (True, False, False)
    lockstep.leave(first)
    lockstep.wait(second, 20)
    assert (lockstep.tick, simulation.positions[0]) == (20, (0, 0))


def test_stop_ends_a_long_sleep() -> None:
    """A stop is noticed in the midst of a sleep of days."""

    class Stopper(FakeSimulation):
        def advance(self, ticks: int) -> int:
            lockstep._stop_asked = True  # as another thread does before it waits for the mutex
            return super().advance(ticks)

    simulation = Stopper()
    lockstep = Lockstep(simulation, [0])
    lockstep.wait(lockstep.participant(0), 10**9)
    assert simulation.tick <= 1000
    assert lockstep.end_reason is EndReason.STOPPED


def test_make_safe_keeps_the_motors_still() -> None:
    """After ``make_safe`` the motors stand and later orders are ignored, once and for all."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0])
    participant = lockstep.participant(0)
    participant.commands.extend([SetSpeeds(5, 5), SetLed(0, 1)])
    lockstep.make_safe(participant)
    lockstep.make_safe(participant)
    at_once = list(simulation.log)
    participant.commands.append(SetSpeeds(6, 6))
    lockstep.wait(participant, 4)
    assert at_once == [(0, 0, "safe")]
    assert simulation.log[1:] == [(0, 0, SetSpeeds(5, 5)), (0, 0, SetLed(0, 1)), (0, 0, "safe")]
    assert simulation.positions == [(0, 0)]


def test_leaving_wakes_a_waiting_controller() -> None:
    """If another thread takes out a waiting controller, its wait returns."""
    lockstep = Lockstep(FakeSimulation(2), [0, 1])
    thread = threading.Thread(target=lockstep.wait, args=(lockstep.participant(0), 50))
    thread.start()
    while not lockstep.participant(0).is_waiting:
        thread.join(0.001)
    lockstep.leave(lockstep.participant(0))
    thread.join(10.0)
    assert not thread.is_alive()
    lockstep.wait(lockstep.participant(1), 3)
    assert lockstep.tick == 3


def test_remarks_go_to_the_host() -> None:
    """What a controller says or draws goes to the observer with its tick, never to the robot."""
    simulation = FakeSimulation()
    remarks: list[tuple[int, int, Command]] = []
    lockstep = Lockstep(simulation, [0], on_annotation=lambda *remark: remarks.append(remark))
    participant = lockstep.participant(0)
    lockstep.wait(participant, 3)
    participant.commands.extend([Say("hello"), SetLed(0, 1), Draw("dots", ((1.0, 2.0),))])
    lockstep.wait(participant, 4)
    assert remarks == [(3, 0, Say("hello")), (3, 0, Draw("dots", ((1.0, 2.0),)))]
    assert simulation.log == [(3, 0, SetLed(0, 1))]


def test_observer_sees_every_order() -> None:
    """The command observer hears of all orders in the order of their application."""
    heard: list[tuple[int, int, Command]] = []
    lockstep = Lockstep(FakeSimulation(), [0], on_command=lambda *order: heard.append(order))
    lockstep.participant(0).commands.extend([SetLed(0, 1), Say("on")])
    lockstep.wait(lockstep.participant(0), 1)
    assert heard == [(0, 0, SetLed(0, 1)), (0, 0, Say("on"))]


def test_orders_of_many_controllers_are_the_same_as_of_few() -> None:
    """Speeds of robots without other orders come at once, and are told in the robots' order."""
    heard: list[tuple[int, int, Command]] = []
    simulation = FakeSimulation(MANY)
    lockstep = Lockstep(simulation, range(MANY), on_command=lambda *order: heard.append(order))
    given = {robot: [SetSpeeds(robot, -robot)] for robot in range(MANY)}
    given[3] = [SetLed(0, 1), SetSpeeds(9, 9)]
    given[5] = [SetSpeeds(1, 1), SetSpeeds(2, 2)]
    given[7] = []
    for robot, orders in given.items():
        lockstep.participant(robot).commands += orders

    for robot in range(MANY):
        lockstep.wait_then(lockstep.participant(robot), 1, list)

    wheels = {robot: order for _, robot, order in simulation.log if isinstance(order, SetSpeeds)}
    last = {robot: orders[-1] for robot, orders in given.items() if orders}
    assert wheels == last
    assert heard == [(0, robot, order) for robot, orders in given.items() for order in orders]


def test_detached_joins_again() -> None:
    """A controller left behind is not waited for, and joins again when it next waits."""
    simulation = FakeSimulation(2)
    lockstep = Lockstep(simulation, [0, 1], paced=True)
    waiter = threading.Thread(target=lockstep.wait, args=(lockstep.participant(1), 2))
    waiter.start()
    while not lockstep.participant(1).is_waiting:
        waiter.join(0.001)
    assert lockstep.detach_running() == (0,)
    lockstep.step_to(10)
    waiter.join(10.0)
    late = threading.Thread(target=lockstep.wait, args=(lockstep.participant(0), 5))
    late.start()
    lockstep.leave(lockstep.participant(1))
    assert lockstep.await_all(10.0)
    lockstep.step_to(10)
    late.join(10.0)
    assert lockstep.tick == 5


def test_paced_waits_for_its_stepper() -> None:
    """In paced mode no controller steps, and the stepper may go as far as one waits for."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0], paced=True)
    thread = threading.Thread(target=lockstep.wait, args=(lockstep.participant(0), 6))
    thread.start()
    assert lockstep.await_all(10.0)
    waited_for, before = lockstep.participant(0).is_waiting, simulation.tick
    assert (waited_for, before) == (True, 0)
    lockstep.step_to(4)
    still_waiting = lockstep.participant(0).is_waiting
    lockstep.step_to(100)
    thread.join(10.0)
    assert still_waiting
    assert simulation.tick == 6


def test_reads_through_the_lock() -> None:
    """Readings of several controllers come from the simulation unchanged."""
    lockstep = Lockstep(FakeSimulation(2), [0, 1])
    assert lockstep.read(1, Quantity.PROXIMITY) == (0,) * 8


@pytest.mark.parametrize("robots", [1, 2])
def test_a_broken_engine_ends_the_run(robots: int) -> None:
    """When the engine fails, every controller is stopped, and the exception is kept."""

    class Broken(FakeSimulation):
        def advance(self, ticks: int) -> int:
            raise ZeroDivisionError

    lockstep = Lockstep(Broken(robots), range(robots))
    drive(lockstep, {robot: go(1, 1, 2, 100) for robot in range(robots)})
    assert lockstep.end_reason is EndReason.BROKEN
    assert isinstance(lockstep.failure, ZeroDivisionError)


def test_a_broken_observer_ends_the_run() -> None:
    """An observer that fails (a full disk) ends the run as the engine's own failure does."""

    def full(tick: int, robot: int, command: Command) -> None:
        raise OSError("disk full")

    lockstep = Lockstep(FakeSimulation(), [0], on_command=full)
    drive(lockstep, {0: go(1, 1, 2, 100)})
    assert isinstance(lockstep.failure, OSError)


def test_an_exception_thrown_into_the_stepper() -> None:
    """What is thrown into a stepping controller's thread to end it goes on up, the run ends."""

    class Interrupted(FakeSimulation):
        def advance(self, ticks: int) -> int:
            raise ControllerStopped

    lockstep = Lockstep(Interrupted(), [0])
    with pytest.raises(ControllerStopped):
        lockstep.wait(lockstep.participant(0), 5)
    assert lockstep.end_reason is EndReason.STOPPED


def test_of_speeds_one_after_the_other_only_the_last_is_applied() -> None:
    """An order that the very next one makes void never reaches the robot; others come between."""
    simulation = FakeSimulation()
    lockstep = Lockstep(simulation, [0])
    participant = lockstep.participant(0)
    participant.commands += [SetSpeeds(1, 1), SetSpeeds(2, 2), SetLed(1, 1), SetSpeeds(3, 3)]

    lockstep.wait(participant, 1)

    assert [order for _, _, order in simulation.log] == [
        SetSpeeds(2, 2),
        SetLed(1, 1),
        SetSpeeds(3, 3),
    ]


def test_observers_hear_of_overruled_speeds() -> None:
    """An observer is told every order that was given."""
    heard: list[tuple[int, int, object]] = []
    lockstep = Lockstep(FakeSimulation(), [0], on_command=lambda *told: heard.append(told))
    participant = lockstep.participant(0)
    participant.commands += [SetSpeeds(1, 1), SetSpeeds(2, 2)]

    lockstep.wait(participant, 1)

    assert heard == [(0, 0, SetSpeeds(1, 1)), (0, 0, SetSpeeds(2, 2))]
