"""What an agent of ours can show of its thoughts."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pytest

from wsusim.ciber.ciber_controller import MOST_CELLS, CiberController
from wsusim.ciber.match_parameters import Parameters
from wsusim.ciber.thought import Cells, Thought
from wsusim.errors import Misuse


@dataclass
class Wire:
    """An agent's client that keeps what is sent."""

    parameters: Parameters = field(default_factory=Parameters)


@pytest.fixture
def agent() -> CiberController:
    """Return an agent without an arena."""
    return CiberController(Wire(), "a", 1)  # type: ignore[arg-type]


def test_all_parts_go_in_one_thought(agent: CiberController) -> None:
    """What was shown last of each part, in the frame of the class."""
    agent.show_text("old")
    agent.show_map([[0.0, 1.0, math.nan], [0.5, None, 2.0]], 1, 2, 0.5)
    agent.show_path([(1, 2)])
    agent.show_text("new")
    cells = Cells(1.0, 2.0, 0.5, 3, "09.4.9")
    assert agent._thought == Thought("gps", cells, ((1.0, 2.0),), "new")


@pytest.mark.parametrize(
    ("rows", "size", "message"),
    [
        ([], 1.0, "equally long"),
        ([[0.1], [0.1, 0.2]], 1.0, "equally long"),
        ([[0.0] * 100] * (MOST_CELLS // 100 + 1), 1.0, "larger cells"),
        ([[0.0]], 0.0, "0.01 to 100"),
    ],
)
def test_a_map_that_can_not_be_shown_is_told(
    agent: CiberController, rows: list[list[float]], size: float, message: str
) -> None:
    """At the student's line."""
    with pytest.raises(Misuse, match=message):
        agent.show_map(rows, 0, 0, size)
