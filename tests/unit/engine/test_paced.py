"""The engine thread's rounds, done one by one with a clock set by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.manual_clock import ManualClock
from tests.unit.engine.fake_simulation import FakeSimulation
from wsusim.engine.lockstep import EndReason, Lockstep
from wsusim.engine.paced import PacedEngine
from wsusim.model.commands import SetSpeeds


class Bench:
    """A paced run of one controller that wants to sleep for very long."""

    def __init__(
        self,
        *,
        speed: float = 1.0,
        patience_s: float | None = None,
        patience_clock: ManualClock | None = None,
        listening: Callable[[], Callable[[], bool]] = lambda: lambda: True,
    ) -> None:
        self.clock = ManualClock()
        self.simulation = FakeSimulation()
        self.lockstep = Lockstep(self.simulation, [0], until_tick=100_000, paced=True)
        self.left_behind: list[tuple[int, ...]] = []
        self.shown_ticks: list[int] = []
        self.engine = PacedEngine(
            self.lockstep,
            speed=speed,
            patience_s=patience_s,
            on_left_behind=self.left_behind.append,
            show=lambda: self.shown_ticks.append(self.simulation.tick),
            clock=self.clock,
            patience_clock=patience_clock,
            listening=listening,
            sleeper=self.clock.sleep,
        )


@contextmanager
def sleeping_controller(bench: Bench) -> Iterator[None]:
    """Let the controller sleep until the end of the run."""
    lockstep = bench.lockstep
    thread = threading.Thread(target=lockstep.wait, args=(lockstep.participant(0), 10**6))
    thread.start()
    assert lockstep.await_all(10.0)
    yield
    lockstep.request_stop()
    thread.join(10.0)
    assert not thread.is_alive()


def test_one_tick_each_ten_milliseconds() -> None:
    """At speed 1 the engine sleeps 10 ms and does one tick, again and again."""
    bench = Bench()
    with sleeping_controller(bench):
        bench.engine.turn()
        bench.engine.turn()
    assert bench.simulation.tick == 2
    assert bench.clock.slept == pytest.approx([0.01, 0.01])


def test_late_ticks_are_made_up_for() -> None:
    """When the machine was busy for a moment, all due ticks are done at once."""
    bench = Bench(speed=10.0)
    with sleeping_controller(bench):
        bench.clock.now_s += 0.0305
        bench.engine.turn()
    assert bench.simulation.tick == 30


def test_many_ticks_at_once_end_with_fresh_readings() -> None:
    """Of several due ticks the last one is even; the odd one follows in the next round."""
    bench = Bench(speed=10.0)
    with sleeping_controller(bench):
        bench.clock.now_s += 0.0315
        bench.engine.turn()
        first = bench.simulation.tick
        bench.engine.turn()
    assert (first, bench.simulation.tick) == (30, 31)


def test_pause_and_single_step() -> None:
    """While paused nothing moves but the single steps asked for."""
    bench = Bench()
    with sleeping_controller(bench):
        bench.engine.pause()
        bench.engine.turn()
        paused_at = bench.simulation.tick
        bench.engine.single_step(3)
        bench.engine.turn()
        bench.engine.turn()
    assert (paused_at, bench.simulation.tick) == (0, 3)
    assert bench.engine.is_paused


def test_resume_does_not_catch_up() -> None:
    """Time spent in a pause is not made up for."""
    bench = Bench()
    with sleeping_controller(bench):
        bench.engine.pause()
        bench.engine.turn()
        bench.clock.now_s += 1000.0
        bench.engine.resume()
        bench.engine.turn()
    assert bench.simulation.tick == 1


def test_speed_can_change() -> None:
    """A new speed holds from the next tick on."""
    bench = Bench()
    with sleeping_controller(bench):
        bench.engine.turn()
        bench.engine.set_speed(0.1)
        bench.engine.turn()
    assert bench.clock.slept == pytest.approx([0.01, 0.1])


def test_requests_are_run_between_ticks() -> None:
    """Posted calls run in order in the stepping thread, also while paused."""
    bench = Bench()
    order: list[str] = []
    with sleeping_controller(bench):
        bench.engine.pause()
        bench.engine.post(lambda: order.append("first"))
        bench.engine.post(lambda: order.append("second"))
        bench.engine.turn()
    assert order == ["first", "second"]


def test_what_is_new_is_shown_at_a_rate() -> None:
    """At most so many looks are taken in a second of wall-clock time."""
    bench = Bench(speed=10.0)
    with sleeping_controller(bench):
        for _ in range(100):
            bench.engine.turn()
    assert 5 <= len(bench.shown_ticks) <= 7


def test_a_request_shows_while_paused() -> None:
    """While paused a look is taken in every round, so that it shows what a posted call changed."""
    bench = Bench()
    with sleeping_controller(bench):
        bench.engine.pause()
        bench.engine.turn()
        bench.engine.turn()
    assert bench.shown_ticks == [0, 0]


def test_the_world_waits_without_patience_limit() -> None:
    """Without a limit no controller is left behind."""
    bench = Bench(patience_s=None)
    bench.engine.turn()
    bench.clock.now_s += 60.0
    bench.engine.turn()
    assert (bench.simulation.tick, bench.left_behind) == (0, [])


def test_a_computing_controller_is_left_behind() -> None:
    """A controller that computes beyond the patience is reported, and the world goes on."""
    bench = Bench(patience_s=0.5)
    bench.engine.turn()
    bench.clock.now_s += 0.5
    bench.engine.turn()
    bench.engine.turn()
    assert bench.left_behind == [(0,)]
    assert bench.simulation.tick > 0


def test_only_a_controllers_own_seconds_count() -> None:
    """While a busy computer keeps a controller from computing, the world waits for it."""
    own = ManualClock()
    bench = Bench(patience_s=0.5, patience_clock=own)
    bench.engine.turn()
    bench.clock.now_s += 60.0
    bench.engine.turn()
    assert (bench.simulation.tick, bench.left_behind) == (0, [])
    own.now_s += 0.5
    bench.engine.turn()
    assert bench.left_behind == [(0,)]


def test_time_without_a_listener_does_not_count() -> None:
    """What a controller has said, or will be told, may wait here meanwhile."""
    is_heard = False
    bench = Bench(patience_s=0.5, listening=lambda: lambda: is_heard)
    bench.engine.turn()
    for _ in range(100):
        bench.clock.now_s += 0.1
        bench.engine.turn()
    assert (bench.simulation.tick, bench.left_behind) == (0, [])
    is_heard = True
    for _ in range(5):
        bench.clock.now_s += 0.1
        bench.engine.turn()
    assert bench.left_behind == [(0,)]


def test_trace_is_the_same_at_any_speed() -> None:
    """The paced run at any speed and the unpaced run give the same trace."""

    def body(lockstep: Lockstep) -> None:
        participant = lockstep.participant(0)
        for tick in range(2, 200, 3):
            participant.commands.append(SetSpeeds(tick % 11, tick % 7))
            lockstep.wait(participant, tick)
        lockstep.leave(participant)

    def paced(speed: float) -> list[tuple[tuple[int, int], ...]]:
        clock, simulation = ManualClock(), FakeSimulation()
        lockstep = Lockstep(simulation, [0], paced=True)
        engine = PacedEngine(lockstep, speed=speed, clock=clock, sleeper=clock.sleep)
        engine.start()
        body(lockstep)
        assert engine.join(10.0)
        return simulation.trace

    simulation = FakeSimulation()
    body(Lockstep(simulation, [0]))
    assert paced(0.3) == paced(37.0) == simulation.trace


def test_ends_with_the_run() -> None:
    """The last round of a run shows its last tick and says that it is over."""
    bench = Bench()
    bench.lockstep.request_stop()
    assert bench.engine.turn() is False
    assert bench.shown_ticks == [0]


def test_a_broken_request_stops_the_run() -> None:
    """An exception in the engine thread is kept, and the run is stopped instead of hanging."""
    bench = Bench()
    bench.engine.post(lambda: 1 / 0)  # type: ignore[arg-type]
    bench.engine.start()
    assert bench.engine.join(10.0)
    assert isinstance(bench.engine.failure, ZeroDivisionError)
    assert bench.lockstep.end_reason is EndReason.STOPPED
