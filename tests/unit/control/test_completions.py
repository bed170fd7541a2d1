"""What an editor is told of the robot is what the robot has."""

from __future__ import annotations

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend
from wsusim.control.completions import Word, robot_words
from wsusim.control.robot import PARTS, Robot

ROBOT = Robot(FakeBackend())
WORDS = {(word.of, word.name): word for word in robot_words()}


@pytest.mark.parametrize(
    "word", [one for one in WORDS.values() if one.of not in ("", "random")], ids=str
)
def test_every_word_of_a_part_is_one_of_the_robots(word: Word) -> None:
    """It can be read or called."""
    name, is_one_of_several, _ = word.of.partition("[]")
    part = getattr(ROBOT, name)

    assert hasattr(part[0] if is_one_of_several else part, word.name)


@pytest.mark.parametrize("word", [one for one in WORDS.values() if not one.of], ids=str)
def test_every_word_of_the_controller_is_its_own(word: Word) -> None:
    """It is there for a program to use."""
    assert word.name in dir(Controller)


@pytest.mark.parametrize("part", PARTS)
def test_no_part_is_left_out(part: str) -> None:
    """Each is named, and has words of its own."""
    assert ("", part) in WORDS
    assert any(of == part for of, _ in WORDS)


@pytest.mark.parametrize("word", WORDS.values(), ids=str)
def test_each_is_described(word: Word) -> None:
    """In a sentence."""
    assert word.about


def test_a_call_is_shown_without_self_and_types() -> None:
    """As a program writes it."""
    assert WORDS["motors", "set_speeds"].call == "(left, right)"
    assert WORDS["radio", "send"].call == "(text, to=None)"
    assert WORDS["sensors", "proximities"].call is None


def test_old_names_are_not_offered() -> None:
    """Old names work, but are not offered."""
    assert ("sensors", "distances") not in WORDS
