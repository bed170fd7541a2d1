"""What was prepared is not compiled again when it is needed."""

from __future__ import annotations

from tests.unit.analysis.asking import ask, drive
from wsusim.engine.line_camera import CameraView
from wsusim.engine.simulation import Simulation
from wsusim.kernels import cache
from wsusim.kernels.inspection import look_for_lamps, trace_cone, trace_sensor
from wsusim.kernels.ray_fan import sweep
from wsusim.kernels.sense import sense_some
from wsusim.runs.warm_up import QUESTION_KERNELS, WORLD, warm_up, warm_up_questions

KERNELS = (sense_some, trace_cone, trace_sensor, look_for_lamps, sweep)


def compiled() -> list[int]:
    """Return for how many kinds of arguments each kernel is compiled in this process."""
    return [len(kernel.signatures) for kernel in KERNELS]


def test_the_first_why_and_the_first_image_compile_nothing() -> None:
    """Of rays, of lamps, and of a camera."""
    warm_up()
    warm_up_questions()
    before = compiled()

    moment = drive(ideal=False)[16]
    ask(moment, 0, 2)
    ask(moment, 0, 2, is_light=True)
    CameraView(WORLD).image(Simulation(WORLD).snapshot(), 0)

    assert min(before) > 0
    assert compiled() == before


def test_what_is_compiled_is_found_again() -> None:
    """By another process: it asks for these kernels by name."""
    warm_up_questions()

    assert cache.is_compiled(*QUESTION_KERNELS)
    assert not cache.is_compiled(*QUESTION_KERNELS, "sense.nothing_of_that_name")
