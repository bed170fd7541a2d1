"""The process that controllers' processes are forked from; see ``fork_server``.

It has one thread, imports what every controller needs, and answers one request after the other:
fork, say whether a child has ended, reap it. Students' code runs only in its children. When its
parent has gone, it ends them all.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import shutil
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from wsusim.errors import BadInput
from wsusim.hosting.child import run_child
from wsusim.hosting.launch import open_pidfd
from wsusim.hosting.process_channels import Channels
from wsusim.hosting.system_calls import rules_among_others

_PR_SET_CHILD_SUBREAPER = 36
"""Of prctl(2): orphans among its descendants become its children."""

_LONGEST_REQUEST = 1 << 16
_DESCRIPTORS = 5
"""Of a controller's process; see ``Channels.descriptors``."""


def main() -> None:
    """Load the modules that are named, and answer requests on the socket of the last number."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with its parent
    import wsusim
    from wsusim.control import controller  # noqa: F401

    wsusim.Controller  # noqa: B018 - what students import is loaded when it is asked for
    *modules, requests_number = sys.argv[1:]
    for module in modules:
        # Whatever a package raises here, the program that wants it hears in its own import.
        with suppress(Exception):
            importlib.import_module(module)
    if sys.platform.startswith("linux"):
        with suppress(BadInput):  # then nothing can be locked in
            rules_among_others(is_writer=True)
    with suppress(AttributeError, OSError):  # Linux only
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    gc.collect()  # the first look, with which loading ends
    gc.freeze()
    with socket.socket(fileno=int(requests_number)) as requests:
        requests.set_inheritable(False)
        _Server(requests).serve()


class _Server:
    def __init__(self, requests: socket.socket) -> None:
        self._requests = requests
        self._children: set[int] = set()
        self._copies: dict[int, str] = {}

    def serve(self) -> None:
        """Answer until the parent has gone."""
        data, descriptors = b"", list[int]()
        while True:
            try:
                piece, received, _, _ = socket.recv_fds(
                    self._requests, _LONGEST_REQUEST, _DESCRIPTORS
                )
            except OSError:
                piece, received = b"", []
            if not piece:
                break
            data, descriptors = data + piece, [*descriptors, *received]
            while b"\n" in data:
                line, _, data = data.partition(b"\n")
                answer, handle = self._obey(json.loads(line), descriptors)
                descriptors = []
                with suppress(OSError):  # a parent that has gone is noticed at the next look
                    socket.send_fds(self._requests, [b"%d\n" % answer], handle)
                for number in handle:
                    os.close(number)
        for child in self._children:
            _kill_group(child)
        self._children.clear()
        self._sweep()

    def _obey(self, request: dict[str, Any], descriptors: list[int]) -> tuple[int, list[int]]:
        """Return the answer, and a handle of the process that it concerns, if there is one."""
        match request["do"]:
            case "fork":
                return self._fork(request, descriptors)
            case "ended":
                return int(self._has_ended(request["process_id"])), []
            case _:
                return self._reap(request["process_id"]), []

    def _fork(self, request: dict[str, Any], descriptors: list[int]) -> tuple[int, list[int]]:
        """Fork a child; the answer is its process id, or below 0 the number of an ``OSError``."""
        copy = request.get("copy")
        if copy is not None:
            _remove(copy[1])
            shutil.copytree(*copy)
        try:
            child = os.fork()
        except OSError as error:  # an account may have so many processes, and no more
            for descriptor in descriptors:
                os.close(descriptor)
            return -(error.errno or 1), []
        if not child:
            self._requests.close()
            _become_child(request, descriptors)
        self._children.add(child)
        if copy is not None:
            self._copies[child] = copy[1]
        for descriptor in descriptors:
            os.close(descriptor)
        handle = open_pidfd(child)
        return child, [] if handle is None else [handle]

    def _has_ended(self, child: int) -> bool:
        if child not in self._children:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, child, flags) is not None

    def _reap(self, child: int) -> int:
        if child not in self._children:
            return -signal.SIGKILL
        self._children.discard(child)
        _kill_group(child)
        _, status = os.waitpid(child, 0)
        if not self._children:
            self._sweep()
        if (copy := self._copies.pop(child, None)) is not None:
            _remove(copy)
        return os.waitstatus_to_exitcode(status)

    def _sweep(self) -> None:
        """End the orphans of its children, which this process has adopted."""
        with suppress(ChildProcessError):
            while True:
                orphan, _ = os.waitpid(-1, os.WNOHANG)
                if not orphan:
                    for other in _orphans():
                        with suppress(ProcessLookupError, PermissionError):
                            os.kill(other, signal.SIGKILL)
                    os.waitpid(-1, 0)


def _become_child(request: dict[str, Any], descriptors: list[int]) -> NoReturn:
    """Become a controller's process."""
    try:
        if "processors" in request:
            os.sched_setaffinity(0, request["processors"])
        os.setpgid(0, 0)
        for output in (1, 2):
            os.dup2(descriptors[-1], output)
        os.close(descriptors[-1])
        os.environ.update(request["environment"])
        run_child(Channels.inherited(descriptors[:-1]))
    finally:
        os._exit(1)  # only when it could not even begin


def _remove(folder: str) -> None:
    """Remove a program's folder, whatever it has done to it."""

    def allow_and_retry(remove: Any, path: str, _failure: object) -> None:
        with suppress(OSError):
            Path(path).parent.chmod(0o700)
            Path(path).chmod(0o700)
            remove(path)

    shutil.rmtree(folder, onerror=allow_and_retry)


def _kill_group(child: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(child, signal.SIGKILL)  # before it has a group of its own


def _orphans() -> list[int]:
    """Return the children of this process (Linux)."""
    mine, found = os.getpid(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == mine:
                found.append(int(folder.name))
    return found
