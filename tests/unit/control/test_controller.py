"""What a student's class can count on."""

from __future__ import annotations

import sys
import threading

import pytest

from tests.unit.control.backends import CountingBackend
from wsusim import Controller, ControllerStopped, Misuse
from wsusim.backends.contract import RobotInfo
from wsusim.backends.fake import FakeBackend
from wsusim.model.commands import SetSpeeds
from wsusim.model.units import TICKS_PER_SECOND


class Idle(Controller):
    def run(self):  # noqa: D102
        pass


def ran(program: Controller, stop_at_s: float = 2.0) -> FakeBackend:
    """Let a program run to its end; raise what it failed with."""
    fake = FakeBackend(stop_at_s=stop_at_s)
    fake.run(program)
    return fake


class Steps(Controller):
    """Notes the time of each step; ``waits`` are the sleeps within steps, by their number."""

    waits: dict[int, float] = {}  # noqa: RUF012 - as a student writes it

    def setup(self):  # noqa: D102
        self.times = []
        self.ended = 0

    def step(self):  # noqa: D102
        self.times.append(self.time)
        if len(self.times) in self.waits:
            self.sleep(self.waits[len(self.times)])

    def close(self):  # noqa: D102
        self.ended += 1


def test_run_style() -> None:
    """``run`` is called once and ends by itself after Stop."""

    class Drive(Controller):
        def run(self):
            self.motors.set_speeds(3, 3)
            while self.active:
                self.sleep(0.1)
            self.say("done")

    fake = ran(Drive())

    assert fake.commands[0].command == SetSpeeds(3, 3)
    assert (fake.said, fake.now_ticks()) == (["done"], 200)


def test_steps_come_every_period() -> None:
    """``step`` is called at multiples of the default period of 0.05 s, from 0 on."""
    program = Steps()

    ran(program, stop_at_s=0.22)

    assert program.times == [0.0, 0.05, 0.10, 0.15, 0.20]


def test_setup_and_close_are_called_once() -> None:
    """``setup`` comes before the first step and ``close`` after the last."""
    program = Steps()

    ran(program)

    assert program.ended == 1


def test_a_period_between_ticks_does_not_drift() -> None:
    """Each multiple of the period is rounded up to its tick by itself."""

    class Odd(Steps):
        period = 0.025

    program = Odd()
    ran(program, stop_at_s=1.01)

    assert program.times[:5] == [0.0, 0.03, 0.05, 0.08, 0.10]
    assert program.times[40] == 1.0


@pytest.mark.parametrize("period", [0.011, 0.0123, 0.033, 0.0101, 0.0199, 0.07, 0.1 / 3])
def test_no_step_is_lost_or_doubled(period: float) -> None:
    """Whatever the period, steps come at rising ticks, as many as fit."""
    fake = FakeBackend(stop_at_s=20.0)

    class Uncharged(Steps):
        def step(self) -> None:
            self.times.append(fake.now_ticks() / TICKS_PER_SECOND)

    program = Uncharged()
    program.period = period
    program.bind(fake)

    program.run()

    assert program.times == sorted(set(program.times))
    assert abs(len(program.times) - 20.0 / period) <= 1


def test_an_overlong_step_skips_to_the_next_multiple() -> None:
    """A step that takes 0.12 s from 0.10 is followed by the one at 0.25."""

    class Slow(Steps):
        waits = {3: 0.12}  # noqa: RUF012

    program = Slow()
    ran(program, stop_at_s=0.32)

    assert program.times == [0.0, 0.05, 0.10, 0.25, 0.30]


def test_a_step_that_takes_its_whole_period_is_in_time() -> None:
    """A step that ends exactly at the next multiple is followed at once."""

    class Exact(Steps):
        waits = {2: 0.05}  # noqa: RUF012

    program = Exact()
    ran(program, stop_at_s=0.22)

    assert program.times == [0.0, 0.05, 0.10, 0.15, 0.20]


def test_a_long_setup_delays_the_first_step_to_a_multiple() -> None:
    """Steps stay on multiples since the start, however long ``setup`` took."""

    class Late(Steps):
        def setup(self):
            super().setup()
            self.sleep(0.12)

    program = Late()
    ran(program, stop_at_s=0.22)

    assert program.times == [0.15, 0.20]


def test_the_period_may_change_on_the_way() -> None:
    """A new ``period`` holds from the next step on."""

    class Faster(Steps):
        def step(self):
            super().step()
            if len(self.times) == 2:
                self.period = 0.02

    program = Faster()
    ran(program, stop_at_s=0.11)

    assert program.times == [0.0, 0.05, 0.06, 0.08, 0.10]


@pytest.mark.parametrize("period", [0, 0.001, -1, float("nan"), "fast", None, True])
def test_an_impossible_period_is_explained(period: object) -> None:
    """A period below a tick, or no number at all, is a mistake with a message."""
    program = Steps()
    program.period = period  # type: ignore[assignment]

    with pytest.raises(Misuse, match="`period`"):
        ran(program)


def test_finish_ends_a_step_program() -> None:
    """``finish`` within a step makes it the last one; ``close`` follows at once."""

    class Two(Steps):
        def step(self):
            super().step()
            if len(self.times) == 2:
                self.finish()

    program = Two()
    fake = ran(program)

    assert (program.times, program.ended, fake.now_ticks()) == ([0.0, 0.05], 1, 5)


def test_finish_ends_a_loop() -> None:
    """After ``finish`` a ``while self.active`` loop ends."""

    class Loop(Controller):
        def run(self):
            while self.active:
                self.finish()

    assert ran(Loop()).now_ticks() == 0


def test_close_is_called_after_a_mistake() -> None:
    """A mistake in ``step`` is kept, and ``close`` still cleans up."""

    class Broken(Steps):
        def step(self):
            raise KeyError("x")

    program = Broken()
    with pytest.raises(KeyError):
        ran(program)

    assert program.ended == 1


def numbers_of(seed: int, robot: int) -> list[float]:
    """Return the first random numbers of a robot in a run of this seed."""

    class Dice(Idle):
        def run(self):
            self.numbers = [self.random.random() for _ in range(3)]

    program = Dice()
    program.bind(FakeBackend(), RobotInfo(robot, "khepera1", "fake", seed=seed))
    program.run()
    return program.numbers


def test_random_numbers_come_with_the_seed() -> None:
    """The same run brings the same numbers again; another seed or robot brings others."""
    assert numbers_of(1, 0) == numbers_of(1, 0)
    assert len({tuple(numbers_of(*which)) for which in ((1, 0), (2, 0), (1, 1))}) == 3


def test_random_numbers_stay_what_they_are() -> None:
    """A recorded run gets them again years later."""
    assert numbers_of(1, 0)[0] == pytest.approx(0.6770500416129649)


def test_a_program_may_have_its_own_random() -> None:
    """A variable or method of that name is the program's own."""

    class Own(Idle):
        def __init__(self):
            self.random = 4

        def run(self):
            self.say(self.random)

    assert ran(Own()).said == ["4"]


def test_the_start_pose_is_known() -> None:
    """Place and direction, by name and as three numbers."""

    class Placed(Idle):
        def run(self):
            self.x_mm, _, self.heading_deg = self.start_pose
            self.say(self.start_pose.y_mm)

    program, fake = Placed(), FakeBackend()
    program.bind(fake, RobotInfo(0, "khepera1", "fake", start_pose=(380.0, 400.0, 90.0)))

    program.run()

    assert (program.x_mm, fake.said, program.heading_deg) == (380.0, ["400.0"], 90.0)


def test_stop_is_no_failure() -> None:
    """A program that goes on after Stop is ended, and that is not its failure."""

    class Stubborn(Controller):
        def run(self):
            while True:
                self.sleep(0.1)

    program = Stubborn()
    program.bind(FakeBackend(stop_at_s=1.0))

    program.run()

    assert program.failure is None


def test_a_bare_except_does_not_save_a_program_from_stop() -> None:
    """``except Exception`` does not catch the end of the program."""

    class Greedy(Controller):
        def run(self):
            while True:
                try:
                    self.sleep(0.1)
                except Exception:  # noqa: BLE001
                    self.say("caught")

    fake = ran(Greedy())

    assert fake.said == []


@pytest.mark.parametrize("code", [None, 0])
def test_sys_exit_is_an_end(code: int | None) -> None:
    """``sys.exit()`` and ``sys.exit(0)`` end the program without a failure."""

    class Leaving(Controller):
        def run(self):
            sys.exit(code)

    program = Leaving()
    program.bind(FakeBackend())
    program.run()

    assert program.failure is None


@pytest.mark.parametrize(
    "failure",
    [SystemExit(3), SystemExit("why"), ZeroDivisionError("x"), KeyboardInterrupt(), MemoryError()],
    ids=repr,
)
def test_whatever_ends_a_program_is_kept(failure: BaseException) -> None:
    """Every exception is kept in ``failure``, and the robot is made safe exactly once."""

    class Failing(Controller):
        def run(self):
            raise failure

    backend = CountingBackend()
    program = Failing()
    program.bind(backend)

    program.run()

    assert program.failure is failure
    assert backend.times_made_safe == 1


def test_the_robot_is_safe_after_a_good_end() -> None:
    """``make_safe`` is called exactly once at a program's ordinary end."""
    backend = CountingBackend()
    program = Idle()
    program.bind(backend)

    program.run()

    assert backend.times_made_safe == 1


def test_it_runs_as_a_thread() -> None:
    """Started as a thread, a program runs to its end; it is a daemon."""

    class Threaded(Controller):
        def run(self):
            self.seen = threading.current_thread()

    program = Threaded()
    program.bind(FakeBackend())

    program.start()
    program.join(timeout=5.0)

    assert program.seen is program
    assert (program.daemon, program.failure) == (True, None)


def test_super_run_does_no_harm() -> None:
    """A run-style program may call ``super().run()``, as one does with other threads."""

    class Polite(Controller):
        def run(self):
            super().run()
            self.say("ok")

    assert ran(Polite()).said == ["ok"]


def test_controller_stopped_is_no_exception() -> None:
    """``ControllerStopped`` can't be caught by ``except Exception``."""
    assert not issubclass(ControllerStopped, Exception)
