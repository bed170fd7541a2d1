"""A process that ends another one that has come to a standstill, and says where that was.

``hosting.standstill`` starts it as a file; it imports nothing that it may never need.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

ALIVE = "alive\n"
"""The program says this as long as it goes on."""

OVER = "over\n"
"""It says this at its end: a copy of it that a controller has made may keep the pipe open."""

STRAYED = "strayed\n"
"""It says this, after where it is, when one of its own threads does not come back from a student's
line."""

EXIT_UNRESPONSIVE = 3
"""Exit code of a run whose controller did not answer; also the number of the signal that does it.
"""


MOST_TIMEOUTS = 8
"""After so many, a program that needs no processor has come to a standstill as well."""


TELL_S = 0.5
"""So long it may take to say why a program ends, before it is ended: a robot may be driving."""


class Silence:
    """Reads a program's signs of life, and decides when it has come to a standstill.

    On a busy computer a program has to wait, too; so a standstill counts only if it uses the
    processor or is long.
    """

    def __init__(self, patience_s: float) -> None:
        self.where: list[str] = []
        """The lines that say where the program's threads are."""
        self.has_strayed = False
        """Whether a thread of wsusim is in a student's line, and all else goes on."""
        self._patience_s = patience_s
        self._timeouts = 0
        self._processor_s = 0.0

    def hear(self, line: str, processor_s: float | None) -> bool:
        """Read a line; return whether the program has come to a standstill.

        Args:
            line: What the program or its watchdog wrote.
            processor_s: Processor time that the program has used so far, if known.
        """
        if line == ALIVE:
            self.where, self._timeouts, self._processor_s = [], 0, processor_s or 0.0
        elif line == STRAYED:
            self.has_strayed = True
            return True
        elif line.startswith("Timeout ("):
            self._timeouts += 1
            # Once may be a program that was stopped for a while.
            return self._timeouts >= (2 if self._has_worked(processor_s) else MOST_TIMEOUTS)
        else:
            self.where.append(line.rstrip("\n"))
        return False

    def _has_worked(self, processor_s: float | None) -> bool:
        return processor_s is None or processor_s - self._processor_s > self._patience_s / 2


def main() -> None:
    """Read the program's signs of life until it stands still, then report and end it."""
    process_id, patience_s, folder = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    silence = Silence(patience_s)
    for line in sys.stdin:
        if line == OVER:
            return
        if silence.hear(line, _processor_s(process_id)):
            # A shell goes on as soon as the program has ended, so that is told before.
            telling = threading.Thread(target=_tell, args=(silence, patience_s, folder))
            telling.start()
            telling.join(TELL_S)
            os.kill(process_id, EXIT_UNRESPONSIVE)
            return


def _processor_s(process_id: int) -> float | None:
    """Return the processor time of a process (Linux); ``None`` where it is unknown."""
    try:
        stat = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _tell(silence: Silence, patience_s: float, folder: str) -> None:
    sys.path.append(folder)
    from wsusim.hosting.death import report_of_standstill

    report = report_of_standstill(silence.where, patience_s, has_strayed=silence.has_strayed)
    print(report.text(), file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
