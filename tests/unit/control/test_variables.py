"""What a program's variables hold at each wait."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend
from wsusim.control.variables import MOST_NAMES
from wsusim.errors import Misuse
from wsusim.model.commands import Plot, Value, Variables
from wsusim.model.inputs import row_of, value_of


def is_here(file: str) -> bool:
    """Take this file alone for the student's."""
    return file == __file__


def looks(controller: Controller) -> list[dict[str, Value]]:
    """Run a controller and return what was told at each wait that told something."""
    fake = FakeBackend({})
    told = _run(controller, fake)
    return [dict(look.changes) for look in told]


def _run(controller: Controller, fake: FakeBackend) -> list[Variables]:
    controller.bind(fake, fake.connect())
    controller.watch_variables(is_here)
    controller.start()
    controller.join()
    assert controller.failure is None
    return [one.command for one in fake.commands if isinstance(one.command, Variables)]


class Counting(Controller):
    def __init__(self) -> None:
        self.count = 0
        self.readings: list[int] = []

    def run(self) -> None:
        """Do it."""
        for number in range(2):
            self.count += 1
            self.readings.append(number)
            half = number / 2
            self.sleep(0.1)
            del half


def test_fields_and_local_variables_are_told_by_name() -> None:
    """``self.count`` and ``run.half``; lists as a short text."""
    first = looks(Counting())[0]
    assert first == {
        "self.count": 1,
        "self.readings": "[0]",
        "run.number": 0,
        "run.half": 0.0,
    }


def test_only_changes_are_told() -> None:
    """A second look has what is new."""
    assert looks(Counting())[1] == {
        "self.count": 2,
        "self.readings": "[0, 1]",
        "run.number": 1,
        "run.half": 0.5,
    }


class Calling(Controller):
    def run(self) -> None:
        """Do it."""
        self.helping(3)
        self.sleep(0.1)

    def helping(self, x: int) -> None:
        """Do it."""
        self.sleep(0.1)


def test_variables_of_a_function_go_with_it() -> None:
    """When it has returned, it is told that they are gone."""
    first, second = looks(Calling())
    assert first == {"helping.x": 3}
    assert second == {"helping.x": None}


class Deleting(Controller):
    def run(self) -> None:
        """Do it."""
        self.old = 1
        self.sleep(0.1)
        del self.old
        self.new = 2
        self.sleep(0.1)


def test_a_variable_that_is_deleted_is_gone() -> None:
    """Even when another one comes at the same time."""
    assert looks(Deleting())[1] == {"self.new": 2, "self.old": None}


class Kinds(Controller):
    def run(self) -> None:
        """Do it."""
        self.values = None
        self.flag = True
        self.text = "a" * 500
        self.nan = float("nan")
        self.far = float("-inf")
        self.huge = 1 << 400
        self.large = 2**60
        self.sleep(0.1)


def test_every_value_can_be_recorded_and_read_again() -> None:
    """Infinite and huge numbers are texts; None is not what is gone."""
    fake = FakeBackend({})
    (look,) = _run(Kinds(), fake)
    told = dict(look.changes)
    assert told["self.values"] == "None"
    assert told["self.flag"] is True
    assert told["self.nan"] == "nan"
    assert told["self.far"] == "-inf"
    assert told["self.huge"] == "<int of 401 bits>"
    assert told["self.large"] == str(2**60)
    assert len(str(told["self.text"])) < 120
    assert value_of(row_of(look)) == look


class Vain(Controller):
    asked = 0

    def run(self) -> None:
        """Do it."""
        self.thing = self
        self.sleep(0.1)

    def __repr__(self) -> str:
        Vain.asked += 1
        while True:
            pass

    @property
    def trap(self) -> int:
        """Do it."""
        Vain.asked += 1
        return 1

    def __getattribute__(self, name: str) -> Any:
        if name == "__dict__":
            Vain.asked += 1
        return super().__getattribute__(name)


def test_no_line_of_the_students_runs_for_a_look() -> None:
    """A repr that never ends, a property, an own way to attributes."""
    fake = FakeBackend({})
    controller = Vain()
    controller.bind(fake, fake.connect())
    controller.watch_variables(is_here)
    Vain.asked = 0
    robot = object.__getattribute__(controller, "__dict__")["_Controller__robot"]
    robot.on_wait()
    assert Vain.asked == 0


class Crowded(Controller):
    def run(self) -> None:
        """Do it."""
        for number in range(10_000):
            self.__dict__[f"x{number}"] = number
        self.sleep(0.1)
        self.x3 = -1
        self.sleep(0.1)


def test_of_ten_thousand_variables_some_are_looked_at_and_the_rest_is_counted() -> None:
    """A wait costs no more than so many names."""
    first, second = _run(Crowded(), FakeBackend({}))
    assert 0.8 * MOST_NAMES < len(first.changes) <= MOST_NAMES
    assert first.left_out > 9000
    assert dict(second.changes) == {"self.x3": -1}


class Thing:
    pass


class Holding(Controller):
    freed: list[bool]

    def run(self) -> None:
        """Do it."""
        thing = Thing()
        watched = ref(thing)
        self.sleep(0.1)
        thing = None  # type: ignore[assignment]
        Holding.freed = [watched() is None]
        self.sleep(0.1)


def test_a_look_keeps_no_object_alive() -> None:
    """What the program lets go of is gone at once: a ``__del__`` comes when it would."""
    gc.disable()
    try:
        looks(Holding())
    finally:
        gc.enable()
    assert Holding.freed == [True]


class Seeing(Controller):
    def run(self) -> None:
        """Do it."""
        x = 1
        seen = locals()
        self.sleep(0.1)
        x = 2
        self.sleep(0.1)
        self.seen = dict(seen)
        del x


def test_a_program_that_asks_for_its_own_variables_gets_what_it_would() -> None:
    """The dictionary that ``locals()`` returned is left as it is."""
    controller = Seeing()
    looks(controller)
    assert controller.seen["x"] == 1


class Broken(Controller):
    def run(self) -> None:
        """Do it."""
        self.sleep(0.1)
        self.done = True


def test_a_look_that_fails_does_not_disturb_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of memory, for example."""

    def fail(_self: object) -> None:
        raise MemoryError

    monkeypatch.setattr("wsusim.control.variables.VariableSampler._sample", fail)
    controller = Broken()
    assert looks(controller) == []
    assert controller.done


class Plotting(Controller):
    def run(self) -> None:
        """Do it."""
        for number in range(3):
            self.plot(error=number, turn=2 * number)
        self.sleep(0.1)
        self.plot(error=9)


def test_plotted_numbers_go_with_the_next_wait_the_newest_of_each() -> None:
    """And at the end of the program."""
    fake = FakeBackend({})
    fake.run(Plotting())
    plots = [one.command for one in fake.commands if isinstance(one.command, Plot)]
    assert plots == [Plot((("error", 2.0), ("turn", 4.0))), Plot((("error", 9.0),))]
    assert all(value_of(row_of(plot)) == plot for plot in plots)


class Misplotting(Controller):
    value: Any = "x"

    def run(self) -> None:
        """Do it."""
        self.plot(error=self.value)


@pytest.mark.parametrize("value", ["x", None, float("nan"), [1]])
def test_what_is_no_number_is_refused_at_the_students_line(value: object) -> None:
    """With its name and what is allowed."""
    controller = Misplotting()
    controller.value = value
    with pytest.raises(Misuse, match="`error` is"):
        FakeBackend({}).run(controller)


class OwnPlot(Controller):
    def run(self) -> None:
        """Do it."""
        self.plot(1)  # type: ignore[misc]

    def plot(self, number: int) -> None:  # type: ignore[override]
        """Do it."""
        self.number = number


def test_a_program_may_have_a_plot_of_its_own() -> None:
    """Older programs do."""
    controller = OwnPlot()
    FakeBackend({}).run(controller)
    assert controller.number == 1
