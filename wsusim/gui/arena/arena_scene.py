"""The scene: one item for each object of the document, and what a run adds to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsScene

from wsusim.editor.handles import Handle, handles_of
from wsusim.editor.hitting import is_hit
from wsusim.editor.objects import ObjectKind, WorldObject, chosen, kind_of, objects_by_id, placed
from wsusim.editor.placing import conflicts
from wsusim.gui.arena.compared_item import ComparedItem, ComparedRun
from wsusim.gui.arena.floor_item import FloorItem
from wsusim.gui.arena.matrix_item import MatrixItem
from wsusim.gui.arena.object_item import Layer, ObjectItem, Z
from wsusim.gui.arena.overlay_items import BandItem, CrossItem, GhostItem, RulerItem, SelectionItem
from wsusim.gui.arena.painting import mm_per_px
from wsusim.gui.arena.region_items import FloorPictureItem, GoalItem, NoteItem
from wsusim.gui.arena.robot_item import RobotItem
from wsusim.gui.arena.round_items import LightItem, PushedItem, ReachItem
from wsusim.gui.arena.score_item import ScoreItem
from wsusim.gui.arena.speech_item import SpeechItem
from wsusim.gui.arena.trace_items import DrawingItem, RaysItem, TrailItem
from wsusim.gui.arena.wall_item import WallEdgeItem, WallItem
from wsusim.gui.document import Document
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.commands import Draw
from wsusim.model.geometry import Point
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import Arena, Movable, World

if TYPE_CHECKING:
    from wsusim.engine.sensor_reports import RayReport

_ITEM_CLASSES: dict[ObjectKind, tuple[Callable[[Any], ObjectItem[Any]], ...]] = {
    ObjectKind.WALL: (WallItem, WallEdgeItem),
    ObjectKind.LIGHT: (LightItem, ReachItem),
    ObjectKind.CAP: (PushedItem,),
    ObjectKind.BALL: (PushedItem,),
    ObjectKind.CYLINDER: (PushedItem,),
    ObjectKind.BOX: (PushedItem,),
    ObjectKind.ROBOT: (RobotItem,),
    ObjectKind.GOAL: (GoalItem,),
    ObjectKind.NOTE: (NoteItem,),
    ObjectKind.PICTURE: (FloorPictureItem,),
}

_PLANES = {
    Layer.GOALS: Z.GOAL,
    Layer.LIGHT_REACH: Z.REACH,
    Layer.TRAILS: Z.TRAIL,
    Layer.RAYS: Z.RAYS,
    Layer.NOTES: Z.NOTE,
    Layer.DRAWINGS: Z.DRAWING,
    Layer.SPEECH: Z.SPEECH,
}
"""Layers that are hidden with all that lies at one height."""

STEM_PX = 30.0
"""How far the handle for turning stands off on the screen."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What a run leaves of one robot in the picture."""

    trail: TrailItem
    rays: RaysItem
    drawing: DrawingItem
    speech: SpeechItem

    def clear(self) -> None:
        """Remove all of it."""
        self.trail.clear()
        self.rays.set_rays(())
        self.drawing.set_figures(())
        self.speech.set_text("")


class ArenaScene(QGraphicsScene):
    """Draws a document in millimetres, y up, and follows its changes object by object.

    ``show`` moves robots and things to their places in a snapshot; ``show_start`` brings them back.
    Rays, drawings and speech are fed as plain data per robot id.
    """

    layers_changed = Signal()
    """A layer was switched on or off."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._document = document
        self._items: dict[int, tuple[ObjectItem[Any], ...]] = {}
        self._traces: dict[int, Traces] = {}
        self._hidden: set[Layer] = {Layer.MATRIX}
        self._grid_mm = 0.0
        self._arena: Arena | None = None
        self._judged: World | None = None
        self._crowded: Sequence[WorldObject] = ()
        """What overlaps something else in the world that was judged last."""
        self._planes = {z: QGraphicsPathItem() for z in Z}
        for z, plane in self._planes.items():
            plane.setZValue(z)
            plane.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
            self.addItem(plane)
        self._floor = FloorItem(document.shown.arena)
        self._selection = SelectionItem()
        self._ghosts = GhostItem()
        self.score = ScoreItem()
        self.score.setZValue(Z.WALL_EDGE)  # above the trails, below the robots
        self.addItem(self.score)
        self.compared = ComparedItem()
        """The ways of other runs."""
        self.outlook = ComparedItem()
        """Where robots will go."""
        for ways in (self.compared, self.outlook):
            ways.setParentItem(self._planes[Z.TRAIL])
        self.band = BandItem()
        self.ruler = RulerItem()
        self.cross = CrossItem()
        self.matrix = MatrixItem(document.shown)
        self._floor.setZValue(Z.FLOOR)
        self.addItem(self._floor)
        self.addItem(self.matrix)
        for overlay in (self._selection, self._ghosts, self.band, self.ruler, self.cross):
            self.addItem(overlay)
        document.shown_changed.connect(self._sync)
        document.selection.changed.connect(lambda _ids: self.mark())
        self.repaint()
        self._sync(document.shown)

    # What a run or a recording shows.

    def show(self, snapshot: Snapshot) -> None:
        """Move robots and loose things to their places at one tick; trails grow."""
        held: dict[int, Movable] = {}
        for thing in snapshot.objects:
            for item in self._items.get(thing.id, ()):
                assert isinstance(item, PushedItem)
                item.show_snapshot(thing)
                if thing.held_by is not None:
                    held[thing.held_by] = item.thing
        for robot in snapshot.robots:
            for item in self._items.get(robot.id, ()):
                assert isinstance(item, RobotItem)
                item.show_snapshot(robot, held.get(robot.id))
                traces = self._traces[robot.id]
                traces.trail.extend((robot.pose.x_mm, robot.pose.y_mm))
                traces.speech.stand(item.speech_place())
        self.score.show_score(snapshot.mission.score, snapshot.tick)
        self.matrix.show_moment(snapshot)
        if self._document.selection.ids:
            self.mark()

    def show_start(self) -> None:
        """Put everything back to its place in the maze, and remove the traces of the run."""
        for items in self._items.values():
            for item in items:
                item.set_object(item.thing)
        self.score.set_world(self._document.shown)
        self.matrix.show_moment(None)
        self.clear_traces()

    def clear_traces(self) -> None:
        """Remove trails, rays, drawings and speech."""
        for traces in self._traces.values():
            traces.clear()

    def clear_trails(self) -> None:
        """Remove the trails only (a recording was wound back)."""
        for traces in self._traces.values():
            traces.trail.clear()

    def extend_trail(self, robot_id: int, points_mm: Sequence[Point]) -> None:
        """Extend the trail of a robot by points between two snapshots that are shown."""
        if robot_id in self._traces:
            self._traces[robot_id].trail.lead(points_mm)

    def set_compared(self, runs: Sequence[ComparedRun]) -> None:
        """Draw the paths of other runs, each in its colour; none removes them."""
        self.compared.set_runs(runs)

    def set_outlook(self, runs: Sequence[ComparedRun]) -> None:
        """Draw where robots will go, as far as that is known; none removes it."""
        self.outlook.set_runs(runs)

    def set_rays(self, robot_id: int, rays: Sequence[RayReport]) -> None:
        """Draw the rays of one robot; none removes them."""
        if robot_id in self._traces:
            self._traces[robot_id].rays.set_rays(rays)

    def set_drawing(self, robot_id: int, figures: Sequence[Draw]) -> None:
        """Draw what one robot's controller has drawn so far."""
        if robot_id in self._traces:
            self._traces[robot_id].drawing.set_figures(figures)

    def say(self, robot_id: int, text: str) -> None:
        """Show what one robot's controller says; an empty text removes the bubble."""
        for robot in self._items.get(robot_id, ()):
            assert isinstance(robot, RobotItem)
            speech = self._traces[robot_id].speech
            speech.set_text(text)
            speech.stand(robot.speech_place())

    def robot_colour(self, robot_id: int) -> QColor:
        """Return the colour of a robot, which its trail and curves have, too."""
        for item in self._items.get(robot_id, ()):
            if isinstance(item, RobotItem):
                return item.colour
        return QColor(current_theme().accent)

    def movables(self) -> tuple[WorldObject, ...]:
        """Return robots and loose things, where they are drawn now."""
        world = self._document.shown
        things: tuple[WorldObject, ...] = (*world.robots, *world.movables)
        return tuple(placed(thing, self.place_of(thing.id).toTuple()) for thing in things)

    def movable_at(self, at_mm: Point, slack_mm: float) -> WorldObject | None:
        """Return the robot or loose thing that is drawn here now, or ``None``."""
        return next((t for t in self.movables() if is_hit(t, at_mm, slack_mm)), None)

    def arena_box(self) -> QRectF:
        """Return the box around the floor."""
        arena = self._document.shown.arena
        return QRectF(0.0, 0.0, arena.width_mm, arena.height_mm)

    def shown_box(self) -> QRectF:
        """Return the box around the floor and the score beside it."""
        box = self.arena_box()
        return box.united(self.score.boundingRect()) if self.score.isVisible() else box

    def place_of(self, object_id: int) -> QPointF:
        """Return where an object is drawn now (during a run: its place in the run)."""
        items = self._items.get(object_id, ())
        return items[0].pos() if items else QPointF()

    # How it looks.

    def repaint(self) -> None:
        """Draw everything in the colours that are in use now."""
        self.setBackgroundBrush(QColor(current_theme().outside))
        for item in self.items():
            item.update()

    def set_grid(self, grid_mm: float) -> None:
        """Draw the grid at this distance."""
        self._grid_mm = grid_mm
        self._floor.set_grid(0.0 if Layer.GRID in self._hidden else grid_mm)

    def is_layer_visible(self, layer: Layer) -> bool:
        """Return whether a layer is switched on."""
        return layer not in self._hidden

    def set_layer_visible(self, layer: Layer, visible: bool) -> None:
        """Switch a layer on or off."""
        (self._hidden.discard if visible else self._hidden.add)(layer)
        if layer in _PLANES:
            self._planes[_PLANES[layer]].setVisible(visible)
        elif layer is Layer.MATRIX:
            self.matrix.set_shown(visible)
        self.set_grid(self._grid_mm)
        self._show_robots(self._document.shown)
        self.layers_changed.emit()

    def mark(self) -> None:
        """Draw selection, handles and crowded bodies again, for the current zoom."""
        world, ids = self._document.shown, self._document.selection.ids
        if self._document.can_edit:
            if self._judged is not world:
                self._judged, self._crowded = world, chosen(world, conflicts(world))
            self._selection.set_selection(chosen(world, ids), self.handles(), self._crowded)
        else:
            self._selection.set_selection([thing for thing in self.movables() if thing.id in ids])

    def handles(self) -> tuple[Handle, ...]:
        """Return the handles of the selection, where they are drawn."""
        if not self._document.can_edit:
            return ()
        ids = self._document.selection.ids
        return handles_of(self._document.shown, ids, STEM_PX * mm_per_px(self))

    def set_ghosts(self, things: Sequence[WorldObject]) -> None:
        """Draw where these objects should go but have no room."""
        self._ghosts.set_ghosts(things)

    # Inside

    def _sync(self, world: World) -> None:
        """Make, change and remove items to match ``world``."""
        self.matrix.set_world(world)
        self.score.set_world(world)
        things = objects_by_id(world)
        for name in self._items.keys() - things.keys():
            self._remove(name)
        for name, thing in things.items():
            items = self._items.get(name, ())
            if not items or type(items[0].thing) is not type(thing):
                self._remove(name)
                self._add(thing)
            elif items[0].thing is not thing:
                for item in items:
                    item.set_object(thing)
        self._show_robots(world)
        if world.arena != self._arena:
            self._arena = world.arena
            self._floor.set_arena(world.arena)
            # Room around the arena, so that every corner can be brought to the middle.
            room = max(world.arena.width_mm, world.arena.height_mm)
            self.setSceneRect(self.arena_box().adjusted(-room, -room, room, room))
        self.mark()

    def _show_robots(self, world: World) -> None:
        """Give the robots their numbers and colours, and show their sensors or not."""
        for index, robot in enumerate(world.robots):
            for item in self._items[robot.id]:
                assert isinstance(item, RobotItem)
                item.set_number(index, len(world.robots))
                item.set_sensors_visible(Layer.SENSORS not in self._hidden)
                self._traces[robot.id].trail.set_colour(item.colour)

    def _add(self, thing: WorldObject) -> None:
        items = tuple(make(thing) for make in _ITEM_CLASSES[kind_of(thing)])
        self._items[thing.id] = items
        for item in items:
            item.setParentItem(self._planes[item.layer_z])
        if kind_of(thing) is ObjectKind.ROBOT:
            traces = Traces(TrailItem(), RaysItem(), DrawingItem(), SpeechItem())
            self._traces[thing.id] = traces
            traces.trail.setParentItem(self._planes[Z.TRAIL])
            traces.rays.setParentItem(self._planes[Z.RAYS])
            traces.drawing.setParentItem(self._planes[Z.DRAWING])
            traces.speech.setParentItem(self._planes[Z.SPEECH])

    def _remove(self, object_id: int) -> None:
        for item in self._items.pop(object_id, ()):
            self.removeItem(item)
        traces = self._traces.pop(object_id, None)
        if traces is not None:
            for trace in (traces.trail, traces.rays, traces.drawing, traces.speech):
                self.removeItem(trace)
