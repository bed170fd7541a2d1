"""Which part of time is in view, without Qt."""

from __future__ import annotations

SHORTEST_S = 0.2
LONGEST_S = 100_000.0
"""More than a day: no run lasts so long."""


class TimeWindow:
    """From ``begin_s`` to ``end_s``; follows the newest moment until a person moves it."""

    def __init__(self, span_s: float | None) -> None:
        self.span_s = span_s
        """How long it is while it follows; ``None``: as long as everything."""
        self.begin_s = 0.0
        self.end_s = span_s or 1.0
        self.is_following = True

    def set_span(self, span_s: float | None) -> None:
        """Follow with another length."""
        self.span_s = span_s
        self.is_following = True

    def follow(self, first_s: float, last_s: float, now_s: float) -> None:
        """Bring the moment ``now_s`` of the time from ``first_s`` to ``last_s`` into view.

        The newest moment is at the right end, one of a recording in the middle.
        """
        if not self.is_following:
            return
        if self.span_s is None:
            self.begin_s, self.end_s = first_s, max(last_s, first_s + 1.0)
            return
        begin_s = now_s - self.span_s if now_s >= last_s else now_s - self.span_s / 2.0
        begin_s = max(first_s, min(begin_s, last_s - self.span_s))
        self.begin_s, self.end_s = begin_s, begin_s + self.span_s

    def move(self, by_s: float) -> None:
        """Move, and stay there."""
        self.is_following = False
        self.begin_s += by_s
        self.end_s += by_s

    def zoom(self, factor: float, about_s: float) -> None:
        """Show ``factor`` times as much time, with one moment where it is, and stay there."""
        length_s = self.end_s - self.begin_s
        factor = min(max(factor, SHORTEST_S / length_s), LONGEST_S / length_s)
        self.is_following = False
        self.begin_s = about_s + (self.begin_s - about_s) * factor
        self.end_s = about_s + (self.end_s - about_s) * factor

    def reach(self, at_s: float) -> None:
        """Move just far enough to bring a moment into view."""
        if at_s < self.begin_s:
            self.move(at_s - self.begin_s)
        elif at_s > self.end_s:
            self.move(at_s - self.end_s)
