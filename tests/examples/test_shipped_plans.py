"""Each plan that comes with wsusim can be carried out."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from wsusim.hosting.loading import load
from wsusim.jobs.plan import load_plan
from wsusim.shipped import shipped_folder

PLANS = sorted((shipped_folder("templates") / "plans").glob("*.toml"))


@pytest.mark.parametrize("file", PLANS, ids=lambda file: file.stem)
def test_a_plans_parameters_are_those_of_its_controllers(file: Path) -> None:
    """Each value that it varies stands in each of its programs."""
    entry = load_plan(file).entry

    for name, (parameter, values) in itertools.product(entry.controllers, entry.parameters.items()):
        load(name, {parameter: values[0]})
