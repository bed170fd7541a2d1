"""The manual's picture of the model settings: a few sliders were moved."""

from __future__ import annotations

from tests.unit.gui.studio import keep, opened_window, part_of, wait_until
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.editor.robot_model.choice import Source
from wsusim.gui.features.model.model_side import ModelSide
from wsusim.gui.features.model.model_window import USUAL_SIZE


def take() -> None:
    """Set a few sliders and keep what the window shows."""
    with opened_window() as (window, folder):
        model = part_of(window, ModelSide)
        model.settings.use(Source.REALISTIC)
        model.settings.put((p.PROXIMITY_GAIN[3],), 1.1, 1)
        model.settings.put((p.PROXIMITY_NOISE[3],), 2.4, 2)
        model.files.save(folder / "robot 3.json")
        model.settings.put((p.LEFT_GAIN,), 0.93, 3)
        model.show_window()
        shown = model.model_window
        shown.resize(USUAL_SIZE)  # the screen of the pictures is smaller
        shown.attend_to(3)
        wait_until(lambda: shown.band is not None)
        keep(shown, "model-settings")
        model.settings.revert()
