"""Curves are told apart by colours and dashes."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from PySide6.QtGui import QColor

from wsusim.analysis.curves import Curve
from wsusim.gui.features.curves.styles import Style, Styles
from wsusim.gui.widgets.theme import DARK, LIGHT, Theme


def test_a_curve_keeps_its_style_while_others_come_and_go() -> None:
    """Colours do not change under one's eyes."""
    styles = Styles()
    first = styles.of([Curve(0, 1), Curve(0, 2)])

    second = styles.of([Curve(0, 0), Curve(0, 2), Curve(0, 3)])

    assert second[Curve(0, 2)] == first[Curve(0, 2)]
    assert len(set(second.values())) == 3


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_thirty_curves_differ_in_colour_or_dashes(theme: Theme) -> None:
    """Colour and dashes together tell more curves apart than a plot can hold."""
    pens = [Style(number).pen(theme) for number in range(30)]

    looks = {(pen.color().name(), tuple(pen.dashPattern())) for pen in pens}

    assert len(looks) == 30


@pytest.mark.parametrize(("theme", "number"), list(product([LIGHT, DARK], range(6))))
def test_every_line_stands_out_from_its_paper(theme: Theme, number: int) -> None:
    """Each colour has a contrast of 3 to 1 (WCAG 2.1, rule 1.4.11)."""
    line, paper = (
        _brightness(colour) for colour in (Style(number).colour(theme), QColor(theme.field))
    )

    assert (max(line, paper) + 0.05) / (min(line, paper) + 0.05) >= 3.0


def _brightness(colour: QColor) -> float:
    """Return the relative luminance (WCAG 2.1)."""
    parts = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])
