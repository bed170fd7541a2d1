"""What thread and process hosts have in common."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wsusim.backends.contract import Backend
from wsusim.control.calls import Calls
from wsusim.control.controller import Controller
from wsusim.control.loader import load_controller
from wsusim.control.neighbours import LoadHooks
from wsusim.control.parameters import set_parameters
from wsusim.control.report import FailureReport
from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import ControllerLoadError
from wsusim.hosting.failure import describe, is_pythons, is_wsusims
from wsusim.hosting.host import Outcome


def load(
    spec: str, parameters: Mapping[str, Any] | None = None, hooks: LoadHooks | None = None
) -> Controller:
    """Return a new controller of ``spec``, with these parameters; see ``load_controllers``.

    Raises:
        ControllerLoadError: There is none, or it has no such parameter.
    """
    loaded = load_controller(spec, hooks)
    if parameters:
        set_parameters(loaded, parameters)
    return loaded.create()


def folder_of(spec: str) -> Path:
    """Return the folder whose files are the student's own."""
    try:
        return find_file(split_spec(spec)[0]).resolve().parent
    except ControllerLoadError:
        return Path.cwd()


def judge(
    controller: Controller, backend: Backend, folder: Path
) -> tuple[Outcome, FailureReport | None]:
    """Return how a controller has ended."""
    failure = controller.failure
    if failure is not None:
        return "error", describe(failure, folder)
    return ("stopped" if backend.is_stopping else "finished"), None


def _robot_of(controller: Any) -> Calls | None:
    """Return the calls of a controller, past whatever it does with names of its own."""
    if controller is None:
        return None
    robot: Calls | None = object.__getattribute__(controller, "__dict__").get("_Controller__robot")
    return robot


def calls_left(controller: Any) -> int:
    """Return a number that changes with every call to the robot; -1 before there is one."""
    robot = _robot_of(controller)
    return -1 if robot is None else robot.calls_left


def raise_at_next_wait(controller: Any, failure: type[BaseException]) -> None:
    """Have a controller that waits for its robot fail: there, nothing of wsusim is half done."""

    def fail() -> None:
        raise failure

    robot = _robot_of(controller)
    if robot is not None:
        robot.on_wait = fail


def only_asks() -> str:
    """Return what to say about the loop in which the calling thread only asks."""
    frame = sys._getframe()
    while frame.f_back is not None and not is_students(frame.f_code.co_filename):
        frame = frame.f_back
    place = f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}"
    return (
        f"{place}: for 3 seconds this loop has only asked whether it may go on, or what time it "
        "is. It hasn't read a sensor, given an order or waited. If it is meant to wait, put "
        "self.sleep(0.05) into it."
    )


def is_students(file: str) -> bool:
    """Return whether a file is the student's own: neither wsusim's nor Python's."""
    return not is_wsusims(file) and not is_pythons(file)
