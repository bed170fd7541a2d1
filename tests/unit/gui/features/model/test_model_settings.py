"""What figures, presets and undo do with the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.editor.robot_model.measured import MEASURED, measured_profile
from tests.unit.gui.conftest import ROBOT_ID, small_world
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.editor.robot_model.choice import Source
from wsusim.gui.features.model.model_settings import ModelSettings, mean_of
from wsusim.robots import robot_kind

PATH = Path("robot3.json")


def test_at_first_runs_are_as_the_maze_says(settings: ModelSettings) -> None:
    """Without a change in the settings, the maze's robots are used."""
    assert settings.choice.source is Source.MAZE
    assert settings.shown.kind == "khepera1"
    assert not settings.is_own_modified


def test_changing_a_figure_makes_own_settings_from_what_was_shown(settings: ModelSettings) -> None:
    """From the ideal robot on: all others stay ideal."""
    settings.use(Source.IDEAL)
    settings.put((p.PROXIMITY_NOISE[4],), 2.0, 1)
    assert settings.choice.source is Source.OWN
    assert settings.shown.tuning().proximity_noise == (0, 0, 0, 0, 2.0, 0, 0, 0)
    assert settings.is_own_modified


def test_one_drag_is_one_edit(settings: ModelSettings) -> None:
    """Undo returns to before the drag, redo to its end."""
    settings.use(Source.REALISTIC)
    for value in (0.5, 0.6, 0.7):
        settings.put((p.LEFT_GAIN,), value, 1)
    settings.put((p.LEFT_GAIN,), 0.8, 2)
    settings.undo_stack.undo()
    assert p.LEFT_GAIN.of(settings.shown) == 0.7
    settings.undo_stack.undo()
    assert settings.choice.source is Source.REALISTIC
    settings.undo_stack.redo()
    assert p.LEFT_GAIN.of(settings.shown) == 0.7


def test_the_row_for_all_keeps_the_ratios(settings: ModelSettings) -> None:
    """And the way back to where it was restores each number."""
    before = settings.shown
    mean = mean_of(before, p.PROXIMITY_GAIN)
    settings.put(p.PROXIMITY_GAIN, 0.0, 1)
    assert mean_of(settings.shown, p.PROXIMITY_GAIN) == 0.0
    settings.put(p.PROXIMITY_GAIN, mean / 2.0, 1)
    halves = [g.of(settings.shown) * 2.0 for g in p.PROXIMITY_GAIN]
    assert halves == pytest.approx([g.of(before) for g in p.PROXIMITY_GAIN])


def test_the_row_for_all_moves_what_is_at_zero(settings: ModelSettings) -> None:
    """There are no ratios to keep."""
    settings.use(Source.IDEAL)
    settings.put(p.LIGHT_NOISE, 3.0, 1)
    assert settings.shown.tuning().light_noise == (3.0,) * 8


def test_the_usual_value_is_that_of_the_kind(settings: ModelSettings) -> None:
    """Also for one sensor of a measured robot."""
    settings.take(measured_profile(), PATH)
    settings.put_usual((p.PROXIMITY_GAIN[3],))
    assert p.PROXIMITY_GAIN[3].of(settings.shown) == robot_kind("khepera1").cone.traits[3].gain
    assert p.PROXIMITY_GAIN[2].of(settings.shown) == 1.0


def test_another_kind_changes_what_was_as_the_old_kind(settings: ModelSettings) -> None:
    """What a person has set stays."""
    settings.use(Source.REALISTIC)
    settings.put((p.PROXIMITY_GAIN[0],), 1.7, 1)
    settings.set_kind("khepera2")
    gains = [g.of(settings.shown) for g in p.PROXIMITY_GAIN]
    assert gains == [1.7, *(own.gain for own in robot_kind("khepera2").cone.traits[1:])]


def test_a_measured_response_outlives_the_figures(settings: ModelSettings) -> None:
    """It has no slider, and is not lost."""
    settings.take(measured_profile(), PATH)
    settings.put(p.PROXIMITY_GAIN, 0.4, 1)
    settings.put((p.LEFT_NOISE,), 0.0, 2)
    settings.set_kind("khepera2")
    assert settings.shown.tuning().response == MEASURED.response


def test_own_settings_are_kept_while_a_preset_is_in_use(settings: ModelSettings) -> None:
    """A look at the ideal robot costs nothing."""
    settings.take(measured_profile(), PATH)
    settings.use(Source.IDEAL)
    settings.use(Source.OWN)
    assert settings.shown == measured_profile()
    assert settings.choice.path == PATH


def test_revert_returns_to_the_file(settings: ModelSettings) -> None:
    """And can be undone."""
    settings.take(measured_profile(), PATH)
    settings.put((p.LEFT_GAIN,), 1.9, 1)
    settings.revert()
    assert (settings.shown, settings.is_own_modified) == (measured_profile(), False)
    settings.undo_stack.undo()
    assert (p.LEFT_GAIN.of(settings.shown), settings.is_own_modified) == (1.9, True)


def test_an_early_profiles_noise_of_both_wheels_goes_into_each(settings: ModelSettings) -> None:
    """It has no slider of its own."""
    early = measured_profile().model_copy(update={"motor_noise": 2.0})
    settings.take(early, PATH)
    assert settings.shown.tuning() == early.tuning()
    assert p.RIGHT_NOISE.of(settings.shown) == 5.0
    assert not settings.is_own_modified


def test_no_noise_returns_to_what_was_before(settings: ModelSettings) -> None:
    """The box of the controllers panel."""
    settings.take(measured_profile(), PATH)
    settings.set_ideal(True)
    assert settings.choice.source is Source.IDEAL
    settings.set_ideal(False)
    assert settings.choice.source is Source.OWN


def test_a_robot_that_is_gone_stands_for_all(settings: ModelSettings) -> None:
    """The choice of one robot ends with its maze."""
    settings.choose_robot(ROBOT_ID)
    assert settings.choice.robot_id == ROBOT_ID
    settings.choose_robot(99)
    assert settings.choice.robot_id is None
    assert settings.robots == small_world().robots
