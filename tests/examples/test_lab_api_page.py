"""The manual's page of the lab's interface tells everything that can be asked for, and no more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.routing import Route

from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web.app import Pages

PAGE = Path(__file__).parents[2] / "manual" / "reference" / "lab-api.md"
PLACES = re.compile(r"\{\w+(:\w+)?\}|\b(N|KIND|TICK|NAME)\b")
"""What stands for a number or a word, in a route and on the page."""


def test_the_page_tells_of_every_address_and_no_other(tmp_path: Path) -> None:
    """Of those for programs; pages and the stream are told of elsewhere."""
    lab = Lab(Plan(tmp_path))
    routes = [one for one in Pages(lab).app.routes if isinstance(one, Route)]
    lab.close()
    there = {
        (method, PLACES.sub("*", route.path))
        for route in routes
        for method in (route.methods or set()) - {"HEAD"}
        if route.path.startswith("/api/")
    }
    page = re.findall(r"`(GET|POST) (/api/[\w/-]+)", PAGE.read_text(encoding="utf-8"))

    assert {(method, PLACES.sub("*", address)) for method, address in page} == there
