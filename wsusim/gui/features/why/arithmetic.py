"""From echoes to the reading, step by step, as a table for people."""

from __future__ import annotations

import html
from dataclasses import dataclass

from wsusim.gui.features.why.answers import Answer
from wsusim.gui.features.why.words import deciding_lamp, translate


@dataclass(frozen=True, slots=True)
class Step:
    """One line; ``is_sum`` lines stand under a line, as on paper."""

    words: str
    value: str
    is_sum: bool = False


def steps(answer: Answer) -> tuple[Step, ...]:
    """Return the way to the reading; the values are those of the answer, rounded."""
    if answer.lamps is not None:
        lamp = deciding_lamp(answer.lamps)
        first = (
            Step(translate("Why", "the dark"), f"{answer.ideal:.1f}")
            if lamp is None
            else Step(
                translate("Why", "light {id} at its place").format(id=lamp.light_id),
                f"{lamp.reading:.1f}",
            )
        )
        return (first, *_endings(answer))
    report = answer.rays
    assert report is not None
    if report.is_blinded:
        return (
            Step(translate("Why", "the arm, 1015 to 1022"), str(answer.question.reading)),
            Step(translate("Why", "= reading"), str(answer.question.reading), is_sum=True),
        )
    echoes = sum(ray.contribution for ray in report.rays)
    seen, idle = translate("Why", "echoes of all rays"), translate("Why", "+ crosstalk")
    if report.has_network:
        seen = translate("Why", "what the network makes of the rays")
        idle = translate("Why", "+ what it makes of nothing")
    return (
        Step(seen, f"{echoes:.1f}"),
        Step(idle, f"{report.crosstalk:.1f}"),
        Step(translate("Why", "× gain of this sensor"), f"{report.gain:.3f}"),
        Step(translate("Why", "− threshold"), f"{report.threshold:.1f}"),
        *_endings(answer),
    )


def as_html(lines: tuple[Step, ...], line_colour: str) -> str:
    """Return the steps as a table, values to the right."""
    rows = []
    for step in lines:
        border = f"border-top:1px solid {line_colour};" if step.is_sum else ""
        style = f"padding:1px 0;{border}{'font-weight:600;' if step.is_sum else ''}"
        words, value = html.escape(step.words), html.escape(step.value)
        rows.append(
            f"<tr><td style='{style}'>{words}</td>"
            f"<td align='right' style='{style}padding-left:14px'>{value}</td></tr>"
        )
    return f"<table cellspacing='0' cellpadding='0'>{''.join(rows)}</table>"


def _endings(answer: Answer) -> tuple[Step, ...]:
    lines = [Step(translate("Why", "= without noise"), f"{answer.ideal:.1f}", is_sum=True)]
    if answer.cut:
        lines.append(Step(translate("Why", "cut to 0 … 1023"), _signed(answer.cut)))
    lines.append(Step(translate("Why", "+ noise and rounding"), _noise(answer)))
    reading = str(answer.question.reading)
    lines.append(Step(translate("Why", "= reading"), reading, is_sum=True))
    return tuple(lines)


def _noise(answer: Answer) -> str:
    ratio = answer.noise_ratio
    share = "" if ratio is None else f" ({_signed(100.0 * ratio)} %)"
    return _signed(answer.noise) + share


def _signed(value: float) -> str:
    """Return a number with its sign; 0 has none."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "\u2212")
