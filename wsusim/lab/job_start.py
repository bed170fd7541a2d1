"""How the process of a job begins: it watches the emergency stop before it loads anything.

Loading takes a second, and several on a busy computer. Someone who presses the stop must not wait
for a robot's process that has not even begun to drive.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Protocol

from wsusim.lab.halt_switch import HaltSwitch

HALT_LOOK_S = 0.05
HALT_S = 4.0
"""After an emergency stop a run has so long to end and to keep its recording."""


class Stoppable(Protocol):
    """A run."""

    def stop(self) -> None:
        """Have it end."""


class Heeding:
    """Ends this process when the lab's emergency stop is pressed, without waiting for the server.

    Before its run has begun it ends at once: nothing drives yet, and the guard of a robot that was
    just connected stops it. Afterwards the run is stopped, and has some time to end well.

    Args:
        switch: The emergency stop.
    """

    def __init__(self, switch: HaltSwitch) -> None:
        self._switch = switch
        self._run: Stoppable | None = None
        threading.Thread(target=self._look, name="halt", daemon=True).start()

    def begin(self, run: Stoppable) -> None:
        """Note that a run begins."""
        self._run = run

    def _look(self) -> None:
        pause = threading.Event()
        while not self._switch.is_pressed:
            pause.wait(HALT_LOOK_S)
        if self._run is not None:
            self._run.stop()
            # The guard of a real robot stops it when this process ends, whatever the run waits for.
            pause.wait(HALT_S)
        os._exit(1)


def main() -> None:
    """Do the job that standard input describes, and end this process."""
    order = sys.stdin.buffer.readline()  # buffered: what follows is read from the same object
    if not order:
        os._exit(0)
    file = json.loads(order)["halt_file"]
    heeding = Heeding(HaltSwitch(Path(file))) if file else None
    from wsusim.lab.job_process import do

    do(order, heeding)
