"""A command that is forked from this process, which has loaded all that commands need.

To start one costs a twentieth of a fresh interpreter, so that thousands can be tried. What they
start themselves (writers, fork servers, workers) are processes as ever. Linux only.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import os
import pkgutil
import runpy
import signal
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import TimeoutExpired
from time import monotonic, sleep
from typing import NoReturn

_LOOK_S = 0.005

_OURS = (signal.SIGINT, signal.SIGTERM)

TELL_STACKS = signal.SIGUSR1
"""At this one, a command writes where each of its threads is."""


def load_all(*, with_window: bool) -> None:
    """Load what commands need, so that what is forked finds it; this process stays one thread."""
    import wsusim
    from wsusim.engine.simulation import Simulation
    from wsusim.runs.request import RunRequest
    from wsusim.runs.staging import stage

    for module in pkgutil.walk_packages(wsusim.__path__, "wsusim."):
        if module.name.startswith("wsusim.gui") and not with_window:
            continue
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            with suppress(ImportError):  # of another system, or an extra that is not there
                importlib.import_module(module.name)
    Simulation(stage(RunRequest(("",), maze="rooms")), seed=1).advance(10)
    assert threading.active_count() == 1, threading.enumerate()
    gc.collect()
    gc.freeze()  # or each command copies all of it when it first looks for what it can free


class ForkedCommand:
    """Does what ``subprocess.Popen`` does for the same words, in a session of its own."""

    def __init__(
        self, words: Sequence[str], *, folder: Path, environment: Mapping[str, str], said: int
    ) -> None:
        self.returncode: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        # As main.py has it first of all: what Python itself does in a fork is not to be broken off.
        before = {one: signal.signal(one, signal.SIG_DFL) for one in _OURS}
        self.pid = os.fork()
        if not self.pid:
            _become(words, folder, environment, said)
        for number, handler in before.items():
            signal.signal(number, handler)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return its exit code; ``None``: it goes on."""
        if self.returncode is None:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            if found:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        until_s = monotonic() + (1e9 if timeout is None else timeout)
        while (code := self.poll()) is None:
            if monotonic() > until_s:
                raise TimeoutExpired("", timeout or 0.0)
            sleep(_LOOK_S)
        return code


def _become(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], said: int
) -> NoReturn:
    """Be a program that has just been started with these words, to its end."""
    code = 1
    try:
        os.setsid()
        with suppress(OSError):  # Linux shares processors among sessions first, niceness or not
            Path("/proc/self/autogroup").write_text(str(os.getpriority(os.PRIO_PROCESS, 0)))
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for output in (1, 2):
            os.dup2(said, output)
        os.closerange(3, said + 1)
        faulthandler.enable(file=2)  # where it was, if it crashes
        faulthandler.register(TELL_STACKS, file=2, all_threads=True)
        sys.argv = ["main.py", *words]
        code = _code_of_main()
    finally:
        os._exit(code)


def _code_of_main() -> int:
    """Run main.py as Python does, with what Python does at the end; return the exit code."""
    code = 0
    try:
        try:
            runpy.run_path("main.py", run_name="__main__")
        except SystemExit as end:
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)  # noqa: T201 - as Python does
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException as failure:  # noqa: BLE001 - shown as Python shows it
            traceback.print_exc()
            code = 130 if isinstance(failure, KeyboardInterrupt) else 1
        threading._shutdown()  # type: ignore[attr-defined]
        importlib.import_module("atexit")._run_exitfuncs()
    except BaseException:  # noqa: BLE001 - the same
        traceback.print_exc()
        code = 1
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    return code
