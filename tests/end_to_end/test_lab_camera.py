"""A camera above an emulated robot, from its stream to the page and the recording of a student."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.arena_camera import arena_stream
from tests.browser import BROWSER, Browser
from tests.end_to_end.emulator_bench import running
from tests.lab_pages import served
from tests.mjpeg_server import serving
from tests.unit.lab.conftest import PROGRAM
from tests.unit.lab.test_lab import plan, until
from wsusim.emulator.emulation import EmulationRequest
from wsusim.lab.lab import Lab
from wsusim.lab.lab_client import LabClient
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.video import Video

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]

IMAGE = "document.querySelector('.camera img')"
RUN_S = 10.0


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab with an emulated robot at a pseudo-terminal and a camera above it."""
    is_over = threading.Event()
    with (
        running(EmulationRequest(maze="field")) as (emulation, _),
        serving(lambda: arena_stream(emulation, is_over)) as camera,
    ):
        made = Lab(
            plan(
                tmp_path,
                robots=(f"serial:{emulation.ports[0].address}",),
                camera=camera,
                is_start_checked=True,
                can_students_put_back=True,
            )
        )
        made.open()
        yield made
        made.close()
        is_over.set()


@pytest.fixture
def address(lab: Lab) -> Iterator[str]:
    """Where its pages are."""
    with served(lab) as place:
        yield place


def test_a_student_sees_the_start_the_run_and_its_video(
    lab: Lab, address: str, tmp_path: Path
) -> None:
    """And takes the video home in the recording, on the clock of the run."""
    (ann,) = lab.people.invite(["Ann"], 0.0)
    client = LabClient(address, ann.token)
    source = PROGRAM.replace("1.0", f"{RUN_S}")
    number = client.submit("driver.py", source, maze="field", time_s=20.0)["id"]
    browser = Browser(tmp_path / "browser")
    try:
        browser.open(f"{address}#token={ann.token}")
        browser.until("document.querySelector('.start button') ? 1 : 0")
        browser.until(f"{IMAGE}.naturalWidth")
        browser.run("document.querySelector('.start button').click()")
        browser.until(f"document.querySelector('iframe') && {IMAGE}?.naturalWidth ? 1 : 0")
        browser.until("document.querySelector('.camera button')?.textContent === 'Play' ? 1 : 0")
        browser.run("document.querySelector('.camera button').click()")
        browser.until("document.querySelector('.camera input').value > 2 ? 1 : 0")
        browser.until(f"{IMAGE}.naturalWidth")
        where = browser.run("document.querySelector('.camera .robot').getAttribute('transform')")
    finally:
        browser.close()
    until(lambda: client.job(number)["has_video"])
    file = client.fetch(number, "robot", tmp_path / "run.mcap")

    assert where.startswith("translate(")
    with Recording(file) as recording:
        ticks, player = Video(recording).ticks, Player(recording)
        steps = [later - earlier for earlier, later in pairwise(ticks)]
        assert player.first_tick <= ticks[0] < 100
        assert player.last_tick - 100 < ticks[-1] <= player.last_tick
        assert min(steps) >= 12
