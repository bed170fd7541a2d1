"""The programs in the manual's pages about controllers run as they stand there."""

from __future__ import annotations

import doctest
import importlib
import re
import textwrap
from pathlib import Path

import pytest

from wsusim import Controller
from wsusim.backends.fake import FakeBackend
from wsusim.control.loader import load_controllers
from wsusim.shipped import shipped_folder

PAGES = {
    "reference/controller-api.md": ["FollowWall"],
    "how-to/write-a-controller.md": ["ToTheWall", "AvoidWalls"],
    "how-to/camera.md": ["ToTheDark"],
    "how-to/eye.md": ["ToTheRed"],
    "how-to/radio.md": ["Scout"],
    "how-to/port-from-java.md": ["Avoid", "WallFollower"],
}
WALL = {0.0: {"proximity": [0] * 8}, 1.0: {"proximity": [0, 0, 900, 900, 0, 0, 0, 0]}}
MODULES = [
    *("wsusim.control.controller", "wsusim.control.sensors", "wsusim.control.motors"),
    *("wsusim.control.gripper", "wsusim.control.leds", "wsusim.control.drawing"),
    *("wsusim.control.camera", "wsusim.control.eye", "wsusim.control.arena_camera"),
    *("wsusim.control.source_file", "wsusim.backends.fake", "wsusim.compat"),
    *("wsusim.control.floor", "wsusim.control.radio"),
]


def page_text(page: str) -> str:
    """Return a page of the manual."""
    return (shipped_folder("manual") / page).read_text(encoding="utf-8")


def programs(page: str) -> str:
    """Return all Python of a page."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```", page_text(page), re.S | re.M))


@pytest.mark.parametrize("page", PAGES)
def test_every_program_of_a_page_drives(page: str, tmp_path: Path) -> None:
    """Each class on the page drives on until the wall is there, then does something else."""
    path = tmp_path / "page.py"
    path.write_text(programs(page), encoding="utf-8")
    loaded = load_controllers(str(path))
    fakes = [FakeBackend(WALL, stop_at_s=2.0) for _ in loaded]

    for controller, fake in zip(loaded, fakes, strict=True):
        fake.run(controller.create())

    assert [controller.class_name for controller in loaded] == PAGES[page]
    assert [fake.speeds_at(0.5)[0] > 0 for fake in fakes] == [True] * len(fakes)
    assert [fake.speeds_at(0.5) != fake.speeds_at(1.5) for fake in fakes] == [True] * len(fakes)


def fragments(page: str) -> list[str]:
    """Return the lines of Python that stand on a page without a class round them."""
    return re.findall(r"^```py\n(.*?)^```", page_text(page), re.S | re.M)


@pytest.mark.parametrize(
    "fragment", [*fragments("reference/controller-api.md"), *fragments("how-to/eye.md")]
)
@pytest.mark.parametrize("is_blocked", [False, True])
def test_lines_of_the_reference_run(fragment: str, is_blocked: bool, tmp_path: Path) -> None:
    """They are what may stand in a ``run``; with a free way, and with something in it."""
    path = tmp_path / "page.py"
    head = "from wsusim import Controller\n\n\nclass Page(Controller):\n    def run(self):\n"
    path.write_text(head + textwrap.indent(fragment, " " * 8), encoding="utf-8")
    motion = {0.0: {"motion": [0, 1, 900, 0, 1, 900]}}

    (loaded,) = load_controllers(str(path))
    FakeBackend(motion if is_blocked else {}).run(loaded.create())


def test_the_square_of_a_page_has_four_sides(tmp_path: Path) -> None:
    """Four ways and four turns; with something in the way, it says so and ends."""
    path = tmp_path / "square.py"
    path.write_text(fragments("how-to/write-a-controller.md")[0], encoding="utf-8")
    (loaded,) = load_controllers(str(path))
    free, blocked = FakeBackend(), FakeBackend({0.0: {"motion": [0, 1, 900, 0, 1, 900]}})

    free.run(loaded.create())
    blocked.run(loaded.create())

    assert len(free.commands) == 8
    assert blocked.said == ["Something is in my way."]


def test_the_example_of_a_test_passes() -> None:
    """The test that the reference shows is a passing test."""
    names: dict[str, object] = {"Controller": Controller, "__name__": "page"}
    exec(programs("reference/controller-api.md"), names)

    names["test_it_turns_when_a_wall_comes_up"]()  # type: ignore[operator]


@pytest.mark.parametrize("page", PAGES)
def test_sessions_of_a_page_are_true(page: str) -> None:
    """What a page shows as a Python session is what Python answers."""
    sessions = "\n".join(re.findall(r"^```pycon\n(.*?)^```", page_text(page), re.S | re.M))
    test = doctest.DocTestParser().get_doctest(sessions, {}, page, page, 0)

    results = doctest.DocTestRunner().run(test)

    assert results.failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_are_true(module: str) -> None:
    """Each example in a docstring answers as written, and there is one."""
    results = doctest.testmod(importlib.import_module(module))

    assert results.failed == 0
    assert results.attempted > 0


def test_the_reference_names_everything_public() -> None:
    """Every public name of the parts and of Controller's own is in the reference."""
    from wsusim.control.arena_camera import ArenaCamera
    from wsusim.control.camera import Camera
    from wsusim.control.drawing import Drawing
    from wsusim.control.eye import Eye
    from wsusim.control.floor import Floor, FloorSensor
    from wsusim.control.gripper import Gripper
    from wsusim.control.leds import Led, Leds
    from wsusim.control.motors import Motors
    from wsusim.control.radio import Message, Radio
    from wsusim.control.sensors import Sensor, Sensors

    public = {
        name
        for cls in (
            *(ArenaCamera, Camera, Controller, Drawing, Eye, Gripper),
            *(Led, Leds, Motors, Sensor, Sensors, Floor, FloorSensor, Message, Radio),
        )
        for name in vars(cls)
        if not name.startswith("_")
    } - {"bind", "failure", "watch_variables"}
    page = page_text("reference/controller-api.md")

    assert sorted(name for name in public if not re.search(rf"\b{name}\b", page)) == []
