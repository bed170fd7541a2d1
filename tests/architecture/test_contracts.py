"""The contracts of ``pyproject.toml`` hold, and each of them fails when it is broken."""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.application.use_cases import read_user_options
from importlinter.configuration import configure
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract

ROOT = Path(__file__).parents[2]
KINDS: dict[str, Any] = {
    "forbidden": ForbiddenContract,
    "independence": IndependenceContract,
    "layers": LayersContract,
}
configure()
SETTINGS = read_user_options(str(ROOT / "pyproject.toml"))
CONTRACTS = {contract["name"]: contract for contract in SETTINGS.contracts_options}

NEW = "wsusim.newcomer"
NEW_FEATURE = "wsusim.gui.features.newcomer"

BREACHES = [
    ("Imports point downwards only", "wsusim.model.world", "wsusim.engine.simulation"),
    ("Imports point downwards only", "wsusim.cli.run", "wsusim.gui.document"),
    ("Imports point downwards only", NEW, "wsusim.model.world"),
    ("numba only in the kernels", "wsusim.scene.walk", "numba"),
    ("numba only in the kernels", "wsusim.gui.document", "numba"),
    ("numba only in the kernels", NEW, "numba"),
    (
        "The student's side never sees the engine",
        "wsusim.control.controller",
        "wsusim.engine.simulation",
    ),
    ("Qt only in the window", "wsusim.cli.run", "PySide6"),
    ("Qt only in the window", NEW, "PySide6"),
    (
        "Within the window imports point downwards, too",
        "wsusim.gui.widgets.theme",
        "wsusim.gui.arena.view",
    ),
    ("Within the window imports point downwards, too", "wsusim.gui.newcomer", "wsusim.errors"),
    (
        "Features of the window never see each other",
        "wsusim.gui.features.run.run_side",
        "wsusim.gui.features.why.why_side",
    ),
    (
        "Features of the window never see each other",
        f"{NEW_FEATURE}.side",
        "wsusim.gui.features.run.bridge",
    ),
    (
        "Features see the Shell, never the window",
        f"{NEW_FEATURE}.side",
        "wsusim.gui.shell.main_window",
    ),
    (
        "Live view, lab and learning are imported only by their commands and panels",
        "wsusim.runs.run",
        "wsusim.live.publisher",
    ),
    (
        "Live view, lab and learning are imported only by their commands and panels",
        NEW,
        "wsusim.learning.tasks",
    ),
    (
        "Whoever only sends a program needs nothing of the lab's server",
        "wsusim.lab.lab_client",
        "wsusim.lab.store",
    ),
    ("A library that few need only where it is needed", "wsusim.live.telling", "websockets"),
    ("A library that few need only where it is needed", "wsusim.runs.run", "serial"),
    ("A library that few need only where it is needed", NEW, "sqlalchemy"),
]
"""A contract, and an import that it must not let pass."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    return grimp.build_graph("wsusim", include_external_packages=True, cache_dir=None)


def is_kept(name: str, graph: grimp.ImportGraph) -> bool:
    """Return whether a contract is kept."""
    options = {key: value for key, value in CONTRACTS[name].items() if key not in {"name", "type"}}
    contract = KINDS[CONTRACTS[name]["type"]](name, SETTINGS.session_options, options)
    kept: bool = contract.check(copy.deepcopy(graph), verbose=False).kept
    return kept


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_contract_is_kept(name: str, graph: grimp.ImportGraph) -> None:
    """As ``lint-imports`` says."""
    assert is_kept(name, graph)


@pytest.mark.parametrize(("name", "importer", "imported"), BREACHES)
def test_a_planted_breach_is_found(
    name: str, importer: str, imported: str, graph: grimp.ImportGraph
) -> None:
    """In existing modules, and in a new one that is on no list."""
    broken = copy.deepcopy(graph)
    for parent in (importer.rpartition(".")[0], importer):
        if parent not in broken.modules:
            broken.add_module(parent)
    broken.add_import(importer=importer, imported=imported, line_number=1, line_contents="import")
    assert not is_kept(name, broken)


def test_every_contract_has_a_planted_breach() -> None:
    """Every guard fails once, for a planted breach."""
    assert CONTRACTS.keys() == {name for name, _, _ in BREACHES}
