"""Invitations to print: a card for each person, whose code holds the very address."""

from __future__ import annotations

import pytest

pytest.importorskip("segno", reason="sharing is an extra (requirements-live.txt)")
pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.invitations import address_for, code_of, page_of
from wsusim.lab.people import Invitation

LAB = "https://lab.school.example/"


def test_each_person_has_a_card_with_an_address() -> None:
    """Names are text, whatever is in them."""
    page = page_of([Invitation("Ann", "a" * 22), Invitation("<b>Bob</b>", "b" * 22)], LAB)

    assert page.count('class="card"') == page.count("<svg") == 2
    assert f"{LAB}#token={'a' * 22}" in page
    assert "&lt;b&gt;Bob&lt;/b&gt;" in page
    assert "<b>" not in page


def test_a_code_is_a_picture_of_its_own() -> None:
    """A page can put it in as it is."""
    assert code_of(address_for(LAB, "a" * 22)).startswith('<svg xmlns="http://www.w3.org/2000/svg"')


def test_an_address_that_fits_in_no_code_is_told() -> None:
    """An incomplete code is never printed."""
    with pytest.raises(BadInput, match="too long for a QR code"):
        code_of("https://" + "x" * 5000)
