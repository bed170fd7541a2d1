"""The columns of the model settings' two tables: the name and meaning of each figure."""

from __future__ import annotations

from wsusim.editor.robot_model import profile_parameters as p
from wsusim.gui.features.model.figures import Column
from wsusim.gui.widgets.phrases import translate

NOISE_POWER = 2.0


def sensor_columns() -> tuple[Column, ...]:
    """Return the figures of each sensor."""
    noise = translate(
        "ModelWindow",
        "How much its readings jump about. 0: not at all; 1: as is usual for its kind; 10 at most.",
    )
    return (
        Column(
            translate("ModelWindow", "Proximity\ngain"),
            translate(
                "ModelWindow",
                "How strongly the sensor sees an echo. The sensors of a real robot all differ "
                "a little: the marks show a robot that was measured.",
            ),
            p.PROXIMITY_GAIN,
        ),
        Column(translate("ModelWindow", "Proximity\nnoise"), noise, p.PROXIMITY_NOISE, NOISE_POWER),
        *_cone_columns(),
        Column(
            translate("ModelWindow", "Ambient\ngain"),
            translate(
                "ModelWindow",
                "How strongly the sensor sees a lamp: with 2, one of 1 W looks like one of 2 W.",
            ),
            p.LIGHT_GAIN,
        ),
        Column(translate("ModelWindow", "Ambient\nnoise"), noise, p.LIGHT_NOISE, NOISE_POWER),
    )


def wheel_columns() -> tuple[Column, ...]:
    """Return the figures of each wheel."""
    return (
        Column(
            translate("ModelWindow", "Gain"),
            translate(
                "ModelWindow",
                "How far the wheel turns compared with what it was told. 1: exactly as told.",
            ),
            (p.LEFT_GAIN, p.RIGHT_GAIN),
            decimals=3,
        ),
        Column(
            translate("ModelWindow", "Noise"),
            translate(
                "ModelWindow",
                "How unsteadily it turns. 0: perfectly steady; 1: as is usual for its kind; "
                "10 at most.",
            ),
            (p.LEFT_NOISE, p.RIGHT_NOISE),
            NOISE_POWER,
        ),
    )


def _cone_columns() -> tuple[Column, ...]:
    """Return the figures of sensor model 2."""
    return (
        Column(
            translate("ModelWindow", "Bearing\n(°)"),
            translate(
                "ModelWindow",
                "Where the sensor sees best, counter-clockwise from straight ahead. It isn't "
                "just where it points: the left sensor of a real robot answers at 71°.",
            ),
            p.BEARING,
            decimals=1,
            is_each=True,
        ),
        Column(
            translate("ModelWindow", "Width\n(°)"),
            translate(
                "ModelWindow", "How wide its field is: at its edges it is half as sensitive."
            ),
            p.WIDTH,
            decimals=0,
        ),
        Column(
            translate("ModelWindow", "Threshold"),
            translate(
                "ModelWindow", "What is taken off each reading; a fainter echo isn't seen at all."
            ),
            p.THRESHOLD,
            NOISE_POWER,
            decimals=0,
        ),
        Column(
            translate("ModelWindow", "Additive\nnoise"),
            translate(
                "ModelWindow",
                "How much its readings jump about, however high they are: their standard "
                "deviation. 46 was measured on a real robot.",
            ),
            p.ADDITIVE_NOISE,
            NOISE_POWER,
            decimals=0,
        ),
    )
