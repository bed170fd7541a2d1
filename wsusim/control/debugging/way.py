"""The way of a program since its last wait, noted so that it can get to the same place again."""

from __future__ import annotations

from collections import Counter

from wsusim.control.debugging.moment import Moment, Stride, joined
from wsusim.control.debugging.stop_lines import Place


class Way:
    """Counts lines; only those that are on can be counted."""

    def __init__(self) -> None:
        self.goal: Moment | None = None
        """To come to, for a program that is told by heart."""
        self._is_exact = True
        """Whether it is known how often the lines on the way had run."""
        self.counts_all = False
        """Whether every line has counted since the last wait."""
        self._was_all = False
        """Whether every line has counted since the last stop, with no wait since."""
        self._strides: list[Stride] = []
        self.is_begun = False
        """Whether to forget anything of it when a wait is over."""
        self._since: Counter[Place] = Counter()
        self._any_since = 0

    def note(self, place: Place) -> None:
        """Note a line that is about to be executed."""
        self.is_begun = True
        self._any_since += 1
        self._since[place] += 1

    def lose_count(self) -> None:
        """Note that lines were switched on: how often they had run isn't known until the next wait.

        Any thread.
        """
        self._is_exact = False
        self.is_begun = True

    def set_out(self, *, counts_all: bool) -> None:
        """Go on from a stop; ``counts_all``: every line counts from here on."""
        self.counts_all = False
        self._was_all = counts_all
        self.is_begun = True

    def begin(self) -> None:
        """Begin again, after a wait."""
        self._strides.clear()
        self._since.clear()
        self._any_since = 0
        self._is_exact = True
        self._was_all = False
        self.is_begun = False

    def moment(self, place: Place | None, waits: int) -> Moment:
        """Return the current moment, and count from here; ``place`` is ``None`` in a wait."""
        if place is not None:
            if self.counts_all or self._was_all:
                self._strides.append(Stride(None, self._any_since))
            else:
                self._strides.append(Stride(place, self._since[place]))
        self._since.clear()
        self._any_since = 0
        return Moment(waits, joined(self._strides), self._is_exact)

    def passing(self, place: Place, waits: int) -> Moment:
        """Return the moment of a line that is only passed, where not every line counts."""
        return Moment(waits, (Stride(place, self._since[place]),))

    def has_arrived(self, place: Place, waits: int) -> bool:
        """Return whether this line is the goal, taking the pieces of the way in turn."""
        goal = self.goal
        if goal is None or goal.wait != waits or not goal.way:
            return False
        stride = goal.way[len(self._strides)]
        since = self._any_since if stride.place is None else self._since[stride.place]
        if since < stride.count or stride.place not in (None, place):
            return False
        if len(self._strides) + 1 == len(goal.way):
            return True
        self._strides.append(stride)
        self._since.clear()
        self._any_since = 0
        return False
