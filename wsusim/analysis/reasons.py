"""An answer as reasons and as arithmetic: keys and figures, for a window or terminal to word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wsusim.analysis.answers import GREATEST, Answer
from wsusim.model.tuning import CONE_MODEL

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import LightReport, ProximityReport

NEXT_TO_NOTHING = 0.5
"""Smaller differences are rounding."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence: its key, and the figures in it.

    A figure ``sensor`` is a number, ``thing`` is what a ray has met, as ``(kind, id)``, and
    ``angle_deg`` is counter-clockwise from the sensor's axis.
    """

    key: str
    figures: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the arithmetic; ``is_sum`` lines follow a rule, as on paper."""

    key: str
    value: str
    is_sum: bool = False
    lamp: int | None = None
    """Id of the lamp that the line names."""


def reasons(answer: Answer) -> tuple[Reason, ...]:
    """Return in a few sentences why the sensor has this reading."""
    question = answer.question
    begins = Reason("reads", {"sensor": question.sensor, "reading": question.reading})
    if answer.lamps is not None:
        return (begins, _light_reason(answer, answer.lamps), _noise_reason(answer))
    assert answer.rays is not None
    if answer.rays.is_blinded:
        return (begins, Reason("blind"))
    return (begins, *_ray_reasons(answer, answer.rays))


def _ray_reasons(answer: Answer, report: ProximityReport) -> tuple[Reason, ...]:
    best = answer.deciding
    noise_alone = (Reason("noise alone"),) if answer.question.reading > 0 else ()
    if best is None:
        is_empty = all(ray.target == "nothing" for ray in report.rays)
        range_mm = answer.curve[-1][0]
        first = Reason("nothing near", {"range_mm": range_mm}) if is_empty else Reason("no echo")
        if answer.ideal > 0.0:  # a network may make something of nothing
            network = Reason("network of nothing", {"ideal": answer.ideal + answer.cut})
            return (first, network, _noise_reason(answer))
        return (first, *noise_alone)
    ray = answer.rays_left_to_right[best]
    first = Reason(
        "ray in network" if report.has_network else "ray",
        {
            "number": best + 1,
            "thing": (ray.target, ray.target_id),
            "distance_mm": ray.distance_mm,
            "percent": 100.0 * answer.shares[best],
        },
    )
    if report.sensor_model == CONE_MODEL and answer.greatest_thing is not None:
        ray, share = answer.greatest_thing
        first = Reason(
            "seen",
            {
                "thing": (ray.target, ray.target_id),
                "distance_mm": ray.distance_mm,
                "percent": 100.0 * share,
            },
        )
    if answer.ideal <= 0.0:
        return (first, Reason("faint"), *noise_alone)
    if answer.ideal > GREATEST:
        return (first, Reason("too strong", {"ideal": answer.ideal}))
    return (first, _noise_reason(answer))


def _light_reason(answer: Answer, report: LightReport) -> Reason:
    dark = answer.question.kind.light.dark
    if not report.lamps:
        return Reason("no lamp", {"dark": dark})
    if answer.deciding is not None:
        lamp = report.lamps[answer.deciding]
        return Reason(
            "lamp",
            {"id": lamp.light_id, "distance_mm": lamp.distance_mm, "angle_deg": lamp.angle_deg},
        )
    hidden = next((lamp for lamp in report.lamps if lamp.is_in_view), None)
    if hidden is None:
        return Reason("no lamp seen", {"dark": dark})
    figures = {"id": hidden.light_id, "thing": hidden.hidden_by, "dark": dark}
    return Reason("lamp hidden", figures)


def _noise_reason(answer: Answer) -> Reason:
    if answer.question.is_ideal:
        return Reason("no noise")
    if abs(answer.noise) <= NEXT_TO_NOTHING:
        return Reason("little noise")
    return Reason("noise", {"ideal": answer.ideal + answer.cut, "noise": answer.noise})


def how_seen(answer: Answer, number: int) -> Reason:
    """Return how a sensor sees the lamp of this place in the report."""
    assert answer.lamps is not None
    lamp, half_deg = answer.lamps.lamps[number], answer.question.kind.light.half_angle_deg
    if abs(lamp.angle_deg) >= half_deg:
        return Reason("aside", {"half_deg": half_deg})
    if not lamp.is_in_view:
        return Reason("too dark")
    if lamp.is_hidden:
        return Reason("behind", {"thing": lamp.hidden_by})
    return Reason("strongest" if number == answer.deciding else "weaker")


def steps(answer: Answer) -> tuple[Step, ...]:
    """Return the calculation of the reading; the values are those of the answer, rounded."""
    reading = Step("reading", str(answer.question.reading), is_sum=True)
    if answer.rays is not None and answer.rays.is_blinded:
        return (Step("arm", reading.value), reading)
    endings = [Step("ideal", f"{answer.ideal:.1f}", is_sum=True)]
    if answer.cut:
        endings.append(Step("cut", signed(answer.cut)))
    ratio = answer.noise_ratio
    share = "" if ratio is None else f" ({signed(100.0 * ratio)} %)"
    endings += [Step("noise", signed(answer.noise) + share), reading]
    return (*_beginnings(answer), *endings)


def _beginnings(answer: Answer) -> tuple[Step, ...]:
    if answer.lamps is not None:
        if answer.deciding is None:
            return (Step("dark", f"{answer.ideal:.1f}"),)
        lamp = answer.lamps.lamps[answer.deciding]
        return (Step("lamp", f"{lamp.reading:.1f}", lamp=lamp.light_id),)
    report = answer.rays
    assert report is not None
    echoes = sum(ray.contribution for ray in report.rays)
    return (
        Step("network" if report.has_network else "echoes", f"{echoes:.1f}"),
        Step("network idle" if report.has_network else "crosstalk", f"{report.crosstalk:.1f}"),
        Step("gain", f"{report.gain:.3f}"),
        Step("threshold", f"{report.threshold:.1f}"),
    )


def signed(value: float) -> str:
    """Return a number with its sign; 0 has none."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "\u2212")
