"""Families of robots: ours, and those that other packages bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from tests.hand_wire import HandWire
from tests.worlds import empty_world
from wsusim.backends.serial_line import schemes
from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.epuck import EPUCK
from wsusim.backends.serial_line.epuck_wifi import EPUCK_WIFI
from wsusim.backends.serial_line.languages import LANGUAGES, language_of, languages
from wsusim.backends.serial_line.robot_address import SerialAddress, parse_address
from wsusim.backends.serial_line.thymio import THYMIO
from wsusim.errors import BadInput
from wsusim.model.readings import Quantity
from wsusim.robots import ROBOT_KINDS

PIPUCK = replace(
    EPUCK, scheme="pipuck", title="Pi-puck", one="a Pi-puck", examples=("pipuck:/dev/ttyS0",)
)
"""A robot of another package: it has an e-puck's body and language, and a name of its own."""

NO_LANGUAGE = "robot"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have another package installed: a good robot, one whose module is gone, and nonsense."""
    places = {
        "pipuck": f"{__name__}:PIPUCK",
        "gone": "no_such_module:X",
        "odd": f"{__name__}:NO_LANGUAGE",
    }
    points = {name: EntryPoint(name, place, schemes.GROUP) for name, place in places.items()}
    monkeypatch.setattr(schemes, "entry_points", lambda **asked: tuple(points.values()))
    schemes.added.cache_clear()
    yield
    schemes.added.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: language.scheme)
def test_each_family_of_ours_is_complete(language: object) -> None:
    """Its kind is known, its examples are addresses, and what it lacks is said in sentences."""
    found = language_of(language.scheme)  # type: ignore[attr-defined]
    schemes_of_examples = {
        parse_address(example).scheme for example in found.examples if "HOST" not in example
    }

    assert found.kind in ROBOT_KINDS
    assert schemes_of_examples == {found.scheme}
    assert [why for why in found.absent.values() if not why.endswith(".")] == []


def test_another_packages_robot_has_its_addresses(installed: None) -> None:
    """Named by an entry point, it is reached like ours."""
    assert parse_address("pipuck:/dev/ttyS0") == SerialAddress(
        "/dev/ttyS0", 115_200, scheme="pipuck"
    )
    assert language_of("pipuck") is PIPUCK
    assert PIPUCK in languages()


@pytest.mark.parametrize("scheme", ["gone", "odd"])
def test_a_package_that_is_no_good_is_told_in_a_sentence(installed: None, scheme: str) -> None:
    """It says which robot it is, and does not keep the others from being found."""
    with pytest.raises(BadInput, match=rf"^{scheme}: the package that brings this robot .*\."):
        language_of(scheme)
    assert len(languages()) == len(LANGUAGES) + 1


def test_our_own_families_cant_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that calls its robot epuck is not asked."""
    point = EntryPoint("epuck", "somewhere:ELSE", schemes.GROUP)
    monkeypatch.setattr(schemes, "entry_points", lambda **asked: (point,))
    schemes.added.cache_clear()

    assert language_of("epuck") is EPUCK
    assert schemes.added() == {}
    schemes.added.cache_clear()


@pytest.mark.parametrize("language", [EPUCK_WIFI, THYMIO], ids=lambda one: one.title)
def test_no_question_is_answered_with_another_reading(language: Language) -> None:
    """What a robot is not asked for must be among what it lacks: it is never another number."""
    wire = HandWire(empty_world(), ideal=False, language=replace(language, absent={}))
    wire.backend.connect()

    with pytest.raises(AssertionError, match="RADIO"):
        wire.backend.read(Quantity.RADIO)
