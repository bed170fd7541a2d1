"""What an agent thinks goes to the arena and is shown in the lab's coordinates."""

from __future__ import annotations

import pytest

from wsusim.ciber.thought import LONGEST, Cells, Thought, is_thought, read_thought
from wsusim.errors import BadInput

CELLS = Cells(1.0, 2.5, 0.5, 3, "09.555")
THOUGHT = Thought("start", CELLS, ((0.0, 1.0), (2.0, -1.5)), 'a "b" <c>')


def test_a_thought_is_read_as_it_was_sent() -> None:
    """Cells, way and text."""
    sent = THOUGHT.to_xml().encode()
    assert is_thought(sent)
    assert read_thought(sent + b"\n\0") == THOUGHT


def test_what_is_left_out_stays_as_it_was() -> None:
    """A new way does not wipe out the map."""
    later = Thought("start", path=()).over(THOUGHT)
    assert (later.cells, later.path, later.text) == (CELLS, (), THOUGHT.text)


def test_a_thought_is_moved_to_the_lab() -> None:
    """Cells and way by the same distance; it is then the lab's."""
    moved = THOUGHT.moved(10.0, 20.0)
    assert moved.frame == "lab"
    assert moved.cells is not None
    assert (moved.cells.x, moved.cells.y) == (11.0, 22.5)
    assert moved.path == ((10.0, 21.0), (12.0, 18.5))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('<Thought><Cells Columns="2">012</Cells></Thought>', "whole rows"),
        ('<Thought><Cells Columns="2">0a</Cells></Thought>', "whole rows"),
        ('<Thought><Cells Columns="0">00</Cells></Thought>', "to a row"),
        ('<Thought><Cells Size="-1" Columns="2">00</Cells></Thought>', "0.01 to 100"),
        ('<Thought Frame="moon"/>', "frame"),
        ("<Thought", "not well-formed"),
        ("<Thoughtful/>", "not a thought"),
        ("<Thought>" + " " * LONGEST + "</Thought>", "at most"),
    ],
)
def test_nonsense_is_refused(document: str, message: str) -> None:
    """Each with one sentence."""
    with pytest.raises(BadInput, match=message):
        read_thought(document.encode())
