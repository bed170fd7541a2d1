"""What a student's class may be called, have, and leave out; and what is said of it."""

from __future__ import annotations

import threading

import pytest

from wsusim import Controller, Misuse
from wsusim.backends.fake import FakeBackend
from wsusim.model.commands import SetSpeeds


class Idle(Controller):
    def run(self):  # noqa: D102
        pass


def ran(program: Controller, stop_at_s: float = 2.0) -> FakeBackend:
    """Let a program run to its end; raise what it failed with."""
    fake = FakeBackend(stop_at_s=stop_at_s)
    fake.run(program)
    return fake


def test_init_without_super() -> None:
    """A student's ``__init__`` need not call ``super().__init__()``."""

    class Own(Idle):
        def __init__(self):
            self.count = 3

    program = Own()
    ran(program)

    assert (program.count, program.daemon) == (3, True)


@pytest.mark.parametrize(
    "call",
    [
        lambda self: Controller.__init__(self),
        lambda self: threading.Thread.__init__(self),
        lambda self: threading.Thread.__init__(self, daemon=False),
    ],
    ids=["super", "Thread", "no daemon"],
)
def test_init_with_super(call) -> None:
    """Calling the base class's or Thread's ``__init__`` does no harm."""

    class Own(Idle):
        def __init__(self):
            call(self)

    program = Own()
    ran(program)

    assert program.daemon


def test_init_with_arguments() -> None:
    """A constructor may have arguments of its own."""

    class Own(Idle):
        def __init__(self, speed=4):
            self.speed = speed

    assert (Own().speed, Own(speed=7).speed) == (4, 7)


@pytest.mark.parametrize(
    "use",
    [
        lambda self: self.sensors[0],
        lambda self: list(self.sensors),
        lambda self: len(self.sensors),
        lambda self: self.motors.set_speeds(1, 1),
        lambda self: self.gripper.open(),
        lambda self: self.leds[0].on(),
        lambda self: self.draw.clear(),
        lambda self: self.time,
        lambda self: self.active,
        lambda self: self.sleep(1),
        lambda self: self.say("x"),
    ],
)
def test_the_robot_is_not_there_in_init(use) -> None:
    """Using the robot in ``__init__`` names the places where it can be used."""

    class Hasty(Idle):
        def __init__(self):
            use(self)

    with pytest.raises(Misuse, match=r"no robot yet in __init__.*setup\(\) or run\(\)"):
        Hasty()


def test_a_program_does_not_start_itself() -> None:
    """``self.start()`` in ``__init__``, as one does with other threads, is explained."""

    class Eager(Idle):
        def __init__(self):
            self.start()

    with pytest.raises(Misuse, match=r"Remove `self\.start\(\)`"):
        Eager()


def test_both_styles_at_once() -> None:
    """A class with ``run`` and ``step`` is refused."""

    class Both(Controller):
        def run(self):
            pass

        def step(self):
            pass

    with pytest.raises(Misuse, match=r"both run\(\) and step\(\)"):
        Both()


@pytest.mark.parametrize(
    ("method", "advice"),
    [
        ("Run", r"Should Run\(\) be called run\(\)"),
        ("steps", r"Should steps\(\) be called step\(\)"),
        ("doWork", r"wsusim\.compat\.RobotController"),
        ("drive", r"def run\(self\):"),
    ],
)
def test_neither_style(method: str, advice: str) -> None:
    """A class with neither ``run`` nor ``step`` is refused, with the likely reason."""
    cls = type("Empty", (Controller,), {method: lambda self: None})

    with pytest.raises(Misuse, match=advice):
        cls()


@pytest.mark.parametrize("name", ["sensors", "motors", "gripper", "leds", "draw", "time", "active"])
def test_the_robots_names_can_not_be_overwritten(name: str) -> None:
    """Assigning to a part of the robot is a mistake with a message."""

    class Own(Idle):
        def run(self):
            setattr(self, name, 3)

    with pytest.raises(Misuse, match=f"can't assign 3 to `self.{name}`"):
        ran(Own())


@pytest.mark.parametrize("name", ["run", "start", "sleep", "say", "join", "_started"])
def test_hidden_methods_are_explained_before_the_start(name: str) -> None:
    """A value from ``__init__`` that hides a needed method is refused by its name."""
    program = Idle()
    setattr(program, name, (1, 2))

    with pytest.raises(Misuse, match=f"`self.{name}`"):
        program.bind(FakeBackend())


def test_a_method_hidden_on_the_way_is_explained() -> None:
    """Calling something that the program has overwritten tells so."""

    class Own(Idle):
        def run(self):
            self.sleep = 3
            self.sleep(1)

    with pytest.raises(TypeError) as caught:
        ran(Own())

    assert "hides the method sleep()" in caught.value.__notes__[0]


def test_the_fields_of_a_program_can_not_be_replaced() -> None:
    """What the robot needs is there, too: a sentence says how to add to them."""

    class Replaces(Controller):
        def run(self):
            self.__dict__.update(speed=5)
            self.motors.set_speeds(self.speed, 5)
            self.__dict__ = {"speed": 7}

    fake = FakeBackend()
    with pytest.raises(Misuse, match=r"self\.__dict__\.update"):
        fake.run(Replaces())

    assert fake.commands[0].command == SetSpeeds(5, 5)


def test_a_program_may_have_a_name() -> None:
    """``self.name = ...`` works."""

    class Named(Idle):
        def __init__(self):
            self.name = "Bob"

    program = Named()
    ran(program)

    assert program.name == "Bob"


def test_a_step_may_be_put_in_place_by_assignment() -> None:
    """A state machine may assign another method to ``self.step``."""

    class Machine(Controller):
        def step(self):
            self.say("first")
            self.step = self.second

        def second(self):
            self.say("second")
            self.finish()

    assert ran(Machine()).said == ["first", "second"]


@pytest.mark.parametrize(
    ("use", "guess"),
    [
        (lambda self: self.sensr, "sensors"),
        (lambda self: self.motor.stop(), "motors"),
        (lambda self: self.coutner, "counter"),
        (lambda self: self.motors.set_sped(3, 3), "set_speeds"),
        (lambda self: self.sensors.front_lft, "front_left"),
        (lambda self: self.sensors[0].proximty, "proximity"),
        (lambda self: self.gripper.raisearm(), "raise_arm"),
    ],
)
def test_a_misspelt_name_is_suggested(use, guess: str) -> None:
    """A misspelt name ends as a message with the right one."""

    class Own(Idle):
        def run(self):
            self.counter = 0
            use(self)

    with pytest.raises(Misuse, match=f"Did you mean `{guess}`"):
        ran(Own())


def test_a_name_never_set_is_explained() -> None:
    """An attribute that resembles nothing asks for a first value."""

    class Own(Idle):
        def run(self):
            self.banana  # noqa: B018

    with pytest.raises(Misuse, match=r"Give it a value first.*self\.banana = "):
        ran(Own())


def test_a_method_never_written_is_explained() -> None:
    """A call of something that is not there is no forgotten variable."""

    class Own(Idle):
        def run(self):
            self.banana(3)

    with pytest.raises(Misuse, match=r"no method `banana\(\)`.*def banana\(self"):
        ran(Own())
