"""The form for a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from wsusim.ciber.match_choice import Scene
from wsusim.gui.features.match.match_setup import MatchSetup


@pytest.fixture
def setup(qtbot: QtBot) -> MatchSetup:
    """Return an empty form."""
    made = MatchSetup()
    qtbot.addWidget(made)
    return made


def test_the_form_is_a_request(setup: MatchSetup) -> None:
    """Lab, rules, scoring, seed, agents in their order, clock."""
    setup.lab.setCurrentText("rooms")
    setup.preset.setCurrentText("2013")
    setup.scoring.setCurrentText("1")
    setup.seed.setValue(7)
    setup.add_agent("a.py")
    setup.add_agent(Path("b.py"))
    setup.lockstep.setChecked(True)
    request = setup.request
    assert request.scene == Scene("rooms", preset="2013", scoring="1", seed=7)
    assert (request.agents, request.clock, request.port) == (("a.py", "b.py"), "lockstep", 0)


def test_agents_from_outside_come_to_the_contests_port(setup: MatchSetup) -> None:
    """Then none are started here."""
    setup.add_agent("a.py")
    setup.outside.setChecked(True)
    assert (setup.request.agents, setup.request.port) == ((), 6000)


def test_the_last_agent_can_be_removed(setup: MatchSetup) -> None:
    """Or the chosen one."""
    for name in ("a.py", "b.py", "c.py"):
        setup.add_agent(name)
    setup.remove.click()
    setup.agents.setCurrentRow(0)
    setup.remove.click()
    assert setup.agent_names() == ["b.py"]
