"""``time.sleep`` in a student's program waits in the robot's time."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from wsusim import Controller, Misuse
from wsusim.backends.fake import FakeBackend
from wsusim.control.loader import load_controller
from wsusim.control.student_time import NOTICE, simulated_sleep


class Sleeper(Controller):
    def run(self):  # noqa: D102
        time.sleep(1000)
        time.sleep(1)


def test_time_sleep_waits_in_the_robots_time() -> None:
    """A thousand seconds pass at once, and a note says so once."""
    fake = FakeBackend(stop_at_s=5000.0)

    with simulated_sleep():
        fake.run(Sleeper())

    assert fake.now_ticks() == 100_100
    assert fake.said == [NOTICE]


def test_sleep_imported_by_name(write) -> None:
    """``from time import sleep`` in a student's file gets the same."""
    path = write(
        "robot.py",
        "from time import sleep\nfrom wsusim import Controller\n"
        "class A(Controller):\n    def run(self):\n        sleep(30)\n",
    )
    fake = FakeBackend()

    with simulated_sleep():
        fake.run(load_controller(str(path)).create())

    assert fake.now_ticks() == 3000


def test_other_threads_sleep_as_ever() -> None:
    """Only a controller's own thread waits in the robot's time."""
    slept = threading.Event()

    def work() -> None:
        time.sleep(0)
        slept.set()

    with simulated_sleep():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join(timeout=5.0)

    assert slept.is_set()


def test_afterwards_time_sleep_is_the_old_one() -> None:
    """Leaving the outermost block restores ``time.sleep``."""
    before = time.sleep

    with simulated_sleep(), simulated_sleep():
        inside = time.sleep

    assert inside is not before
    assert time.sleep is before


def test_stop_ends_a_program_that_only_uses_time_sleep() -> None:
    """Stop wakes ``time.sleep`` and ends an endless loop of it."""

    class Endless(Controller):
        def run(self):
            while True:
                time.sleep(1000)

    program = Endless()
    program.bind(FakeBackend(stop_at_s=10.0))

    with simulated_sleep():
        program.start()
        program.join(timeout=5.0)

    assert not program.is_alive()
    assert program.failure is None


@pytest.mark.parametrize("seconds", [-1, "1"])
def test_a_wrong_time_is_refused(seconds: object) -> None:
    """What ``time.sleep`` refuses is refused here too."""

    class Wrong(Controller):
        def run(self):
            time.sleep(seconds)  # type: ignore[arg-type]

    fake = FakeBackend()
    with simulated_sleep(), pytest.raises((Misuse, TypeError)):
        fake.run(Wrong())


def test_wsusims_own_work_on_a_controllers_thread_sleeps_as_ever() -> None:
    """What a backend waits for (a serial line, say) takes none of the robot's time."""
    backend: dict[str, Any] = {"__name__": "wsusim.backends.slow"}
    exec("import time\ndef wait():\n    time.sleep(0)", backend)

    class Caller(Controller):
        def run(self):
            backend["wait"]()

    fake = FakeBackend()
    with simulated_sleep():
        fake.run(Caller())

    assert fake.now_ticks() == 0
    assert fake.said == []
