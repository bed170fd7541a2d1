"""A stop: the stack and variables of a stopped program, and what a person does with them.

All of it is done by the stopped thread. What a person only looks at is evaluated in a copy of the
process where the system can make one (``os.fork``): that changes nothing, and a copy that never
ends is killed.
"""

from __future__ import annotations

import ctypes
import io
import json
import os
import select
import signal
import sys
import threading
import warnings
from queue import SimpleQueue
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Any

from wsusim.control.debugging.looks import Child, children, class_name, count_of, shown
from wsusim.errors import ControllerStopped

if TYPE_CHECKING:
    from wsusim.control.controller import Controller
    from wsusim.control.debugging.agent import Agent

LOOK_S = 2.0
"""An expression may take so long."""

_GLANCE_S = 0.02
_MOST_FRAMES = 100
_LONGEST_ANSWER = 100_000
_LONGEST_PRINT = 4000

_NEW_VALUE = "__wsusim_value__"


class Standing:
    """One stop of one thread.

    Args:
        agent: The agent of its program.
        controller: ``None``: there is none yet.
        frame: Where the thread has stopped.
    """

    def __init__(self, agent: Agent, controller: Controller | None, frame: FrameType) -> None:
        self._agent = agent
        self._controller = controller
        self._frames = _students_frames(frame, agent.lines.files)
        self._requests: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._kept: list[tuple[Any, str]] = []
        """Values that a person may look into, each with what a program writes for it."""
        self._is_leaving = threading.Event()
        """Whether the program goes on: no expression is awaited any more."""

    def ask(self, message: dict[str, Any]) -> None:
        """Queue a request for the stopped thread. Any thread."""
        if message["what"] == "go":
            self._is_leaving.set()
        self._requests.put(message)

    def stack(self) -> list[dict[str, Any]]:
        """Return the program's own frames, innermost first."""
        return [
            {
                "file": frame.f_code.co_filename,
                "line": frame.f_lineno,
                "function": frame.f_code.co_name,
            }
            for frame in self._frames
        ]

    def serve(self) -> dict[str, Any]:
        """Serve requests until the program goes on; return how it does."""
        while True:
            message = self._requests.get()
            if message["what"] == "go":
                self._kept.clear()
                return message
            answer = self._answer(message)
            self._agent.answer(message.get("number", 0), answer)

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            match message["what"]:
                case "variables":
                    return {"variables": self._variables(int(message["frame"]))}
                case "children":
                    return {"variables": self._children(int(message["of"]), message["start"])}
                case "evaluate":
                    return self._evaluate(message["text"], int(message["frame"]))
                case "change":
                    return self._change(message["path"], message["text"], int(message["frame"]))
        except ControllerStopped:
            raise
        except Exception as failure:  # noqa: BLE001 - told to the person
            return {"failure": _told(failure)}
        return {"failure": "The debugger can't do that here."}

    # Variables

    def _variables(self, number: int) -> list[dict[str, Any]]:
        frame = self._frame(number)
        found = [
            self._told(Child(name, value, name))
            for name, value in frame.f_locals.items()
            if not name.startswith("__")
        ]
        if frame.f_locals is not frame.f_globals:
            found += [
                {**self._told(Child(name, value, name)), "is_global": True}
                for name, value in frame.f_globals.items()
                if _is_variable(name, value) and name not in frame.f_locals
            ]
        return found

    def _children(self, of: int, start: int) -> list[dict[str, Any]]:
        value, path = self._kept[of]
        return [
            self._told(Child(one.name, one.value, f"{path}{one.path}" if path and one.path else ""))
            for one in children(value, start)
        ]

    def _told(self, one: Child) -> dict[str, Any]:
        count = count_of(one.value)
        told = {
            "name": one.name,
            "value": shown(one.value),
            "type": class_name(one.value),
            "path": one.path,
            "count": count,
        }
        if count:
            self._kept.append((one.value, one.path))
            told["of"] = len(self._kept) - 1
        return told

    # Expressions

    def _evaluate(self, text: str, number: int) -> dict[str, Any]:
        if self._is_leaving.is_set():
            return {"failure": _GOES_ON}
        code = compile(text.strip(), "<expression>", "eval")
        frame = self._frame(number)
        self._agent.fetch()  # a copy can't ask
        if hasattr(os, "fork"):
            return self._in_copy(lambda: self._value(code, frame))
        return self._in_time(lambda: self._value(code, frame))

    def _value(self, code: Any, frame: FrameType) -> dict[str, Any]:
        """Return the value of an expression, as its ``repr``."""
        printed = io.StringIO()
        outputs = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = printed
        try:
            with self._agent.nothing_counts():
                value = eval(code, frame.f_globals, frame.f_locals)
                text = repr(value)
        except ControllerStopped:
            raise
        except BaseException as failure:  # noqa: BLE001 - told to the person
            return {"failure": _told(failure)}
        finally:
            sys.stdout, sys.stderr = outputs
        return {
            "value": text[:_LONGEST_ANSWER],
            "type": class_name(value),
            "printed": printed.getvalue()[:_LONGEST_PRINT],
        }

    def _in_copy(self, work: Any) -> dict[str, Any]:
        """Evaluate something in a copy of the process, within a time limit."""
        incoming, outgoing = os.pipe()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of forking beside threads: it runs one only
                copy = os.fork()
        except OSError:
            os.close(incoming)
            os.close(outgoing)
            return self._in_time(work)
        if not copy:
            try:
                data = json.dumps(work()).encode()
                while data:
                    data = data[os.write(outgoing, data) :]
            finally:
                os._exit(0)
        os.close(outgoing)
        try:
            return _read_in_time(incoming, self._is_leaving)
        finally:
            os.close(incoming)
            os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)

    def _in_time(self, work: Any) -> dict[str, Any]:
        """Evaluate something in this process, where there are no copies, within a time limit."""
        thread = threading.get_ident()
        over = threading.Event()

        def watch() -> None:
            if not over.wait(LOOK_S):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(TimeoutError)
                )

        threading.Thread(target=watch, name="wsusim-look", daemon=True).start()
        try:
            answer: dict[str, Any] = work()
        except TimeoutError:
            return {"failure": _TOO_LONG}
        finally:
            over.set()
        return answer

    # Changes

    def _change(self, path: str, text: str, number: int) -> dict[str, Any]:
        """Give a variable another value, which changes the run."""
        frame = self._frame(number)
        code = compile(text.strip(), "<value>", "eval")

        def work() -> dict[str, Any]:
            with self._agent.nothing_counts():
                return {"value": eval(code, frame.f_globals, frame.f_locals)}

        found = self._in_time(work)
        if "failure" in found:
            return found
        value = found["value"]
        if path.isidentifier():
            _set_variable(frame, path, value)
        else:
            seen = {**frame.f_locals, _NEW_VALUE: value}
            exec(compile(f"{path} = {_NEW_VALUE}", "<value>", "exec"), frame.f_globals, seen)
        self._agent.note_change()
        return {"value": shown(value), "type": class_name(value)}

    def _frame(self, number: int) -> FrameType:
        return self._frames[number]


_GOES_ON = "The program goes on."
_TOO_LONG = f"This takes longer than {LOOK_S:g} s, so it was broken off."


def _read_in_time(incoming: int, is_leaving: threading.Event) -> dict[str, Any]:
    data = b""
    until_s = monotonic() + LOOK_S
    while True:
        ready, _, _ = select.select([incoming], [], [], _GLANCE_S)
        if is_leaving.is_set():
            return {"failure": _GOES_ON}
        if not ready and monotonic() > until_s:
            return {"failure": _TOO_LONG}
        if not ready:
            continue
        piece = os.read(incoming, 1 << 16)
        if not piece:
            break
        data += piece
    if not data:
        return {"failure": "The copy of the program that worked this out has ended by itself."}
    answer: dict[str, Any] = json.loads(data)
    return answer


def _students_frames(frame: FrameType | None, files: tuple[str, ...]) -> list[FrameType]:
    found: list[FrameType] = []
    while frame is not None and len(found) < _MOST_FRAMES:
        if frame.f_code.co_filename in files:
            found.append(frame)
        frame = frame.f_back
    return found


def _is_variable(name: str, value: object) -> bool:
    kind = class_name(value)
    is_code = kind in ("module", "function", "type", "builtin_function_or_method", "ABCMeta")
    return not name.startswith("__") and not is_code


def _set_variable(frame: FrameType, name: str, value: object) -> None:
    code = frame.f_code
    if name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
        # Each look at f_locals makes it again from 3.13 on, and writes through; before that what is
        # written there has to be carried over.
        names = frame.f_locals
        names[name] = value
        if sys.version_info < (3, 13):
            ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
    else:
        frame.f_globals[name] = value


def _told(failure: BaseException) -> str:
    try:
        text = str(failure)
    except BaseException:  # noqa: BLE001 - the program's own __str__ may raise anything
        text = ""
    if isinstance(failure, SyntaxError):
        text = failure.msg
    return f"{class_name(failure)}: {text}"[:_LONGEST_PRINT]
