from __future__ import annotations

import pytest

from wsusim.model.readings import QUANTITY_LENGTHS, Quantity
from wsusim.model.robot_kind import KHEPERA_LINES
from wsusim.protocol.banner import BANNER_END, BANNERS, VERSIONS, kind_of_bios
from wsusim.protocol.command_table import (
    BAUD_RATES,
    COMMANDS,
    ENTRIES,
    ENTRY_OF_QUANTITY,
    TOOLS,
    TURRETS,
)
from wsusim.robots import SHIPPED, robot_kind

KHEPERAS = [name for name in SHIPPED if robot_kind(name).protocol == KHEPERA_LINES]


def test_the_table_has_the_eighteen_letters():
    """The robot's own commands and the turret message T are the eighteen letters of the manual."""
    letters = {entry.prefix[0] for entry in ENTRIES.values()}

    assert "".join(sorted(letters)) == "ABCDEFGHIJKLNOPRTW"


def test_each_turret_has_its_letters():
    """Turrets: the gripper (1), the linear camera (2), the radio (4), KiKS's battle turret (99)."""
    letters = {turret: "".join(e.prefix[2] for e in entries) for turret, entries in TURRETS.items()}

    assert letters == {"1": "BDEFGHHJ", "2": "BLMNOPQRSTU", "4": "BFRS", "99": "BS"}


@pytest.mark.parametrize("quantity", [q for q in Quantity if q in ENTRY_OF_QUANTITY])
def test_answers_have_the_length_of_their_quantity(quantity):
    """The table and the model agree on how many numbers a reading has."""
    assert len(ENTRY_OF_QUANTITY[quantity].answer) == QUANTITY_LENGTHS[quantity]


def test_answers_begin_with_the_letter_in_lower_case():
    """An answer's letter is the command's, in lower case."""
    assert [entry.answer_key for entry in COMMANDS] == [e.key.lower() for e in COMMANDS]
    assert ENTRIES["T,1,H,1"].answer_key == "t,1,h"


def test_every_entry_names_its_source():
    """No row without a source."""
    assert all(entry.source and entry.title for entry in ENTRIES.values())


def test_flash_is_a_tool_of_the_khepera_2_only():
    """All tools but flash exist on both robots."""
    assert [tool.name for tool in TOOLS if tool.kinds == ("khepera2",)] == ["flash"]


def test_each_robot_kind_has_banner_version_and_speeds():
    """A kind of robot can't be forgotten in the protocol's tables."""
    assert set(BANNERS) == set(VERSIONS) == set(BAUD_RATES) == set(KHEPERAS)
    assert {lines[-1] for lines in BANNERS.values()} == {BANNER_END}


@pytest.mark.parametrize("kind", KHEPERAS)
def test_the_kind_is_told_by_the_bios_version(kind):
    """Khepera I and II are told apart by the answer to B."""
    assert kind_of_bios(VERSIONS[kind][0]) == kind
