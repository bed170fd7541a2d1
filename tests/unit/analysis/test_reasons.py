"""An answer as reasons and arithmetic, in keys and figures."""

from __future__ import annotations

import pytest

from tests.unit.analysis.asking import alone, alone_before_a_cap, ask, blinded, drive, networked
from wsusim.analysis.answers import Answer
from wsusim.analysis.reasons import how_seen, reasons, signed, steps
from wsusim.model.snapshot import Snapshot
from wsusim.model.tuning import ProximityResponse, RobotTuning


@pytest.fixture(scope="module")
def moment() -> Snapshot:
    """Return the first moment of a run in a crowd."""
    return drive(ideal=False)[0]


def keys(answer: Answer) -> list[str]:
    """Return the keys of an answer's reasons, after that of the reading itself."""
    return [reason.key for reason in reasons(answer)][1:]


def test_the_strongest_ray_is_the_reason() -> None:
    """With what it meets, how far away."""
    answer = alone_before_a_cap(RobotTuning(sensor_model=1))
    ray = reasons(answer)[1]
    assert ray.key == "ray"
    assert (ray.figures["number"], ray.figures["thing"]) == (4, ("cap", 5))
    assert ray.figures["distance_mm"] == pytest.approx(20.0, abs=0.5)


def test_what_covers_most_of_the_view_is_the_reason() -> None:
    """Under sensor model 2: the thing, how near it comes, and what it brings in all."""
    thing = reasons(alone_before_a_cap(RobotTuning()))[1]

    assert (thing.key, thing.figures["thing"]) == ("seen", ("cap", 5))
    assert thing.figures["distance_mm"] == pytest.approx(20.0, abs=0.5)
    assert thing.figures["percent"] == pytest.approx(100.0)


def test_a_lowered_arm_is_the_reason() -> None:
    """There is no arithmetic then."""
    answer = blinded()
    assert keys(answer) == ["blind"]
    assert [step.key for step in steps(answer)] == ["arm", "reading"]
    assert steps(answer)[-1].value == str(answer.question.reading)


def test_a_hidden_lamp_is_laid_to_what_hides_it(moment: Snapshot) -> None:
    """Light 3 stands behind wall 7."""
    answer = ask(moment, 0, 2, is_light=True)
    hidden = reasons(answer)[1]
    assert (hidden.key, hidden.figures["id"], hidden.figures["thing"]) == (
        "lamp hidden", 3, ("wall", 7),
    )  # fmt: skip
    assert answer.lamps is not None
    seen = [how_seen(answer, number) for number in range(len(answer.lamps.lamps))]
    assert ("behind", {"thing": ("wall", 7)}) in [(one.key, one.figures) for one in seen]


def test_what_a_network_makes_of_nothing_is_no_noise() -> None:
    """The robot sees nothing, and its network makes a reading of that."""
    answer = alone(networked_tuning())
    assert answer.ideal > 100.0
    assert keys(answer)[:2] == ["nothing near", "network of nothing"]
    assert reasons(answer)[2].figures["ideal"] == pytest.approx(answer.ideal)


def networked_tuning() -> RobotTuning:
    """Return the tuning of a robot with a network that makes much of nothing."""
    tuning = networked(2)[0].question.world.robots[0].tuning
    assert tuning is not None
    return tuning


def test_the_range_is_that_of_the_measured_response() -> None:
    """A robot whose measured echo ends at 50 mm meets nothing within 50 mm, not within 62."""
    response = ProximityResponse((0.0, 20.0, 50.0), (9000.0, 2000.0, 0.0))
    (_, nothing, *_) = reasons(alone(RobotTuning(response=response)))
    assert (nothing.key, nothing.figures) == ("nothing near", {"range_mm": 50.0})


def test_a_network_has_steps_of_its_own() -> None:
    """What it makes of the rays, and of nothing."""
    assert [step.key for step in steps(networked(1)[2])][:2] == ["network", "network idle"]


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0.0"), (-0.01, "0.0"), (1.25, "+1.2"), (-3.0, "\u22123.0")]
)
def test_numbers_have_a_sign_unless_they_are_nothing(value: float, text: str) -> None:
    """With the minus of print, not a hyphen."""
    assert signed(value) == text
