"""wsusim's own processes beside a run, which go on if the run is broken off.

They import nothing from the working folder (``-P``), and last of all from where wsusim is: a
student's ``random.py`` may lie in either.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol

OWN_GROUP: dict[str, Any] = {"process_group": 0}
if sys.platform == "win32":
    OWN_GROUP = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
"""Options of ``Popen``: Ctrl-C does not reach the process, and it is ended with all that it starts.
It stays in its session: Linux shares processors among sessions first, and niceness counts only
within one."""

_ROOT = Path(__file__).parents[1]
_CODE = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from wsusim.own_input import move_input; move_input(); "
    "from wsusim.start_up import begin_loading; begin_loading(); "
    "from wsusim.stack_room import call_with_room; "
    "from {module} import {function}; call_with_room({function}, *sys.argv[1:])"
)


def start_beside(
    module: str, function: str, *arguments: str, **options: Any
) -> subprocess.Popen[bytes]:
    """Call a function with some texts in a process of its own; ``options`` are ``Popen``'s."""
    return subprocess.Popen(
        command_beside(module, function, *arguments),
        stdin=subprocess.PIPE,
        **OWN_GROUP,
        **options,
    )


def command_beside(module: str, function: str, *arguments: str) -> list[str]:
    """Return the command that calls a function with some texts in a process of its own."""
    code = _CODE.format(module=module, function=function)
    return [sys.executable, "-P", "-c", code, str(_ROOT), *arguments]


class _Ending(Protocol):
    """A process that can be ended: ``Popen`` or similar."""

    stdin: IO[bytes] | None

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


def end_beside(process: _Ending, patience_s: float) -> None:
    """End a process that ends with its input; kill it if that takes too long. Idempotent."""
    if process.stdin is not None and not process.stdin.closed:
        with suppress(OSError):  # it has gone
            process.stdin.close()
    try:
        process.wait(patience_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
