"""What every way to a robot promises; see ``wsusim.backends.contract``."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.contract.conftest import OpenBackend
from wsusim.backends.contract import Backend, RobotInfo
from wsusim.errors import RobotRefused
from wsusim.model.camera_image import Camera, Look
from wsusim.model.commands import (
    ClearDrawing,
    Command,
    Draw,
    PutBack,
    Say,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity, lengths_with
from wsusim.robots import robot_kind

RANGES = {
    Quantity.PROXIMITY: range(1024),
    Quantity.AMBIENT: range(1024),
    Quantity.POSITIONS: range(-(2**31), 2**31),
    Quantity.SPEEDS: range(-1023, 1024),
    Quantity.ARM: range(256),
    Quantity.GRIP: range(2),
    Quantity.OBJECT_PRESENT: range(256),
    Quantity.RESISTIVITY: range(256),
    Quantity.CAMERA_PIXELS: range(256),
    Quantity.CAMERA_LIGHT: range(256),
}
NEEDED = (Quantity.PROXIMITY, Quantity.SPEEDS, Quantity.POSITIONS, Quantity.MOTION)
"""What every robot has."""
FAR_TICK = 10**9
NEAR_PULSES = 20
"""Two millimetres of a robot that counts tenths, one and a half of a Khepera."""


def answer_or_refusal(ask: Callable[[], tuple[int, ...] | None]) -> tuple[int, ...] | str:
    """Return an answer, or the sentence why there is none."""
    try:
        return ask() or ()
    except RobotRefused as refused:
        return str(refused)


def describe(answer: tuple[int, ...] | str) -> object:
    """Return how many plain integers an answer has, or that it is a refusal in a sentence."""
    if isinstance(answer, str):
        return "refused" if answer.endswith(".") else answer
    return ("ints", len(answer)) if {type(value) for value in answer} <= {int} else answer


def test_connect_says_what_robot_it_is(backend: Backend) -> None:
    """``connect`` names the robot's kind and the backend."""
    info = backend.connect()

    assert isinstance(info, RobotInfo)
    assert info.kind
    assert info.backend


@pytest.mark.parametrize("quantity", Quantity, ids=lambda q: q.name)
def test_answer_has_its_length_or_is_refused_in_words(backend: Backend, quantity: Quantity) -> None:
    """An answer has as many plain integers as the table says; what a robot lacks, it says so."""
    lengths = lengths_with(len(robot_kind(backend.connect().kind).sensors))

    answer = answer_or_refusal(lambda: backend.read(quantity))

    assert describe(answer) in (("ints", lengths[quantity]), "refused")


@pytest.mark.parametrize("quantity", NEEDED, ids=lambda q: q.name)
def test_what_every_robot_has_is_never_refused(backend: Backend, quantity: Quantity) -> None:
    """Proximity, speeds, counters and how the wheels do can be asked of every robot."""
    assert isinstance(backend.read(quantity), tuple)


@pytest.mark.parametrize("quantity", RANGES, ids=lambda q: q.name)
def test_answer_is_in_range(backend: Backend, quantity: Quantity) -> None:
    """Every value of an answer lies in its quantity's range."""
    answer = answer_or_refusal(lambda: backend.read(quantity))

    assert isinstance(answer, str) or [v for v in answer if v not in RANGES[quantity]] == []


def test_the_lines_times_can_be_asked(backend: Backend) -> None:
    """How long the last exchange took and how old the distances are: seconds, 0 without a line."""
    backend.read(Quantity.PROXIMITY)

    times = backend.line_times()

    assert 0.0 <= times.exchange_s < 1.0
    assert 0.0 <= times.age_s < 1.0


def test_robot_stands_still_at_first(opened: OpenBackend) -> None:
    """After ``connect`` the motors are told to stand still."""
    opened.backend.connect()

    assert opened.wheel_orders() == (0, 0)


def test_time_is_whole_ticks(backend: Backend) -> None:
    """The present tick is a plain integer, not below zero."""
    now = backend.now_ticks()

    assert type(now) is int
    assert now >= 0


def test_sleep_reaches_its_tick(backend: Backend) -> None:
    """After ``sleep_until_tick`` the tick is reached."""
    wanted = backend.now_ticks() + 7

    backend.sleep_until_tick(wanted)

    assert backend.now_ticks() >= wanted


def test_sleep_until_the_past_does_nothing(backend: Backend) -> None:
    """Waiting for a tick that is over returns, and time never goes back."""
    backend.sleep_until_tick(backend.now_ticks() + 5)
    before = backend.now_ticks()

    backend.sleep_until_tick(before - 3)

    assert backend.now_ticks() >= before


def test_speed_order_turns_the_wheels(backend: Backend) -> None:
    """Half a second after a speed order the wheels turn that way."""
    backend.send(SetSpeeds(20, -20))
    backend.sleep_until_tick(backend.now_ticks() + 50)

    left, right = backend.read(Quantity.SPEEDS)

    assert left > 0 > right


def test_counters_can_be_set(backend: Backend) -> None:
    """The counters of a standing robot show what they were set to, a tick later."""
    backend.send(SetCounters(1200, -700))
    backend.sleep_until_tick(backend.now_ticks() + 1)

    assert backend.read(Quantity.POSITIONS) == (1200, -700)


def test_arm_goes_where_it_is_told(backend: Backend) -> None:
    """Five seconds are enough for the arm to get down; a robot without one says so."""
    order = answer_or_refusal(lambda: backend.send(SetArm(249)))
    backend.sleep_until_tick(backend.now_ticks() + 500)

    assert order or backend.read(Quantity.ARM) == (249,)


def test_jaws_close(backend: Backend) -> None:
    """Jaws told to close say that they are closed, a tick later; without any, it is said."""
    order = answer_or_refusal(lambda: backend.send(SetGrip(closed=True)))
    backend.sleep_until_tick(backend.now_ticks() + 1)

    assert order or backend.read(Quantity.GRIP) == (1,)


def test_the_wheels_go_to_their_target(backend: Backend) -> None:
    """Five seconds after an order to go there, both counters stand near their targets."""
    backend.send(SetCounters(0, 0))
    backend.send(SetTargets(400, -300))
    backend.sleep_until_tick(backend.now_ticks() + 500)

    left, right = backend.read(Quantity.POSITIONS)

    assert abs(left - 400) < NEAR_PULSES
    assert abs(right + 300) < NEAR_PULSES


@pytest.mark.parametrize(
    "command",
    [
        SetTargets(100, 100),
        SetProfile(),
        SetPwm(20, 20),
        SetLed(0, 1),
        Say("hello"),
        Draw("line", ((0.0, 0.0), (10.0, 10.0))),
        ClearDrawing(),
    ],
    ids=lambda command: type(command).__name__,
)
def test_every_command_is_taken(backend: Backend, command: Command) -> None:
    """Every order and remark is taken, or refused in a sentence; and time goes on."""
    refusal = answer_or_refusal(lambda: backend.send(command))
    backend.sleep_until_tick(backend.now_ticks() + 2)

    assert describe(refusal) in (("ints", 0), "refused")
    assert not backend.is_stopping


def test_being_put_back_is_done_or_refused_in_words(backend: Backend) -> None:
    """Where a program can't put the robot back, it is told why, and nothing else happens."""
    answer = answer_or_refusal(lambda: backend.send(PutBack()))

    assert answer == () or str(answer).endswith(".")


def test_make_safe_stops_the_motors(opened: OpenBackend) -> None:
    """``make_safe`` takes the running speed order back."""
    opened.backend.send(SetSpeeds(20, 20))
    opened.backend.sleep_until_tick(opened.backend.now_ticks() + 5)

    opened.backend.make_safe()

    assert opened.wheel_orders() == (0, 0)


def test_orders_after_make_safe_are_ignored(opened: OpenBackend) -> None:
    """No order starts the motors again after ``make_safe``."""
    opened.backend.make_safe()

    opened.backend.send(SetSpeeds(20, 20))
    opened.backend.sleep_until_tick(opened.backend.now_ticks() + 5)

    assert opened.wheel_orders() == (0, 0)


def test_make_safe_takes_back_an_order_just_given(opened: OpenBackend) -> None:
    """An order that has not yet taken effect is gone after ``make_safe``."""
    opened.backend.send(SetSpeeds(20, 20))

    opened.backend.make_safe()
    opened.backend.sleep_until_tick(opened.backend.now_ticks() + 5)

    assert opened.wheel_orders() == (0, 0)


def test_make_safe_can_be_called_again(opened: OpenBackend) -> None:
    """``make_safe`` is idempotent."""
    opened.backend.make_safe()
    opened.backend.make_safe()

    assert opened.wheel_orders() == (0, 0)


def test_make_safe_from_another_thread(opened: OpenBackend) -> None:
    """Any thread may make the robot safe."""
    opened.backend.send(SetSpeeds(20, 20))
    other = threading.Thread(target=opened.backend.make_safe)

    other.start()
    other.join(timeout=5.0)

    assert not other.is_alive()
    assert opened.wheel_orders() == (0, 0)


def test_no_backend_is_stopping_at_first(backend: Backend) -> None:
    """A new backend does not ask its controller to end."""
    assert not backend.is_stopping


def test_stop_is_seen(opened: OpenBackend) -> None:
    """After Stop the controller is asked to end."""
    opened.stop()

    assert opened.backend.is_stopping


def test_stop_wakes_a_sleeper(opened: OpenBackend) -> None:
    """A long sleep ends early when Stop comes."""
    sleeper = threading.Thread(target=opened.backend.sleep_until_tick, args=(FAR_TICK,))
    sleeper.start()

    opened.stop()
    sleeper.join(timeout=5.0)

    assert not sleeper.is_alive()
    assert opened.backend.now_ticks() < FAR_TICK


def test_sleep_after_stop_returns_at_once(opened: OpenBackend) -> None:
    """No call waits once Stop was pressed."""
    opened.stop()

    opened.backend.sleep_until_tick(FAR_TICK)

    assert opened.backend.now_ticks() < FAR_TICK


def test_a_look_is_a_picture_of_the_size_or_is_refused(backend: Backend) -> None:
    """A robot has an eye, or says in a sentence that it has none; and goes on."""
    answer = answer_to(backend, Look(Camera.EYE, 80, 60))

    assert answer == (80, 60, 80 * 60 * 3) or "`self.eye` is there only in the simulator" in answer
    assert backend.read(Quantity.PROXIMITY)


def answer_to(backend: Backend, look: Look) -> str | tuple[int, int, int]:
    """Return how large a picture is, or the sentence why there is none."""
    try:
        image = backend.look(look)
    except RobotRefused as refused:
        return str(refused)
    return image.width_px, image.height_px, len(image.rgb)


def test_close_makes_safe(opened: OpenBackend) -> None:
    """``close`` stops the motors."""
    opened.backend.send(SetSpeeds(20, 20))

    opened.backend.close()

    assert opened.wheel_orders() == (0, 0)


def test_close_can_be_called_again(opened: OpenBackend) -> None:
    """``close`` is idempotent, and so is ``make_safe`` after it."""
    opened.backend.close()
    opened.backend.close()
    opened.backend.make_safe()

    assert opened.wheel_orders() == (0, 0)
