"""What a lab's page says of the robot is true."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot

EDITOR = (files("wsusim.lab") / "page" / "editor.js").read_text(encoding="utf-8")
LIST = re.search(r"WORDS = \[(.*?)\];", EDITOR, re.DOTALL)
WORDS = re.findall(r'"([^"]+)"', LIST[1]) if LIST else []
ROBOT = Robot(FakeBackend())


@pytest.mark.parametrize("word", WORDS)
def test_the_editor_offers_what_a_controller_has(word: str) -> None:
    """Every word is a part, a method or a property."""
    first, _, rest = re.sub(r"\(.*", "", word).partition(".")
    owner = getattr(ROBOT, first, None) if rest else Controller
    attribute = rest.partition(".")[0] or first

    assert first == "random" or attribute in dir(owner) or hasattr(owner, attribute)


def test_the_list_is_found() -> None:
    """Or nothing above would have been tried."""
    assert len(WORDS) > 30
