"""Where the real input from elsewhere is: beside the project, never inside it."""

from __future__ import annotations

from pathlib import Path

import pytest


def cases_folder(name: str) -> Path:
    """Return the folder ``name`` of the shared cases; skip the test where it is absent."""
    folder = Path(__file__).parents[2] / "shared" / "cases" / name
    if not folder.is_dir():
        pytest.skip(f"The folder of real input is not here: ../shared/cases/{name}")
    return folder
