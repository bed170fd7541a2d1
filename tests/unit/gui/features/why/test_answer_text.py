"""Answers in plain words."""

from __future__ import annotations

import pytest

from tests.unit.analysis.asking import alone, alone_before_a_cap, ask, blinded, drive, networked
from wsusim.gui.features.why.answer_text import arithmetic_html, direction, headline, note
from wsusim.gui.features.why.ray_table import rows
from wsusim.model.snapshot import Snapshot
from wsusim.model.tuning import RobotTuning


@pytest.fixture(scope="module")
def moment() -> Snapshot:
    """Return the first moment of a run in a crowd."""
    return drive(ideal=False)[0]


def test_the_headline_names_what_the_strongest_ray_meets() -> None:
    """With ray, thing and distance, under sensor model 1."""
    text = headline(alone_before_a_cap(RobotTuning(sensor_model=1)))
    assert "“front left” reads" in text
    assert "ray 4 meets cap 5 at 20 mm" in text


def test_the_headline_names_what_covers_most() -> None:
    """With the distance of its nearest point and its part of the echo, under sensor model 2."""
    text = headline(alone_before_a_cap(RobotTuning()))
    assert "cap 5, 20 mm away at its nearest, brings 100 % of the echo." in text


def test_a_lowered_arm_is_told() -> None:
    """The rays do not count then."""
    assert "the arm is down" in headline(blinded())


def test_a_hidden_lamp_is_told_with_what_hides_it(moment: Snapshot) -> None:
    """In the sentence, and in the table of lamps."""
    answer = ask(moment, 0, 2, is_light=True)
    assert "light 3 is hidden by wall 7" in headline(answer)
    assert any("behind wall 7" in cell for row in rows(answer) for cell in row)


def test_rays_are_numbered_from_left_to_right() -> None:
    """Row and point of a ray have the same number."""
    answer = alone_before_a_cap(RobotTuning(sensor_model=1))
    table = rows(answer)
    assert table[0][0] == "1: 45° left"
    assert table[-1][0] == "7: 45° right"
    assert all(table[s.number][2] == f"{s.distance_mm:.1f} mm" for s in answer.spots)


def test_a_network_gives_no_weight_to_a_single_ray() -> None:
    """The column stays empty, and the arithmetic begins with the network."""
    answer = networked(1)[2]
    assert {row[4] for row in rows(answer)} == {"–"}
    assert "what the network reads from the rays" in arithmetic_html(answer, "#000000")


def test_nothing_near_names_the_range() -> None:
    """And that what is read is noise."""
    assert "none of its rays meets anything within 62 mm" in headline(alone(RobotTuning()))


def test_the_note_names_the_seed_and_says_when_it_is_not_exact(moment: Snapshot) -> None:
    """A newer picture is told, too."""
    answer = ask(moment, 0, 2)
    assert "seed 5" in note(answer, moment.tick)
    assert "picture is newer" in note(answer, moment.tick + 1)


@pytest.mark.parametrize(
    ("angle_deg", "words"), [(0.2, "straight"), (15.0, "15° left"), (-30.0, "30° right")]
)
def test_directions_are_those_of_the_sensor(angle_deg: float, words: str) -> None:
    """Counter-clockwise is left."""
    assert direction(angle_deg) == words
