"""Teachers change a course's rules while the lab is at work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab_stores import empty_store
from wsusim.errors import BadInput
from wsusim.lab.audit import newest_entries
from wsusim.lab.lab_plan import Plan
from wsusim.lab.rules import RuleBook, told
from wsusim.lab.settings import Settings
from wsusim.lab.store import Store


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    """Return a lab's settings."""
    with empty_store(tmp_path) as store:
        yield Settings(store)


@pytest.fixture
def rules(tmp_path: Path, settings: Settings) -> RuleBook:
    """Return the rules of a lab that was started just now."""
    return RuleBook(Plan(tmp_path, mazes=("field",)), settings)


def test_at_first_those_hold_that_the_lab_was_started_with(rules: RuleBook) -> None:
    """The defaults apply without any setting."""
    assert told(rules.now()) == {
        "mazes": ["rooms", "field"],
        "time_limit_s": 120.0,
        "hours": "",
        "simulations": 4,
        "most_open": 3,
        "recordings_mb": 1000,
        "keep_days": 0,
    }


def test_a_change_holds_at_once_and_after_the_next_start(
    rules: RuleBook, settings: Settings, tmp_path: Path
) -> None:
    """Whatever is not named stays."""
    rules.change({"mazes": ["line"], "time_limit_s": 30.0, "hours": "mon 8-9"}, 1.0, "Tess")
    again = RuleBook(Plan(tmp_path), settings)

    assert rules.now().plan.all_mazes == ("rooms", "line")
    assert again.now() == rules.now()
    assert (again.now().plan.time_limit_s, again.now().most_open) == (30.0, 3)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"mazes": ["/etc/passwd"]}, "There is no maze '/etc/passwd'"),
        ({"time_limit_s": 0.5}, "1 to 3600 s"),
        ({"hours": "never"}, "read as opening hours"),
        ({"simulations": 5}, "started for 4 at most"),
        ({"simulations": 0}, "must be 1 to"),
        ({"most_open": 0}, "must be 1 to 50"),
    ],
)
def test_a_rule_that_cant_be_is_refused(rules: RuleBook, change: dict[str, Any], text: str) -> None:
    """And all stays as it was."""
    before = rules.now()
    with pytest.raises(BadInput, match=text):
        rules.change(change, 1.0, "Tess")

    assert rules.now() == before


@pytest.mark.logs_warnings
def test_rules_that_dont_hold_any_more_are_left(
    rules: RuleBook, settings: Settings, tmp_path: Path
) -> None:
    """A lab that is started for fewer simulations starts, with what it was started with."""
    rules.change({"most_open": 7}, 1.0, "Tess")
    again = RuleBook(Plan(tmp_path, simulations=2), settings)

    assert again.now().plan.simulations == 2


def test_what_was_changed_is_written_down(
    rules: RuleBook, settings: Settings, tmp_path: Path
) -> None:
    """In words, and only that."""
    rules.change({"mazes": ["rooms", "line"], "most_open": 3, "time_limit_s": 30.0}, 1.0, "Tess")
    store = Store.in_folder(tmp_path)
    (entry,) = newest_entries(store)
    store.close()

    assert (entry.who, entry.about) == ("Tess", "mazes rooms line, time_limit_s 30.0")
