"""An answer in plain words: sentences, arithmetic, and the names of things and directions."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from wsusim.analysis.answers import Answer
from wsusim.analysis.reasons import Reason, Step, how_seen, reasons, steps
from wsusim.gui.widgets.phrases import robot_name, sensor_names
from wsusim.model.units import ticks_to_seconds
from wsusim.model.world import World

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import Hider

translate = QCoreApplication.translate

STRAIGHT_DEG = 0.5


def thing_name(world: World, thing: Hider | None) -> str:
    """Return the name of what a ray has met; robots have the same numbers as in all panels."""
    if thing is None:
        return translate("Why", "something")
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
        "cylinder": translate("Why", "cylinder {id}"),
        "box": translate("Why", "box {id}"),
    }
    return words[target].format(id=ident)


def direction(angle_deg: float) -> str:
    """Return an angle from a sensor's axis: left is counter-clockwise."""
    if abs(angle_deg) < STRAIGHT_DEG:
        return translate("Why", "straight")
    side = translate("Why", "left") if angle_deg > 0.0 else translate("Why", "right")
    return translate("Why", "{angle:.0f}° {side}").format(angle=abs(angle_deg), side=side)


def headline(answer: Answer) -> str:
    """Return in a sentence or two why the sensor has this reading."""
    return " ".join(_sentence(answer, reason) for reason in reasons(answer))


def seen_words(answer: Answer, number: int) -> str:
    """Return how a sensor sees the lamp of this place in the report."""
    return _sentence(answer, how_seen(answer, number))


def step_words(step: Step) -> str:
    """Return the text for a line of the arithmetic."""
    return {
        "dark": translate("Why", "the dark"),
        "lamp": translate("Why", "light {id} at its place").format(id=step.lamp),
        "arm": translate("Why", "the arm, 1015 to 1022"),
        "echoes": translate("Why", "echoes of all rays"),
        "crosstalk": translate("Why", "+ crosstalk"),
        "network": translate("Why", "what the network reads from the rays"),
        "network idle": translate("Why", "+ what the network reads when nothing is there"),
        "gain": translate("Why", "× gain of this sensor"),
        "threshold": translate("Why", "− threshold"),
        "ideal": translate("Why", "= without noise"),
        "cut": translate("Why", "limited to 0 … 1023"),
        "noise": translate("Why", "+ noise and rounding"),
        "reading": translate("Why", "= reading"),
    }[step.key]


def arithmetic_html(answer: Answer, line_colour: str) -> str:
    """Return the way to the reading as a table, values to the right."""
    rows = []
    for step in steps(answer):
        border = f"border-top:1px solid {line_colour};" if step.is_sum else ""
        style = f"padding:1px 0;{border}{'font-weight:600;' if step.is_sum else ''}"
        words, value = html.escape(step_words(step)), html.escape(step.value)
        rows.append(
            f"<tr><td style='{style}'>{words}</td>"
            f"<td align='right' style='{style}padding-left:14px'>{value}</td></tr>"
        )
    return f"<table cellspacing='0' cellpadding='0'>{''.join(rows)}</table>"


def note(answer: Answer, shown_tick: int) -> str:
    """Return when the reading was taken, and where its noise comes from."""
    question = answer.question
    moment_tick = question.moment.tick
    taken = translate("Why", "Taken at {seconds:.2f} s.")
    parts = [taken.format(seconds=ticks_to_seconds(moment_tick))]
    if not answer.is_exact:
        words = translate(
            "Why",
            "This explanation isn't exact: from here the sensor would have read {expected}. The "
            "reading is up to 10 ms older than the picture, or something has been moved by hand "
            "since. Take a single step (F10 in a run, F7 in a recording) to make it exact.",
        )
        return " ".join((*parts, words.format(expected=answer.expected)))
    if moment_tick != shown_tick:
        parts.append(
            translate(
                "Why",
                "The picture is newer than the reading: sensors only look every 20 ms. The rays "
                "shown belong to the reading.",
            )
        )
    if answer.drawn is not None:
        words = translate(
            "Why",
            "Its noise comes from the random number {drawn:.4f}, drawn between 0 and 1 for this "
            "sensor and moment (seed {seed}).",
        )
        parts.append(words.format(drawn=answer.drawn, seed=question.seed))
    report = answer.rays or answer.lamps
    assert report is not None
    if report.noise not in (0.0, 1.0):
        words = translate("Why", "This sensor has {ratio:g} times the noise of its kind.")
        parts.append(words.format(ratio=report.noise))
    if answer.lamps is not None and answer.lamps.gain != 1.0:
        words = translate("Why", "This sensor sees a lamp as {gain:g} times as strong as it is.")
        parts.append(words.format(gain=answer.lamps.gain))
    return " ".join(parts)


def _sentence(answer: Answer, reason: Reason) -> str:
    figures = dict(reason.figures)
    if "thing" in figures:
        figures["thing"] = thing_name(answer.question.world, figures["thing"])
    if "sensor" in figures:
        figures["sensor"] = sensor_names(answer.question.kind)[figures["sensor"]]
    if "angle_deg" in figures:
        figures["aside"] = _aside(figures["angle_deg"])
    return _sentences()[reason.key].format(**figures)


def _sentences() -> dict[str, str]:
    return {
        "reads": translate("Why", "Sensor “{sensor}” reads {reading}:"),
        "blind": translate(
            "Why",
            "the arm is down, right in front of this sensor. It then reads 1015 to 1022, whatever "
            "its rays meet.",
        ),
        "nothing near": translate("Why", "none of its rays meets anything within {range_mm:g} mm."),
        "no echo": translate("Why", "nothing that its rays meet sends back an echo."),
        "noise alone": translate("Why", "What you see is only noise."),
        "network of nothing": translate("Why", "The network turns that into {ideal:.0f}."),
        "ray": translate(
            "Why",
            "ray {number} meets {thing} at {distance_mm:.0f} mm and brings {percent:.0f} % of the "
            "echo.",
        ),
        "seen": translate(
            "Why",
            "{thing}, {distance_mm:.0f} mm away at its nearest, brings {percent:.0f} % of the "
            "echo.",
        ),
        "ray in network": translate(
            "Why",
            "ray {number} meets {thing} at {distance_mm:.0f} mm and contributes most to the "
            "network's reading.",
        ),
        "faint": translate("Why", "All the echoes together are too faint to pass the threshold."),
        "too strong": translate(
            "Why", "The echo is stronger than the sensor can show: {ideal:.0f} is capped at 1023."
        ),
        "no lamp": translate("Why", "this maze has no lamp, and {dark} means dark."),
        "lamp": translate(
            "Why", "light {id}, {distance_mm:.0f} mm away and {aside}, is the strongest it sees."
        ),
        "lamp hidden": translate("Why", "light {id} is hidden by {thing}, and {dark} means dark."),
        "no lamp seen": translate("Why", "it sees no lamp, and {dark} means dark."),
        "no noise": translate("Why", "This run has no noise."),
        "little noise": translate("Why", "Noise made almost no difference."),
        "noise": translate(
            "Why", "Without noise it would read {ideal:.0f}; the noise is {noise:+.0f}."
        ),
        "aside": translate("Why", "no: more than {half_deg:g}° to the side"),
        "too dark": translate("Why", "no: too faint to tell from the dark"),
        "behind": translate("Why", "no: behind {thing}"),
        "strongest": translate("Why", "yes, it is the strongest"),
        "weaker": translate("Why", "yes, but another is stronger"),
    }


def _aside(angle_deg: float) -> str:
    if abs(angle_deg) < STRAIGHT_DEG:
        return translate("Why", "straight ahead of it")
    return translate("Why", "{direction} of its axis").format(direction=direction(angle_deg))
