"""The page in a real browser: the robot is shown where the run says it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.browser import BROWSER, Browser
from tests.everything import EVERYTHING, GOALS, LOOSE_MARKS, STILL_MARKS, is_like
from tests.live_server import STEER_KEY, WATCH_KEY, LiveServer, picture_of, told_of
from tests.unit.ciber.matches import box, match
from tests.worlds import empty_world
from wsusim.ciber.contest_lab import Lab
from wsusim.ciber.recorded.head import MatchHead
from wsusim.engine.simulation import Simulation
from wsusim.engine.snapshots import RobotStatistics
from wsusim.live.match_telling import scene_of_match
from wsusim.live.telling import Teller, scene_of
from wsusim.live.watch_address import Keys, Place
from wsusim.model.geometry import Pose
from wsusim.model.world import Box
from wsusim.recording.eye_pictures import png_of
from wsusim.runs.pictures import Picture

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]

STATE = "document.getElementById('state').textContent"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests."""
    made = Browser(tmp_path_factory.mktemp("browser"))
    yield made
    made.close()


@pytest.fixture
def server() -> Iterator[LiveServer]:
    """A server that wants keys, with a robot at 150 mm."""
    made = LiveServer(Keys(WATCH_KEY, STEER_KEY))
    made.begin()
    made.take(told_of(picture_of(150.0)))
    yield made
    made.close()


def address(server: LiveServer, key: str = WATCH_KEY) -> str:
    """Return what is typed into the browser."""
    return f"http://127.0.0.1:{server.server.port}/#key={key}"


def test_the_robot_is_drawn_where_the_run_has_it(server: LiveServer, browser: Browser) -> None:
    """The pixels of its body are dark, those of the floor beside it are light."""
    browser.open(address(server))
    browser.until("window.wsusim && wsusim.stream.state.robots[0] ? 1 : 0")

    assert browser.run(f"{BRIGHTNESS}(150, 315)") < 120
    assert browser.run(f"{BRIGHTNESS}(260, 315)") > 200


BRIGHTNESS = """((x, y) => {
    const flat = wsusim.flat;
    flat.draw(0);
    const at = flat.toPixels(x, y).map(Math.round);
    return flat.context.getImageData(...at, 1, 1).data[0];
})"""


def test_a_box_is_drawn_where_it_was_pushed(server: LiveServer, browser: Browser) -> None:
    """In its own colour, and turned as the run says: its long side is upright by now."""
    box_ = Box(70, Pose(99.0, 99.0), 80.0, 20.0, colour="black")
    server.begin(scene_of(replace(empty_world(), boxes=(box_,)), name="box"))
    changes = told_of(picture_of(150.0))
    changes["set"]["things"] = {"70": [450, 450, -1, 1.5708]}
    server.take(changes)
    browser.open(address(server))
    browser.until("window.wsusim && wsusim.stream.state.things[70] ? 1 : 0")

    assert browser.run(f"{BRIGHTNESS}(450, 480)") < 60
    assert browser.run(f"{BRIGHTNESS}(480, 450)") > 200
    assert browser.run(f"{BRIGHTNESS}(99, 99)") > 200


def test_a_wrong_key_shows_nothing(server: LiveServer, browser: Browser) -> None:
    """The page says that the address is not valid; it has no maze and no robot."""
    browser.open(address(server, "wrong"))

    browser.until(f'window.wsusim && {STATE} === "This address isn\'t valid."')
    assert browser.run("wsusim.stream.scene") is None


def test_the_page_comes_back_when_the_server_does(server: LiveServer, browser: Browser) -> None:
    """The server ends and another begins at the same place: the page goes on by itself."""
    browser.open(address(server))
    browser.until("window.wsusim && wsusim.stream.state.robots[0] ? 1 : 0")
    port = server.server.port
    server.close()
    browser.until(f'{STATE}.startsWith("No connection")')
    again = LiveServer(Keys(WATCH_KEY, STEER_KEY), Place("127.0.0.1", port))
    again.begin()
    again.take(told_of(picture_of(222.0)))

    browser.until("wsusim.stream.of('robots', 0, 'x_mm') === 222")
    again.close()


def test_in_3d_the_robot_is_where_the_run_has_it(server: LiveServer, browser: Browser) -> None:
    """From above, the pixel at the robot is darker than the floor beside it."""
    browser.open(address(server))
    browser.until("window.wsusim && wsusim.stream.state.robots[0] ? 1 : 0")
    browser.run("document.getElementById('show-3d').click()")
    browser.until("wsusim.view() && wsusim.view().still ? 1 : 0")

    assert browser.run(f"{DEEP}(150, 318)") < browser.run(f"{DEEP}(400, 318)") - 60


DEEP = """((x, y) => {
    const view = wsusim.view();
    view.camera.kind = "overhead";
    view.draw(0);
    const { canvas, painter: { gl } } = view;
    const { eye } = view.camera.look(0, 1.2);
    const scale = canvas.height / 2 / (eye[2] * Math.tan(0.425));
    const at = [canvas.width / 2 + (x - 300) * scale, canvas.height / 2 + (y - 300) * scale];
    const pixel = new Uint8Array(4);
    gl.readPixels(...at.map(Math.round), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return pixel[0] + pixel[1] + pixel[2];
})"""


def test_driving_by_keys_reaches_the_run(server: LiveServer, browser: Browser) -> None:
    """With the right key the joystick is there; an arrow key sets both wheels going."""
    browser.open(address(server, STEER_KEY))
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")
    browser.run(
        "stick = document.getElementById('stick'); stick.focus();"
        "stick.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp'}))"
    )

    order = server.until_told(lambda values: values.get("order") == "speeds")
    assert (order["robot"], order["left"], order["right"]) == (0, 10, 10)


def test_what_is_typed_reaches_the_robot(server: LiveServer, browser: Browser) -> None:
    """A command goes to the run; the answer stands below it, and the arrow brings it back."""
    scene = scene_of(empty_world(), name="empty", abilities={"order": [0], "type": [0]})
    server.begin(scene)
    browser.open(address(server, STEER_KEY))
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")
    browser.run("command = document.getElementById('command'); command.value = 'D,5,5'")
    browser.run("document.querySelector('#typing-form button').click()")
    asked = server.until_told(lambda values: values.get("wish") == "type")
    reply = {"robot": 0, "line": "D,5,5", "lines": ["d"]}
    server.do(lambda: server.server.typists.reply(asked["sender"], reply))
    browser.until("document.getElementById('typed').textContent === '> D,5,5\\nd\\n'")
    browser.run("command.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp'}))")

    assert (asked["robot"], asked["line"]) == (0, "D,5,5")
    assert browser.run("command.value") == "D,5,5"


def test_the_page_says_what_its_address_is_good_for(server: LiveServer, browser: Browser) -> None:
    """With one key one can watch; with the other do what the run allows, and nothing else."""
    can = {"pause": False, "order": [0], "type": [0]}
    server.begin(scene_of(empty_world(), name="empty", abilities=can))
    browser.open(address(server))
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")
    watching = browser.run(RIGHTS)
    browser.open(address(server, STEER_KEY))
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")

    assert watching == "With this address you can watch."
    assert (
        browser.run(RIGHTS) == "With this address you can also drive the robot and type commands."
    )
    assert browser.run("document.getElementById('time-buttons').hidden")


RIGHTS = "document.getElementById('rights').textContent"


def test_the_slider_of_a_recording_winds_it_and_follows(
    server: LiveServer, browser: Browser
) -> None:
    """Moving it asks for the moment; afterwards it goes with the recording again."""
    can = {"pause": True, "seek": True}
    server.begin(scene_of(empty_world(), name="run.mcap", abilities=can, span_ticks=(0, 6000)))
    browser.open(address(server, STEER_KEY))
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")
    # At once: between the two, a frame may put the slider back to where the recording is.
    browser.run(
        "seek = document.getElementById('seek'); seek.focus(); seek.value = 3000; "
        "seek.dispatchEvent(new Event('input'))"
    )
    asked = server.until_told(lambda values: values.get("wish") == "seek")
    server.take(told_of(picture_of(222.0, tick=4000)))

    assert asked["tick"] == 3000
    browser.until("seek.value === '4000'")
    text = browser.run("document.getElementById('seek-time').textContent")
    assert text == "40.0 of 60.0 s"
    assert (
        browser.run("seek.ariaValueText ?? seek.getAttribute('aria-valuetext')") == "40.0 seconds"
    )


def test_the_eye_is_shown_when_it_is_opened(server: LiveServer, browser: Browser) -> None:
    """Then it is asked for, and what comes is a picture."""
    server.begin(scene_of(empty_world(), name="empty") | {"on_demand": ["rays", "eye"]})
    browser.open(address(server))
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")
    browser.run("document.getElementById('eye-details').open = true")
    server.until_told(lambda values: values.get("wanted", {}).get("eye") == [0])
    teller = Teller(1)
    pixels = np.full((120, 160, 3), (200, 30, 20), np.uint8)
    teller.show_eye(0, (160, 120), png_of(pixels))
    server.take(teller.take(4, 0.0))

    browser.until("document.getElementById('eye').naturalWidth === 160")


def test_the_page_fits_a_phone(server: LiveServer, browser: Browser) -> None:
    """On 390 pixels nothing sticks out to the right, and the arena has half of the height."""
    browser.open(address(server, STEER_KEY))
    browser.resize(390, 844, is_phone=True)
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")

    assert browser.run("document.documentElement.scrollWidth") <= 390
    assert browser.run("document.getElementById('arena').clientHeight") > 380
    browser.resize(1280, 800)


def test_every_control_has_a_name(server: LiveServer, browser: Browser) -> None:
    """A screen reader can say what each button, slider and drawing is."""
    browser.open(address(server, STEER_KEY))
    browser.until("window.wsusim && wsusim.stream.scene ? 1 : 0")

    nameless = browser.run(
        "[...document.querySelectorAll('button, select, input, canvas')].filter(e =>"
        "!(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label'))).length"
    )
    assert nameless == 0


PACE = """import('./quality.js').then(({ Quality }) => {
    const quality = new Quality();
    const steps = [];
    for (const [gap, count] of %s) {
        for (let k = 0; k < count; k++) quality.took(gap);
        steps.push(quality.step);
    }
    return steps;
})"""


def test_3d_is_drawn_less_finely_where_it_is_slow(server: LiveServer, browser: Browser) -> None:
    """Step by step while frames take long; not by a hidden page; back where it is in vain."""
    browser.open(address(server))
    browser.until("window.wsusim ? 1 : 0")

    assert browser.run(PACE % "[[16, 99], [900, 99], [50, 24], [40, 24], [20, 99]]") == [
        0,
        0,
        1,
        2,
        2,
    ]
    assert browser.run(PACE % "[[33, 96], [33, 99]]") == [4, 0]


def test_what_stands_still_is_hardly_drawn(server: LiveServer, browser: Browser) -> None:
    """In 3D nothing is drawn while no message comes and no hand moves, but once a second."""
    browser.open(address(server))
    browser.until("window.wsusim && wsusim.stream.state.robots[0] ? 1 : 0")
    browser.run("document.getElementById('show-3d').click()")
    browser.until("wsusim.view() && wsusim.view().still ? 1 : 0")

    assert browser.run(DRAWN) <= 3


DRAWN = """(async () => {
    const view = wsusim.view();
    const draw = view.draw.bind(view);
    let count = 0;
    view.draw = (robot) => { count += 1; draw(robot); };
    document.getElementById("deep").focus();
    for (let k = 0; k < 60; k++) await new Promise(requestAnimationFrame);
    return count;
})()"""


@pytest.fixture
def match_server() -> Iterator[LiveServer]:
    """A match of two robots in a lab of 550 by 330 mm with a wall in the middle and a line."""
    walls = (box(5.0, 0.0, 6.0, 6.0), box(1.0, 5.0, 3.0, 5.5, 0.0))
    arena, _ = match(Lab("small", 10.0, 6.0, walls=walls), (2.0, 2.0, 0.0), (8.0, 3.0, 90.0))
    thought = {
        "cells": {"x_mm": 440, "y_mm": 275, "size_mm": 55, "columns": 2, "rows": "9."},
        "path_mm": [[440, 165], [500, 60]],
        "text": "to the corner",
    }
    one = {"state": "Running", "score": 12, "collisions": 3, "lamps": ["end"], "is_silent": False}
    made = LiveServer()
    made.begin(scene_of_match(MatchHead.of(arena, "", ())))
    rows = {"0": [110.0, 110.0, 0.0], "1": [440.0, 165.0, 1.57]}
    roster = {"0": {"name": "<b>anna", **one}, "1": {"name": "ben", **one, "is_silent": True}}
    told = {"robots": rows, "roster": roster, "match": {"phase": "Running", "time": 31}}
    told["thoughts"] = {"1": thought}
    made.take({"tick": 155, "at_s": 0.0, "log": {}, "set": told | {"run": {"phase": "going"}}})
    yield made
    made.close()


def test_a_match_is_shown(match_server: LiveServer, browser: Browser) -> None:
    """Robots, wall and line are dark, the floor is light; the table names everybody."""
    browser.open(f"http://127.0.0.1:{match_server.server.port}/")
    browser.until("window.wsusim && wsusim.stream.state.robots[1] ? 1 : 0")
    browser.until("document.getElementById('clock').textContent === 'cycle 31 of 1800'")
    rows = browser.run("[...document.querySelectorAll('#roster tbody tr')].map((r) => r.innerText)")

    assert browser.run(f"{BRIGHTNESS}(110, 125)") < 120
    assert browser.run(f"{BRIGHTNESS}(302, 165)") < 120
    assert browser.run(f"{BRIGHTNESS}(110, 290)") < 120
    assert browser.run(f"{BRIGHTNESS}(200, 40)") > 200
    assert [row.split() for row in rows] == [
        ["1", "<b>anna", "under", "way", "12", "3"],
        ["2", "ben", "under", "way,", "silent", "12", "3"],
    ]


def test_what_an_agent_thinks_is_shown_of_the_chosen_robot(
    match_server: LiveServer, browser: Browser
) -> None:
    """Its map lies over the floor when its robot is chosen, and only then."""
    browser.open(f"http://127.0.0.1:{match_server.server.port}/")
    browser.until("document.querySelectorAll('#roster tbody button').length === 2")
    before = browser.run(f"{BRIGHTNESS}(467, 300)")
    browser.run("document.querySelectorAll('#roster tbody button')[1].click()")
    browser.until("wsusim.stream.state.thoughts[1] ? 1 : 0")

    assert before > 200
    assert browser.run(f"{BRIGHTNESS.replace('draw(0)', 'draw(1)')}(467, 300)") < 130
    assert browser.run(f"{BRIGHTNESS.replace('draw(0)', 'draw(1)')}(522, 300)") > 200


def test_a_match_is_shown_in_3d(match_server: LiveServer, browser: Browser) -> None:
    """A robot without a gripper is drawn, too, and choosing it in the table follows it."""
    browser.open(f"http://127.0.0.1:{match_server.server.port}/")
    browser.until("document.querySelectorAll('#roster tbody button').length === 2")
    browser.run("document.getElementById('show-3d').click()")
    browser.until("wsusim.view() && wsusim.view().still ? 1 : 0")
    browser.run("document.querySelectorAll('#roster tbody button')[1].click()")

    pressed = "[...document.querySelectorAll('#roster button')].map((b) => b.ariaPressed)"
    assert browser.run(pressed) == ["false", "true"]
    assert browser.run("wsusim.view().placeRobot(1, false).length") == 5
    assert browser.run("wsusim.view().painter.gl.getError()") == 0


COLOUR = """((x, y) => {
  const { flat } = wsusim;
  flat.draw(0);
  const [column, row] = flat.toPixels(x, y);
  return [...flat.context.getImageData(Math.round(column), Math.round(row), 1, 1).data].slice(0, 3);
})"""


@pytest.fixture
def full_server() -> Iterator[LiveServer]:
    """A run in the maze with everything."""
    made = LiveServer()
    made.begin(scene_of(EVERYTHING, name="everything"))
    teller = Teller(len(EVERYTHING.robots))
    snapshot = Simulation(EVERYTHING).snapshot()
    robots = len(snapshot.robots)
    blank = (RobotStatistics(0.0, 0, 0),) * robots
    teller.show(Picture(snapshot, blank, ("",) * robots, ((),) * robots))
    told = teller.take(0, 0.0)
    assert told is not None
    made.take(told)
    yield made
    made.close()


def test_the_page_shows_everything_in_a_maze(full_server: LiveServer, browser: Browser) -> None:
    """Every kind of thing is where it is, in the colour that all pictures give it."""
    browser.open(f"http://127.0.0.1:{full_server.server.port}/")
    browser.until("window.wsusim && wsusim.stream.state.robots[1] ? 1 : 0")
    browser.until("[...wsusim.flat.pictures.images.values()].some((i) => i.naturalWidth) ? 1 : 0")
    marks = (*STILL_MARKS, *LOOSE_MARKS)
    seen = {mark: browser.run(f"{COLOUR}({mark.x_mm}, {mark.y_mm})") for mark in marks}
    goals = [browser.run(f"{COLOUR}({mark.x_mm}, {mark.y_mm})") for mark in GOALS]

    assert [(m.name, rgb) for m, rgb in seen.items() if not is_like(tuple(rgb), m.colour)] == []
    assert list(STILL_MARKS[0].rgb) not in goals


def test_the_page_shows_everything_in_3d(full_server: LiveServer, browser: Browser) -> None:
    """Still things are one mesh of many colours, loose ones have theirs."""
    browser.open(f"http://127.0.0.1:{full_server.server.port}/")
    browser.until("window.wsusim && wsusim.stream.state.robots[1] ? 1 : 0")
    browser.run("document.getElementById('show-3d').click()")
    browser.until("wsusim.view() && wsusim.view().still ? 1 : 0")
    tints = browser.run("wsusim.view().things.map((t) => wsusim.view().placeThing(t).tint)")

    assert [[round(255 * part) for part in tint] for tint in tints] == [
        list(mark.rgb) for mark in LOOSE_MARKS
    ]
    assert browser.run("wsusim.view().painter.gl.getError()") == 0
