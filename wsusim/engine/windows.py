"""What a run does for many ticks at once: random numbers are drawn, and the trace is hashed.

A few robots have windows of a whole block of their random streams. A crowd has short ones: for a
block, a thousand robots would have 90 MB of numbers and rows. If there is a second core, it draws
the numbers of the next window and hashes the rows of the last one while the robots drive, one after
the other, on the first.
"""

from __future__ import annotations

from functools import partial

from wsusim.engine.arguments import BLOCK_TICKS
from wsusim.engine.cores import Cores, Job
from wsusim.engine.randomness import Noise
from wsusim.engine.trace import Trace

CROWD_TICKS = 8
"""The window of a crowd. With 4 to 32 ticks, 1,000 robots take the same time."""


class Windows:
    """The windows of one run, from tick 0 on.

    Args:
        window_ticks: How long they are.
        trace: Its ring, and that of the numbers, holds one window, or two if there are several
            cores. A block is a multiple of that.
        noise: ``None``: there is none.
        cores: With two or more, another one draws and hashes.
    """

    def __init__(self, window_ticks: int, trace: Trace, noise: Noise | None, cores: Cores) -> None:
        self._ticks = window_ticks
        self._trace = trace
        self._noise = noise
        self._cores = cores
        self._window = -1
        self._drawn = -1
        """The last window whose numbers are drawn, or being drawn."""
        self._finish: Job = _nothing

    def open(self, tick: int) -> int:
        """Have the numbers of the window that ``tick`` is in; return the tick at which it ends."""
        window = tick // self._ticks
        if window != self._window:
            self._finish()
            self._window = window
            if self._drawn < window:
                self._draw(window)
            if self._cores.count > 1:
                self._finish = self._cores.begin(partial(self._go_ahead, window))
            else:
                self._trace.hash_until(window * self._ticks)
        return (window + 1) * self._ticks

    def restart(self, tick: int) -> None:
        """Go on from another tick; the fingerprint begins again."""
        self._finish()
        self._finish = _nothing
        self._trace.restart(tick)
        block = tick - tick % BLOCK_TICKS
        self._window, self._drawn = -1, block // self._ticks - 1
        while self._drawn < tick // self._ticks:
            self._draw(self._drawn + 1)

    def trace_sha256(self, tick: int) -> str:
        """Return the fingerprint of all ticks before ``tick``, the next one, as hex."""
        self._finish()
        return self._trace.sha256(tick)

    def _go_ahead(self, window: int) -> None:
        """Hash what lies before a window, and draw the numbers of the one behind it."""
        self._trace.hash_until(window * self._ticks)
        self._draw(window + 1)

    def _draw(self, window: int) -> None:
        self._drawn = window
        if self._noise is not None:
            self._noise.draw(window * self._ticks, self._ticks)


def _nothing() -> None:
    pass
