"""A viewer that types hears the answers, and leaves no robot driving."""

from __future__ import annotations

from typing import Any

from wsusim.live.typists import Typists


def test_the_answer_is_for_the_viewer_that_asked() -> None:
    """Of two typists only the one hears it; for one who has gone it is dropped."""
    told: list[dict[str, Any]] = []
    one: list[dict[str, Any]] = []
    other: list[dict[str, Any]] = []
    typists = Typists(told.append)
    name, gone = typists.enter(one.append), typists.enter(other.append)
    typists.type_line(name, 2, "N")
    typists.leave(gone)
    typists.reply(gone, {"lines": ["late"]})
    typists.reply(name, {"lines": ["n,1,2"]})

    assert told == [{"wish": "type", "robot": 2, "line": "N", "sender": name}]
    assert (one, other) == ([{"lines": ["n,1,2"]}], [])


def test_a_robot_stops_when_its_typist_goes() -> None:
    """If it was set going by a command for the wheels; who only read stops nothing."""
    told: list[dict[str, Any]] = []
    typists = Typists(told.append)
    driver, reader = typists.enter(lambda _: None), typists.enter(lambda _: None)
    typists.type_line(driver, 1, "D,5,5")
    typists.type_line(reader, 0, "N")
    typists.leave(driver)
    typists.leave(reader)

    stop = {"wish": "order", "robot": 1, "order": "speeds", "left": 0, "right": 0}
    assert told[2:] == [stop]
