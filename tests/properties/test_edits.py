"""Any sequence of edits, all undone, gives the start; all redone, the end."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.pictures import drawn, on_floor
from wsusim.editor import changes
from wsusim.editor.changes import Alignment, Change
from wsusim.editor.clipboard import objects_from_text, objects_to_text
from wsusim.editor.new_objects import new_object
from wsusim.editor.object_fields import FIELDS, with_value
from wsusim.editor.objects import PLACEABLE, ObjectKind, all_objects, kind_of, objects_by_id
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.world_check import find_problems
from wsusim.gui.document import Document
from wsusim.gui.features.editing.workbench import edit, edit_name
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Mission, RobotStart, Wall, World

place = st.floats(-100.0, 1300.0)
points = st.tuples(place, place)
shifts = st.floats(-400.0, 400.0)
keys = st.sampled_from([None, "a", "b"])


def start_world() -> World:
    """Return a small maze with a robot, two walls and a few things."""
    return World(
        "start",
        Arena.rectangle(1200.0, 900.0),
        walls=(Wall(1, 100.0, 400.0, 700.0, 400.0), Wall(2, 700.0, 400.0, 700.0, 800.0)),
        robots=(RobotStart(3, Pose(200.0, 200.0)),),
        next_id=4,
    )


class Edits(RuleBasedStateMachine):
    """Every edit of the editor in any order, with undo and redo in between."""

    @initialize()
    def open(self) -> None:
        """Open the maze."""
        self.document = Document(start_world())
        self.start = self.document.world

    def push(self, verb: str, change: Change, key: str | None = None, label: str = "") -> None:
        """Make a change unless it is refused, as the workbench does."""
        if not change.is_refused and change.world != self.document.world:
            text = edit_name(verb, change, self.document, label)
            edit(self.document, change, text, key)

    @property
    def world(self) -> World:
        """The maze now."""
        return self.document.world

    def some(self, data: st.DataObject) -> frozenset[int]:
        """Return the ids of some objects."""
        ids = sorted(objects_by_id(self.world))
        return frozenset(data.draw(st.sets(st.sampled_from(ids), min_size=1, max_size=4)))

    def has_objects(self) -> bool:
        """Return whether there is anything to edit."""
        return next(all_objects(self.world), None) is not None

    @rule(kind=st.sampled_from(PLACEABLE), at_mm=points)
    def add(self, kind: ObjectKind, at_mm: tuple[float, float]) -> None:
        """Place an object from the palette."""
        self.push("add", changes.add(self.world, [new_object(kind, at_mm, self.world)]))

    @precondition(lambda self: len(self.world.floor_pictures) < 5)
    @rule(at_mm=points, mm_per_px=st.floats(0.1, 20.0))
    def lay_down(self, at_mm: tuple[float, float], mm_per_px: float) -> None:
        """Lay a picture on the floor."""
        picture = replace(on_floor(drawn("#.", "+."), *at_mm, mm_per_px), id=0)
        self.push("add", changes.add(self.world, [picture]))

    @precondition(lambda self: self.world.floor_pictures)
    @rule(data=st.data(), corner=st.integers(0, 3), to_mm=points)
    def scale_picture(self, data: st.DataObject, corner: int, to_mm: tuple[float, float]) -> None:
        """Drag a picture's corner."""
        picture = data.draw(st.sampled_from(self.world.floor_pictures))
        self.push("resize", changes.scale_picture(self.world, picture.id, corner, to_mm))

    @precondition(has_objects)
    @rule(data=st.data(), dx_mm=shifts, dy_mm=shifts, key=keys)
    def move(self, data: st.DataObject, dx_mm: float, dy_mm: float, key: str | None) -> None:
        """Drag some objects, or move them by keys."""
        change = changes.move(self.world, self.some(data), dx_mm, dy_mm)
        self.push("move", change, key)

    @precondition(has_objects)
    @rule(data=st.data(), angle_rad=st.floats(-math.pi, math.pi), key=keys)
    def rotate(self, data: st.DataObject, angle_rad: float, key: str | None) -> None:
        """Turn some objects."""
        self.push("rotate", changes.rotate(self.world, self.some(data), angle_rad), key)

    @precondition(lambda self: self.world.walls)
    @rule(data=st.data(), end=st.sampled_from([0, 1]), to_mm=points, key=keys)
    def pull_wall(
        self, data: st.DataObject, end: int, to_mm: tuple[float, float], key: str | None
    ) -> None:
        """Drag a wall's end."""
        wall = data.draw(st.sampled_from(self.world.walls))
        self.push("resize", changes.move_wall_end(self.world, wall.id, end, to_mm), key)

    @precondition(lambda self: self.world.goals)
    @rule(data=st.data(), corner=st.integers(0, 3), to_mm=points)
    def pull_goal(self, data: st.DataObject, corner: int, to_mm: tuple[float, float]) -> None:
        """Drag a region's corner."""
        goal = data.draw(st.sampled_from(self.world.goals))
        self.push("resize", changes.resize_goal(self.world, goal.id, corner, to_mm))

    @precondition(has_objects)
    @rule(data=st.data(), dx_mm=shifts, dy_mm=shifts)
    def stretch(self, data: st.DataObject, dx_mm: float, dy_mm: float) -> None:
        """Resize by keys."""
        self.push("resize", changes.stretch(self.world, self.some(data), dx_mm, dy_mm))

    @precondition(has_objects)
    @rule(data=st.data(), how=st.sampled_from(Alignment))
    def align(self, data: st.DataObject, how: Alignment) -> None:
        """Line some objects up."""
        self.push("align", changes.align(self.world, self.some(data), how))

    @precondition(has_objects)
    @rule(data=st.data(), dx_mm=shifts, dy_mm=shifts)
    def duplicate(self, data: st.DataObject, dx_mm: float, dy_mm: float) -> None:
        """Copy some objects."""
        change = changes.duplicate(self.world, self.some(data), dx_mm, dy_mm)
        self.push("duplicate", change)

    @precondition(has_objects)
    @rule(data=st.data())
    def copy_and_paste(self, data: st.DataObject) -> None:
        """Copy some objects as text and paste them where they were."""
        things = objects_from_text(objects_to_text(self.world, self.some(data)))
        assert things
        self.push("paste", changes.add(self.world, things))

    @precondition(has_objects)
    @rule(data=st.data(), verb=st.sampled_from(["delete", "cut"]))
    def remove(self, data: st.DataObject, verb: str) -> None:
        """Delete or cut some objects."""
        self.push(verb, changes.delete(self.world, self.some(data)))

    @precondition(has_objects)
    @rule(data=st.data(), share=st.floats(0.0, 1.0), key=keys)
    def type_in(self, data: st.DataObject, share: float, key: str | None) -> None:
        """Type a number into the properties of an object."""
        thing = data.draw(st.sampled_from(list(all_objects(self.world))))
        numbers = [f for f in FIELDS[kind_of(thing)] if f.unit is not None and f.decimals]
        field = data.draw(st.sampled_from(numbers))
        high = min(field.high, 1500.0)
        low = max(field.low, -100.0)
        changed = with_value([thing], field.name, low + share * (high - low))
        self.push("change", changes.exchange(self.world, changed), key, field.name)

    @rule(width_mm=st.floats(600.0, 1500.0), height_mm=st.floats(600.0, 1500.0), key=keys)
    def resize_arena(self, width_mm: float, height_mm: float, key: str | None) -> None:
        """Change the size of the floor."""
        after = replace(self.world, arena=Arena.rectangle(width_mm, height_mm))
        self.push("change maze", changes.change_maze(self.world, after), key, "size")

    @rule(limit_s=st.none() | st.floats(1.0, 1000.0))
    def change_mission(self, limit_s: float | None) -> None:
        """Change the mission."""
        after = replace(self.world, mission=Mission(time_limit_s=limit_s))
        self.push("change maze", changes.change_maze(self.world, after), label="mission")

    @rule(steps=st.integers(1, 3))
    def undo(self, steps: int) -> None:
        """Undo some edits."""
        self.document.undo_stack.setIndex(max(0, self.document.undo_stack.index() - steps))

    @rule(steps=st.integers(1, 3))
    def redo(self, steps: int) -> None:
        """Redo some edits."""
        stack = self.document.undo_stack
        stack.setIndex(min(stack.count(), stack.index() + steps))

    @invariant()
    def selection_exists(self) -> None:
        """Nothing that is not there is selected."""
        assert self.document.selection.ids <= objects_by_id(self.world).keys()

    @invariant()
    def ids_are_unique_and_below_the_next(self) -> None:
        """Every object has an id of its own, below the next one."""
        ids = [thing.id for thing in all_objects(self.world)]
        assert len(ids) == len(set(ids))
        assert all(name < self.world.next_id for name in ids)

    @invariant()
    def maze_can_be_saved(self) -> None:
        """The maze breaks no rule of maze files and comes back from one."""
        assert find_problems(self.world) == []
        world_from_text(world_to_text(self.world))

    def teardown(self) -> None:
        """Undo all edits, then redo them all."""
        stack = self.document.undo_stack
        stack.setIndex(stack.count())
        end = self.world
        stack.setIndex(0)
        assert self.world == self.start
        stack.setIndex(stack.count())
        assert self.world == end


TestEdits = Edits.TestCase
TestEdits.settings = settings(stateful_step_count=25)
