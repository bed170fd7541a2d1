"""What robots tell each other: at most 100 characters a cycle, heard within 8 diameters.

A message is one own report and, as far as there is room, reports of others that are passed on, so
that news hops from robot to robot. A report is ``number time x y heading sensors [target]`` in
whole numbers: tenths of a diameter, degrees, tenths of a reading; reports are parted by ``;``.
"""

import math
from dataclasses import dataclass, field

LONGEST = 100


@dataclass
class Report:
    """What one robot has told of itself."""

    number: int
    time: int
    place: tuple
    heading: float
    seen: dict = field(default_factory=dict)
    target: tuple | None = None
    text: str = ""


class Talk:
    """Writes messages, reads them, and remembers who is where."""

    def __init__(self, number):
        self._number = number
        self._newest = {}
        self._told = {}
        self._first_y = {}

    def message(self, time, pose, seen, target):
        """Return this cycle's message: the own report, then the newest of others that fit."""
        x, y = pose.place
        fresh = [
            f"{s}{round(10 * value)}" for s, (at, value) in sorted(seen.items()) if at > time - 3
        ]
        parts = [
            self._number,
            time,
            round(10 * x),
            round(10 * y),
            round(math.degrees(pose.heading)),
        ]
        text = " ".join(map(str, parts)) + " " + ",".join(fresh or ["-"])
        if target is not None:
            text += f" {round(10 * target[0])} {round(10 * target[1])}"
        others = sorted(
            self._newest.values(), key=lambda r: (r.target is None, self._told.get(r.number, 0))
        )
        for report in others:
            if report.time > time - 40 and len(text) + 1 + len(report.text) <= LONGEST:
                text += ";" + report.text
                self._told[report.number] = time
        return text[:LONGEST]

    def hear(self, messages, time):
        """Yield the reports that are news."""
        for message in messages:
            if message.sender == self._number:
                continue
            for text in message.text.split(";"):
                report = read(text)
                if report is None or report.number == self._number:
                    continue
                known = self._newest.get(report.number)
                if known is None or known.time < report.time <= time:
                    self._newest[report.number] = report
                    self._first_y.setdefault(report.number, report.place[1])
                    yield report

    def places(self, time):
        """Return where the others were lately."""
        return [report.place for report in self._newest.values() if report.time > time - 60]

    def count_near(self, target):
        """Return how many others have told of a place in the target."""
        return sum(math.dist(r.place, target) < 1.8 for r in self._newest.values())

    def middle_y(self, own_y):
        """Return the middle of where everybody began."""
        self._first_y.setdefault(self._number, own_y)
        return sum(self._first_y.values()) / len(self._first_y)


def read(text):
    """Return the report in a text; ``None`` for what is none."""
    words = text.split()
    try:
        number, time, x, y, heading_deg = (int(word) for word in words[:5])
        seen = {int(w[0]): int(w[1:]) / 10.0 for w in words[5].split(",") if w != "-"}
        target = (int(words[6]) / 10.0, int(words[7]) / 10.0) if len(words) > 6 else None
    except (ValueError, IndexError):
        return None
    return Report(number, time, (x / 10.0, y / 10.0), math.radians(heading_deg), seen, target, text)
