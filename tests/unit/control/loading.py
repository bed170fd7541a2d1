"""Load a controller's file, and tell what came of it."""

from __future__ import annotations

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.loader import load_controller
from wsusim.errors import ControllerLoadError

HEAD = "from wsusim import Controller\n"
GOOD = HEAD + "class Good(Controller):\n    def run(self):\n        self.say('ran')\n"


def words_of(spec: object) -> list[str]:
    """Load, run, and return what the controller said."""
    fake = FakeBackend()
    fake.run(load_controller(str(spec)).create())
    return fake.said


def failure(spec: object) -> ControllerLoadError:
    """Return the error of loading and creating."""
    with pytest.raises(ControllerLoadError) as caught:
        load_controller(str(spec)).create()
    return caught.value
