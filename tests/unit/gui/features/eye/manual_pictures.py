"""The manual's pictures of what an eye sees: the panel, and each view by itself."""

from __future__ import annotations

from PIL import Image

from tests.unit.gui.studio import PICTURES, SIZE_PX, keep, opened_window, part_of, wait_until
from wsusim.engine.eye import EyeView
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import find_maze
from wsusim.gui.features.eye.eye_side import EyeSide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.watched import RunState
from wsusim.model.geometry import Pose
from wsusim.runs.request import RunRequest

START = Pose(480.0, 400.0, -0.12)


def take() -> None:
    """Stand before the red ball: through the eye, from behind, from above; and in the window."""
    _take_views()
    with opened_window(SIZE_PX) as (window, _):
        world = find_maze("red")
        window.document.load(world, None)
        run, eye = part_of(window, RunSide), part_of(window, EyeSide)
        request = RunRequest((), world, seed=26, starts=(START,))
        run.bridge.begin(request, is_paused=True)
        wait_until(lambda: window.watched.state is RunState.PAUSED)
        window.panels["palette"].hide()
        window.panels.open("eye")
        wait_until(lambda: eye.panel.image.pixels is not None)
        window.view.fit()
        keep(window, "window-eye")


def _take_views() -> None:
    simulation = Simulation(find_maze("red"))
    simulation.move_robot(0, START)
    moment, view = simulation.snapshot(), EyeView(simulation.world)
    for size in ((64, 48), (320, 240)):
        picture = Image.fromarray(view.eye(moment, 0, size)).resize((320, 240), 0)
        picture.save(PICTURES / f"eye-{size[0]}.png")
    Image.fromarray(view.chase(moment, 0, (320, 240))).save(PICTURES / "eye-chase.png")
    above = Simulation(find_maze("overhead"))
    pixels = EyeView(above.world).overhead(above.snapshot(), (320, 240))
    Image.fromarray(pixels).save(PICTURES / "eye-overhead.png")
