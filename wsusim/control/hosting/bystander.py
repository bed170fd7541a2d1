"""A process that ends another one which has come to a standstill, and says where it stands.

Started by ``hosting.standstill`` as a file, with nothing imported that it may never need.
"""

from __future__ import annotations

import os
import sys

ALIVE = "alive\n"
"""The program says this as long as it goes on."""

EXIT_UNRESPONSIVE = 3
"""Exit code of a run whose controller did not answer; also the number of the signal that does it.
"""


def main() -> None:
    """Read what the program says of itself until it goes on no more; then end it and report."""
    process_id, patience_s, folder = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    where: list[str] = []
    times_still = 0
    for line in sys.stdin:
        if line == ALIVE:
            where, times_still = [], 0
        elif line.startswith("Timeout ("):
            # Once may be a computer that was busy, or a program that was stopped for a while.
            times_still += 1
            if times_still == 2:
                os.kill(process_id, EXIT_UNRESPONSIVE)
                _tell(where, patience_s, folder)
                return
        else:
            where.append(line.rstrip("\n"))


def _tell(where: list[str], patience_s: float, folder: str) -> None:
    sys.path.append(folder)
    from wsusim.control.hosting.death import report_of_standstill

    print(report_of_standstill(where, patience_s).text(), file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
