"""What a person looks at while a program stands costs the program nothing."""

from __future__ import annotations

import threading

from wsusim.backends.fake import FakeBackend
from wsusim.control.controller import Controller
from wsusim.control.debugging.uncounted import uncounted


class Standing(Controller):
    """A program that does nothing."""

    def run(self) -> None:
        """Do nothing."""


def test_any_thread_may_look_at_a_standing_program() -> None:
    """The debugger's own thread reads, and the program's calls stay as many as they were."""
    backend = FakeBackend({0.0: {"proximity": [7, 0, 0, 0, 0, 0, 0, 0]}})
    program = Standing()
    program.bind(backend)
    robot = vars(program)["_Controller__robot"]
    calls_left = robot.calls_left
    seen: list[int] = []

    def look() -> None:
        with uncounted(program, backend.read, 0):
            seen.append(program.sensors[0].proximity)
            seen.append(program.sensors[1].ambient)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()

    assert seen == [7, 500]
    assert robot.calls_left == calls_left
