"""Several controllers of one run, in threads as in processes of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.hosting.drivers import BUSY, DRIVER, STEPPER
from tests.unit.hosting.stage import SETTINGS, Stage
from wsusim.engine.lockstep import EndReason, Lockstep
from wsusim.errors import ControllerLoadError
from wsusim.hosting.host import Charges
from wsusim.hosting.host_group import HostGroup


def test_one_load_error_starts_no_controller(stage: Stage) -> None:
    """When one of several controllers can't be loaded, none of them runs."""
    with pytest.raises(ControllerLoadError):
        stage.play(DRIVER, "nonsense(\n")


def test_prints_name_their_robot(stage: Stage) -> None:
    """With several controllers each line comes with its robot."""
    source = """
        class Talker(Controller):
            def run(self):
                print({})
                self.sleep(0.1)
    """
    played = stage.play(source.format(10), source.format(11))
    assert sorted(played.prints) == [(0, 0, "10\n"), (1, 0, "11\n")]


def test_stop_of_one_leaves_the_others(stage: Stage) -> None:
    """A host can be stopped alone; the other controller goes on to the end."""

    def stop(group: HostGroup, lockstep: Lockstep) -> None:
        group.hosts[0].request_stop()

    stage.meanwhile = stop
    played = stage.play(DRIVER, STEPPER, until_tick=2000)
    assert [host.outcome for host in played.hosts] == ["stopped", "stopped"]
    assert (played.simulation.tick, played.lockstep.end_reason) == (2000, EndReason.TIME)


def test_the_others_go_on_after_a_failure(stage: Stage) -> None:
    """When one controller fails, its robot stands and the others drive on to the end."""
    played = stage.play(
        """
        class Wrong(Controller):
            def run(self):
                self.motors.set_speeds(2, 2)
                self.sleep(0.1)
                raise ValueError("enough")
        """,
        DRIVER,
        until_tick=500,
    )
    assert [host.outcome for host in played.hosts] == ["error", "stopped"]
    assert played.simulation.tick == 500
    assert played.simulation.positions[0] == (20, 20)


@pytest.mark.parametrize(
    ("sources", "baud"),
    [
        ((DRIVER,), None),
        ((BUSY,), None),
        ((DRIVER, STEPPER, BUSY, DRIVER, STEPPER) * 2, None),
        ((STEPPER,), 9600),
        ((DRIVER, BUSY), 115200),
    ],
    ids=["driver", "busy", "ten", "slow line", "fast line"],
)
def test_same_trace_in_thread_and_process(
    tmp_path: Path, nothing_left: None, sources: tuple[str, ...], baud: int | None
) -> None:
    """The same controllers give the same trace in threads and in processes."""
    settings = replace(SETTINGS, charges=Charges(baud))
    first, second = (
        Stage(tmp_path, isolated, settings).play(*sources, until_tick=400).simulation
        for isolated in (False, True)
    )
    assert first.log == second.log
    assert first.trace == second.trace
    assert len(first.trace) == 400


def test_same_trace_at_any_speed(stage: Stage) -> None:
    """A paced run gives the same trace as the one at full speed."""
    paced = stage.play(DRIVER, STEPPER, until_tick=300, speed=20.0)
    unpaced = Stage(stage.folder, stage.isolated, stage.settings).play(
        DRIVER, STEPPER, until_tick=300
    )
    assert [host.outcome for host in paced.hosts] == ["stopped", "stopped"]
    assert paced.simulation.log == unpaced.simulation.log
    assert paced.simulation.trace == unpaced.simulation.trace
