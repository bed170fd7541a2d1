"""A course's rules, which teachers change while the lab runs: mazes, limits, hours."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.lab.jobs import MOST_OPEN
from wsusim.lab.lab_plan import Plan
from wsusim.lab.mazes import own_mazes
from wsusim.lab.opening_hours import ALWAYS_OPEN, parse_hours
from wsusim.lab.settings import RULES, Settings
from wsusim.lab.shapes import ToldRules

_LOG = logging.getLogger(__name__)

LOOK_S = 1.0
"""No more often is looked whether they have changed: every page asks all the time."""

OPEN_RANGE, MB_RANGE, DAYS_RANGE = (1, 50), (10, 1_000_000), (0, 3650)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that are valid now.

    Attributes:
        plan: The lab's, with what has been changed since it was started.
        most_open: How many programs of a kind one student may have under way.
        recordings_mb: How much of one person's recordings is kept; the oldest go first.
        keep_days: Runs that are older are removed; 0: none are. What was handed in always stays.
    """

    plan: Plan
    most_open: int = MOST_OPEN
    recordings_mb: int = 1000
    keep_days: int = 0

    def __post_init__(self) -> None:
        for value, what, (low, high) in (
            (self.most_open, "programs under way for each student", OPEN_RANGE),
            (self.recordings_mb, "MB of recordings for each person", MB_RANGE),
            (self.keep_days, "days that runs are kept", DAYS_RANGE),
        ):
            if not low <= value <= high:
                raise BadInput(f"{value} {what}; it must be {low} to {high}.")


class RuleBook:
    """The rules of a lab: those of its plan, unless a teacher has changed them."""

    def __init__(self, plan: Plan, settings: Settings) -> None:
        self._plan = plan
        self._settings = settings
        self._known: tuple[str, Rules] = ("", Rules(plan))
        self._looked_s = -LOOK_S

    def now(self) -> Rules:
        """Return the valid rules; changes by another server of the lab arrive a second later."""
        if monotonic() - self._looked_s < LOOK_S:
            return self._known[1]
        self._looked_s = monotonic()
        kept = self._settings.get(RULES)
        known, rules = self._known
        if kept != known:
            try:
                rules = self._read(json.loads(kept)) if kept else Rules(self._plan)
            except BadInput as error:  # a maze is gone, say
                _LOG.warning("The rules that were set don't hold any more: %s", error)
                rules = Rules(self._plan)
            self._known = kept, rules
        return rules

    def change(self, changes: dict[str, Any], now_s: float, by: str) -> None:
        """Change some rules, named as in ``told``.

        Raises:
            BadInput: A value can't be used; nothing is changed.
        """
        before = dict(told(self.now()))
        whole = {**before, **changes}
        self._read(whole)
        about = ", ".join(
            f"{name} {_shown(value)}" for name, value in whole.items() if value != before[name]
        )
        self._settings.set(RULES, json.dumps(whole), now_s, by, "change rules", about)
        self._looked_s = -LOOK_S

    def choice(self) -> list[str]:
        """Return all mazes that a teacher can give a course."""
        own = own_mazes(self._plan.folder)
        return list(dict.fromkeys((*self._plan.all_mazes, *own, *built_in_mazes())))

    def _read(self, values: dict[str, Any]) -> Rules:
        choice = self.choice()
        for maze in values["mazes"]:
            if maze not in choice:
                raise BadInput(f"There is no maze {maze[:40]!r}. Choose from: {', '.join(choice)}.")
        if values["simulations"] > self._plan.simulations:
            raise BadInput(
                f"{values['simulations']} simulations at once; this lab was started for "
                f"{self._plan.simulations} at most (--simulations)."
            )
        hours = values["hours"].strip()
        plan = replace(
            self._plan,
            mazes=tuple(values["mazes"]),
            time_limit_s=values["time_limit_s"],
            hours=parse_hours(hours) if hours else ALWAYS_OPEN,
            simulations=values["simulations"],
        )
        usual = Rules(plan)
        return Rules(
            plan,
            values["most_open"],
            values.get("recordings_mb", usual.recordings_mb),  # older rules have none
            values.get("keep_days", usual.keep_days),
        )


def told(rules: Rules) -> ToldRules:
    """Return rules as plain values."""
    plan = rules.plan
    return {
        "mazes": list(plan.all_mazes),
        "time_limit_s": plan.time_limit_s,
        "hours": plan.hours.text,
        "simulations": plan.simulations,
        "most_open": rules.most_open,
        "recordings_mb": rules.recordings_mb,
        "keep_days": rules.keep_days,
    }


def _shown(value: Any) -> str:
    """Return a rule's value as people read it."""
    return " ".join(value) if isinstance(value, list) else str(value) or "none"
