"""What the stream tells of a run's pictures."""

from __future__ import annotations

from dataclasses import replace

import orjson

from tests.live_server import picture_of, told_of
from tests.worlds import draw_world, empty_world
from wsusim.formats.maze_file import world_from_text
from wsusim.live.telling import PRINT_CHARACTERS, Teller, scene_of
from wsusim.model.commands import Draw


def test_the_scene_holds_the_maze_as_a_maze_file() -> None:
    """A viewer has the same world as the run, with every usual value written out."""
    world = draw_world("#R#\nLcb\n.G.")

    maze = scene_of(world, name="drawn")["maze"]

    assert world_from_text(orjson.dumps(maze).decode()) == world
    assert maze["caps"][0]["diameter_mm"] == 29.0


def test_a_row_has_a_value_for_each_field_of_the_scene() -> None:
    """What the numbers of a row mean stands in the scene, in their order."""
    fields = scene_of(empty_world(), name="")["fields"]
    values = told_of(picture_of(250.0))["set"]

    assert len(values["robots"]["0"]) == len(fields["robots"])
    assert len(values["readings"]["0"]) == len(fields["readings"])
    assert values["robots"]["0"][[f["name"] for f in fields["robots"]].index("x_mm")] == 250.0


def test_only_what_has_changed_is_told() -> None:
    """A robot that has moved is told; its mission, which has not changed, is not."""
    teller = Teller(1)
    told_of(picture_of(250.0), teller)

    assert set(told_of(picture_of(250.5, tick=1), teller)["set"]) == {"robots"}


def test_nothing_is_told_when_nothing_has_changed() -> None:
    """A paused run sends nothing."""
    teller = Teller(1)
    told_of(picture_of(250.0), teller)
    teller.show(picture_of(250.0))

    assert teller.take(0, 0.0) is None


def test_a_trail_gets_a_point_every_three_millimetres() -> None:
    """Points nearer than that are left out."""
    teller = Teller(1)
    teller.lead(0, [(0.0, 0.0), (1.0, 0.0), (3.0, 0.0), (5.0, 0.0), (6.0, 0.0)])
    changes = teller.take(0, 0.0)

    assert changes is not None
    assert changes["log"]["trails"]["0"]["add"] == [[0.0, 0.0], [3.0, 0.0], [6.0, 0.0]]


def test_of_a_drawing_only_what_was_added_is_told() -> None:
    """A drawing of a thousand lines is not sent again for the next one."""
    teller = Teller(1)
    one, two = (Draw("line", ((0.0, float(y)), (9.0, float(y)))) for y in (1, 2))
    told_of(replace(picture_of(1.0), drawings=((one,),)), teller)

    log = told_of(replace(picture_of(1.0), drawings=((one, two),)), teller)["log"]["drawings"]

    assert log["0"] == {
        "add": [["line", "blue", "", [[0.0, 2.0], [9.0, 2.0]]]],
        "is_cleared": False,
    }


def test_a_drawing_that_was_cleared_is_sent_again() -> None:
    """What is drawn after clearing stands alone."""
    teller = Teller(1)
    one, two = (Draw("dots", ((0.0, float(y)),)) for y in (1, 2))
    told_of(replace(picture_of(1.0), drawings=((one,),)), teller)

    log = told_of(replace(picture_of(1.0), drawings=((two,),)), teller)["log"]["drawings"]

    assert log["0"] == {"add": [["dots", "blue", "", [[0.0, 2.0]]]], "is_cleared": True}


def test_a_print_without_end_is_cut() -> None:
    """Of a print of a megabyte viewers get the beginning."""
    teller = Teller(1)
    teller.print(0, 0, "x" * 1_000_000)
    changes = teller.take(0, 0.0)

    assert changes is not None
    assert len(changes["log"]["prints"]["all"]["add"][0][2]) == PRINT_CHARACTERS + 2


def test_a_viewer_knows_where_the_axle_of_a_robot_is() -> None:
    """Its wheels are drawn there."""
    world = empty_world()
    world = replace(world, robots=(replace(world.robots[0], kind="thymio"),))

    assert scene_of(world, name="")["kinds"]["thymio"]["axle_x_mm"] == -25.0
