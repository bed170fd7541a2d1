"""An answer in plain words: the headline, and the names of things, sensors and directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from wsusim.gui.features.why.answers import GREATEST, Answer
from wsusim.gui.widgets.phrases import robot_name
from wsusim.model.world import World

if TYPE_CHECKING:
    from wsusim.engine.explain import LampReport, LightReport, ProximityReport, RayReport
    from wsusim.engine.sight import Hider

translate = QCoreApplication.translate

STRAIGHT_DEG = 0.5
NEXT_TO_NOTHING = 0.5
"""Smaller differences are rounding."""


def sensor_title(name: str) -> str:
    """Return the name of a sensor as people say it."""
    return {
        "left": translate("Why", "left"),
        "left_45": translate("Why", "half left"),
        "front_left": translate("Why", "front left"),
        "front_right": translate("Why", "front right"),
        "right_45": translate("Why", "half right"),
        "right": translate("Why", "right"),
        "back_right": translate("Why", "back right"),
        "back_left": translate("Why", "back left"),
    }.get(name, name.replace("_", " "))


def thing_name(world: World, thing: Hider) -> str:
    """Return what a ray has met; robots have the numbers that all panels give them."""
    target, ident = thing
    if target == "robot":
        return robot_name(next(n for n, robot in enumerate(world.robots) if robot.id == ident))
    words = {
        "nothing": translate("Why", "nothing"),
        "border": translate("Why", "the border"),
        "wall": translate("Why", "wall {id}"),
        "light": translate("Why", "light {id}"),
        "cap": translate("Why", "cap {id}"),
        "ball": translate("Why", "ball {id}"),
    }
    return words[target].format(id=ident)


def direction(angle_deg: float) -> str:
    """Return an angle from a sensor's axis: left is counter-clockwise."""
    if abs(angle_deg) < STRAIGHT_DEG:
        return translate("Why", "straight")
    side = translate("Why", "left") if angle_deg > 0.0 else translate("Why", "right")
    return translate("Why", "{angle:.0f}° {side}").format(angle=abs(angle_deg), side=side)


def rays_left_to_right(report: ProximityReport) -> tuple[RayReport, ...]:
    """Return the rays as they are numbered for people: ray 1 is the leftmost one."""
    return tuple(sorted(report.rays, key=lambda ray: -ray.angle_deg))


def shares(report: ProximityReport) -> tuple[float, ...]:
    """Return how much each ray matters, left to right, -1..1; their sizes make 1, or all are 0.

    Under a network a ray may take away from the reading: its share is below 0.
    """
    rays = rays_left_to_right(report)
    whole = sum(abs(ray.contribution) for ray in rays) or 1.0
    return tuple(ray.contribution / whole for ray in rays)


def strongest_ray(report: ProximityReport) -> int | None:
    """Return the index, left to right, of the ray that brings most; ``None``: none brings any."""
    rays = rays_left_to_right(report)
    best = max(range(len(rays)), key=lambda k: rays[k].contribution)
    return best if rays[best].contribution > 0.0 else None


def deciding_lamp(report: LightReport) -> LampReport | None:
    """Return the lamp that makes the reading: the strongest one in sight."""
    return next((lamp for lamp in report.lamps if lamp.is_in_view and not lamp.is_hidden), None)


def headline(answer: Answer) -> str:
    """Return in a sentence or two why the sensor reads what it reads."""
    question = answer.question
    name = sensor_title(question.kind.sensors[question.sensor].name)
    begins = translate("Why", "Sensor “{name}” reads {reading}: ").format(
        name=name, reading=question.reading
    )
    if answer.lamps is not None:
        return f"{begins}{_light_reason(answer, answer.lamps)} {_noise_words(answer)}"
    assert answer.rays is not None
    return begins + (
        _blind_reason() if answer.rays.is_blinded else _ray_reason(answer, answer.rays)
    )


def seen_words(answer: Answer, number: int) -> str:
    """Return how a sensor sees the lamp of this place in the report."""
    report, question = answer.lamps, answer.question
    assert report is not None
    lamp, hider = report.lamps[number], answer.hiders[number]
    half_deg = question.kind.light.half_angle_deg
    if abs(lamp.angle_deg) >= half_deg:
        words = translate("Why", "no: more than {angle:g}° aside")
        return words.format(angle=half_deg)
    if not lamp.is_in_view:
        return translate("Why", "no: as dark as no lamp")
    if lamp.is_hidden:
        hidden_by = translate("Why", "no: behind {thing}")
        return hidden_by.format(thing=_hider_name(question.world, hider))
    if lamp is deciding_lamp(report):
        return translate("Why", "yes, it is the strongest")
    return translate("Why", "yes, but another is stronger")


def _hider_name(world: World, hider: Hider | None) -> str:
    return translate("Why", "something") if hider is None else thing_name(world, hider)


def _blind_reason() -> str:
    return translate(
        "Why",
        "the arm is down, right in front of this sensor. It reads 1015 to 1022 then, whatever the "
        "rays would meet.",
    )


def _ray_reason(answer: Answer, report: ProximityReport) -> str:
    question = answer.question
    best = strongest_ray(report)
    if best is None:
        return _dark_reason(answer, report)
    ray = rays_left_to_right(report)[best]
    words = translate(
        "Why",
        "ray {number} meets {thing} at {distance:.0f} mm and brings {share:.0f} % of the echo.",
    )
    if report.has_network:
        words = translate(
            "Why",
            "ray {number} meets {thing} at {distance:.0f} mm and adds most to what the network "
            "makes of all rays.",
        )
    reason = words.format(
        number=best + 1,
        thing=thing_name(question.world, (ray.target, ray.target_id)),
        distance=ray.distance_mm,
        share=100.0 * shares(report)[best],
    )
    if answer.ideal <= 0.0:
        faint = translate("Why", "All echoes together are too faint to pass the threshold.")
        if question.reading > 0:
            faint += " " + translate("Why", "What it reads is noise alone.")
        return f"{reason} {faint}"
    if answer.ideal > GREATEST:
        return f"{reason} " + translate(
            "Why", "The echo is stronger than a sensor can tell: {ideal:.0f} is cut to 1023."
        ).format(ideal=answer.ideal)
    return f"{reason} {_noise_words(answer)}"


def _dark_reason(answer: Answer, report: ProximityReport) -> str:
    """Return why a sensor reads what it reads when no ray brings anything."""
    is_empty = all(ray.target == "nothing" for ray in report.rays)
    words = translate("Why", "none of its rays meets anything within {range:g} mm.")
    if not is_empty:
        words = translate("Why", "nothing that its rays meet brings an echo.")
    reason = words.format(range=answer.curve[-1][0])
    if answer.ideal > 0.0:  # a network may make something of nothing
        network = translate("Why", "The network makes {ideal:.0f} of that.")
        return f"{reason} {network.format(ideal=answer.ideal + answer.cut)} {_noise_words(answer)}"
    if answer.question.reading > 0:
        reason += " " + translate("Why", "What it reads is noise alone.")
    return reason


def _light_reason(answer: Answer, report: LightReport) -> str:
    question = answer.question
    dark = question.kind.light.dark
    if not report.lamps:
        return translate("Why", "this maze has no lamp, and {dark} is dark.").format(dark=dark)
    lamp = deciding_lamp(report)
    if lamp is not None:
        words = translate(
            "Why",
            "light {id}, {distance:.0f} mm away and {direction}, is the strongest that it sees.",
        )
        return words.format(
            id=lamp.light_id, distance=lamp.distance_mm, direction=_aside(lamp.angle_deg)
        )
    hidden = next((k for k, lamp in enumerate(report.lamps) if lamp.is_in_view), None)
    if hidden is not None:
        words = translate("Why", "light {id} is hidden by {thing}, and {dark} is dark.")
        thing = _hider_name(question.world, answer.hiders[hidden])
        return words.format(id=report.lamps[hidden].light_id, thing=thing, dark=dark)
    return translate("Why", "it sees no lamp, and {dark} is dark.").format(dark=dark)


def _aside(angle_deg: float) -> str:
    if abs(angle_deg) < STRAIGHT_DEG:
        return translate("Why", "straight ahead of it")
    return translate("Why", "{direction} of its axis").format(direction=direction(angle_deg))


def _noise_words(answer: Answer) -> str:
    if answer.question.is_ideal:
        return translate("Why", "This run has no noise.")
    if abs(answer.noise) <= NEXT_TO_NOTHING:
        return translate("Why", "Noise changed next to nothing.")
    words = translate("Why", "Without noise it would read {ideal:.0f}; the noise is {noise:+.0f}.")
    return words.format(ideal=answer.ideal + answer.cut, noise=answer.noise)
