from __future__ import annotations

from contextlib import closing

import pytest

from tests.end_to_end.comms_client import Comms, control_loop
from tests.end_to_end.emulator_bench import running
from wsusim.emulator.emulation import EmulationRequest


def drive_for_a_minute(speed: float) -> tuple[list[bytes], float]:
    """Run the old program's loop for a simulated minute; return answers and distance in mm."""
    request = EmulationRequest(maze="rooms", speed=speed)
    with (
        running(request) as (emulation, _),
        closing(Comms(emulation.ports[0].address, timeout=30.0, speed=speed)) as comms,
    ):
        # 0.05 s of line and a period of 0.12 s: 400 rounds are more than a minute
        control_loop(comms, rounds=400, period_s=0.12)
        answers = comms.answers
    assert emulation.simulation.tick > 6000
    return answers, emulation.simulation.statistics(0).distance_mm


def test_an_old_students_program_drives_for_a_simulated_minute():
    """Its control loop gets no bad answer, and its robot has driven."""
    answers, distance_mm = drive_for_a_minute(speed=60.0)

    assert {answer[:2] for answer in answers} == {b"g\r", b"h,", b"n,", b"d\r"}
    assert len(answers) > 800
    assert distance_mm > 200.0


@pytest.mark.slow
def test_an_old_students_program_drives_for_a_minute():
    """The same in real time."""
    answers, distance_mm = drive_for_a_minute(speed=1.0)

    assert {answer[:2] for answer in answers} == {b"g\r", b"h,", b"n,", b"d\r"}
    assert distance_mm > 200.0
