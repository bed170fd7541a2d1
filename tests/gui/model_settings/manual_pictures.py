"""Draw the manual's pictures of the model settings anew.

``python -m tests.gui.model_settings.manual_pictures``: the windows themselves, without a screen.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtTest import QTest

from wsusim.gui.app import make_application, make_window
from wsusim.gui.model_settings import parameters as p
from wsusim.gui.model_settings.choice import Source
from wsusim.gui.run.run_side import RunSide

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"


def main() -> None:
    """Set a few sliders and keep what the window shows."""
    make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        window = make_window(Path(name))
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.show()
        side = window.findChild(RunSide)
        assert isinstance(side, RunSide)
        model = side.model
        model.settings.use(Source.REALISTIC)
        model.settings.put(p.PROXIMITY_GAIN[3], 1.1, 1)
        model.settings.put(p.PROXIMITY_NOISE[3], 2.4, 2)
        model.files.save(Path(name) / "robot 3.json")
        model.settings.put(p.LEFT_GAIN, 0.93, 3)
        model.show_window()
        shown = model.model_window
        shown.curves.close()
        shown.attend_to(3)
        QTest.qWait(100)
        shown.grab().save(str(PICTURES / "model-settings.png"))
        model.settings.revert()
        window.document.undo_stack.setClean()
        window.close()


if __name__ == "__main__":
    main()
