"""The scene: one item for each object of the document, and what a run adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsScene

from wsusim.editor.handles import Handle, handles_of
from wsusim.editor.hitting import is_hit
from wsusim.editor.objects import ObjectKind, WorldObject, chosen, kind_of, objects_by_id, placed
from wsusim.editor.placing import conflicts
from wsusim.gui.arena.disc_items import BallItem, CapItem, DiscItem
from wsusim.gui.arena.floor_item import FloorItem
from wsusim.gui.arena.light_item import LightItem, ReachItem
from wsusim.gui.arena.matrix_item import MatrixItem
from wsusim.gui.arena.object_item import Layer, ObjectItem, Z
from wsusim.gui.arena.overlay_items import (
    BandItem,
    CrossItem,
    GhostItem,
    OverlayItem,
    RulerItem,
    SelectionItem,
)
from wsusim.gui.arena.region_items import GoalItem, NoteItem
from wsusim.gui.arena.robot_item import RobotItem
from wsusim.gui.arena.speech_item import SpeechItem
from wsusim.gui.arena.trace_items import DrawingItem, RaysItem, TrailItem
from wsusim.gui.arena.wall_item import WallEdgeItem, WallItem
from wsusim.gui.document import Document
from wsusim.gui.widgets.theme import Theme
from wsusim.model.commands import Draw
from wsusim.model.geometry import Point
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import Arena, Ball, Cap, World

if TYPE_CHECKING:
    from wsusim.engine.explain import RayReport

_ITEM_CLASSES: dict[ObjectKind, tuple[type[ObjectItem[Any]], ...]] = {
    ObjectKind.WALL: (WallItem, WallEdgeItem),
    ObjectKind.LIGHT: (LightItem, ReachItem),
    ObjectKind.CAP: (CapItem,),
    ObjectKind.BALL: (BallItem,),
    ObjectKind.ROBOT: (RobotItem,),
    ObjectKind.GOAL: (GoalItem,),
    ObjectKind.NOTE: (NoteItem,),
}

STEM_PX = 30.0
"""How far the handle for turning stands off on the screen."""


class ArenaScene(QGraphicsScene):
    """Draws a document in millimetres, y up, and follows its changes object by object.

    ``show`` moves robots and things to where a snapshot has them, in place; ``show_start`` brings
    them back. Rays, drawings and speech are fed as plain data per robot id.
    """

    layers_changed = Signal()
    """A layer was switched on or off."""

    def __init__(self, document: Document, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._document = document
        self._theme = theme
        self._items: dict[int, tuple[ObjectItem[Any], ...]] = {}
        self._trails: dict[int, TrailItem] = {}
        self._rays: dict[int, RaysItem] = {}
        self._drawings: dict[int, DrawingItem] = {}
        self._speech: dict[int, SpeechItem] = {}
        self._hidden: set[Layer] = {Layer.MATRIX}
        self._grid_mm = 0.0
        self._arena: Arena | None = None
        self._mm_per_px = 1.0
        self._floor = FloorItem(document.shown.arena, theme)
        self._floor.setZValue(Z.FLOOR)
        self._selection = SelectionItem(theme)
        self._ghosts = GhostItem(theme)
        self.band = BandItem(theme)
        self.ruler = RulerItem(theme)
        self.cross = CrossItem(theme)
        self.cross.setVisible(False)
        self.matrix = MatrixItem(document.shown)
        self.addItem(self._floor)
        self.addItem(self.matrix)
        for overlay in self._overlays():
            self.addItem(overlay)
        self.setBackgroundBrush(QColor(theme.outside))
        document.shown_changed.connect(self._sync)
        document.selection.changed.connect(lambda _ids: self._mark())
        self._sync(document.shown)

    # What a run or a recording shows.

    def show(self, snapshot: Snapshot) -> None:
        """Move robots, caps and balls to where they are at one tick; trails grow."""
        held: dict[int, Cap | Ball] = {}
        for thing in snapshot.objects:
            for item in self._items.get(thing.id, ()):
                assert isinstance(item, DiscItem)
                item.show_snapshot(thing)
                if thing.held_by is not None:
                    held[thing.held_by] = item.thing
        for robot in snapshot.robots:
            for item in self._items.get(robot.id, ()):
                assert isinstance(item, RobotItem)
                item.show_snapshot(robot, held.get(robot.id))
                self._trail(robot.id, item.colour).extend((robot.pose.x_mm, robot.pose.y_mm))
                speech = self._speech.get(robot.id)
                if speech is not None:
                    speech.stand(item.speech_place())
        self.matrix.show_moment(snapshot)
        if self._document.selection.ids:
            self._mark()

    def show_start(self) -> None:
        """Put everything back to where the maze has it, and remove what the run has left."""
        for items in self._items.values():
            for item in items:
                item.set_object(item.thing)
        self.matrix.show_moment(None)
        self.clear_traces()

    def clear_traces(self) -> None:
        """Remove trails, rays, drawings and speech."""
        for trail in self._trails.values():
            trail.clear()
        for rays in self._rays.values():
            rays.set_rays(())
        for drawing in self._drawings.values():
            drawing.set_figures(())
        for speech in self._speech.values():
            speech.set_text("")

    def clear_trails(self) -> None:
        """Remove the trails only (a recording was wound back)."""
        for trail in self._trails.values():
            trail.clear()

    def extend_trail(self, robot_id: int, points_mm: Sequence[Point]) -> None:
        """Lead the trail of a robot through points between two snapshots that are shown."""
        for item in self._items.get(robot_id, ())[:1]:
            assert isinstance(item, RobotItem)
            trail = self._trail(robot_id, item.colour)
            for point_mm in points_mm:
                trail.extend(point_mm)

    def set_rays(self, robot_id: int, rays: Sequence[RayReport]) -> None:
        """Draw the rays of one robot; none removes them."""
        item = self._rays.get(robot_id)
        if item is None:
            item = RaysItem(self._theme.ray, self._theme.ray_hit)
            item.setZValue(Z.RAYS)
            item.setVisible(Layer.RAYS not in self._hidden)
            self._rays[robot_id] = item
            self.addItem(item)
        item.set_rays(rays)

    def set_drawing(self, robot_id: int, figures: Sequence[Draw]) -> None:
        """Draw what one robot's controller has drawn so far."""
        item = self._drawings.get(robot_id)
        if item is None:
            item = DrawingItem()
            item.setZValue(Z.DRAWING)
            item.setVisible(Layer.DRAWINGS not in self._hidden)
            self._drawings[robot_id] = item
            self.addItem(item)
        item.set_figures(figures)

    def say(self, robot_id: int, text: str) -> None:
        """Show what one robot's controller says; an empty text removes the bubble."""
        item = self._speech.get(robot_id)
        if item is None:
            item = SpeechItem(self._theme)
            item.setZValue(Z.OVERLAY)
            self._speech[robot_id] = item
            self.addItem(item)
        item.set_text(text if Layer.SPEECH not in self._hidden else "")
        for robot in self._items.get(robot_id, ()):
            assert isinstance(robot, RobotItem)
            item.stand(robot.speech_place())

    def robot_colour(self, robot_id: int) -> QColor:
        """Return the colour of a robot, as its trail and curves have it."""
        for item in self._items.get(robot_id, ()):
            if isinstance(item, RobotItem):
                return item.colour
        return QColor(self._theme.accent)

    def movables(self) -> tuple[WorldObject, ...]:
        """Return robots, caps and balls, where they are drawn now."""
        world = self._document.shown
        things: tuple[WorldObject, ...] = (*world.robots, *world.caps, *world.balls)
        return tuple(placed(thing, self.place_of(thing.id).toTuple()) for thing in things)

    def movable_at(self, at_mm: Point, slack_mm: float) -> WorldObject | None:
        """Return the robot, cap or ball that is drawn here now, or ``None``."""
        for thing in self.movables():
            if is_hit(thing, at_mm, slack_mm):
                return thing
        return None

    def arena_box(self) -> QRectF:
        """Return the box around the floor."""
        arena = self._document.shown.arena
        return QRectF(0.0, 0.0, arena.width_mm, arena.height_mm)

    def place_of(self, object_id: int) -> QPointF:
        """Return where an object is drawn now (during a run: where the run has it)."""
        items = self._items.get(object_id, ())
        return items[0].pos() if items else QPointF()

    # How it looks.

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Draw everything in other colours."""
        self._theme = theme
        self.setBackgroundBrush(QColor(theme.outside))
        self._floor.set_theme(theme)
        for items in self._items.values():
            for item in items:
                item.set_theme(theme)
        for overlay in self._overlays():
            overlay.set_theme(theme)
        for rays in self._rays.values():
            rays.set_colours(theme.ray, theme.ray_hit)
        for speech in self._speech.values():
            speech.set_theme(theme)

    def set_grid(self, grid_mm: float) -> None:
        """Draw the grid at this distance."""
        self._grid_mm = grid_mm
        self._floor.set_grid(0.0 if Layer.GRID in self._hidden else grid_mm)

    def is_layer_visible(self, layer: Layer) -> bool:
        """Tell whether a layer is switched on."""
        return layer not in self._hidden

    def set_layer_visible(self, layer: Layer, visible: bool) -> None:
        """Switch a layer on or off."""
        (self._hidden.discard if visible else self._hidden.add)(layer)
        self.set_grid(self._grid_mm)
        for items in self._items.values():
            self._apply_layers(items)
        for which, traces in (
            (Layer.TRAILS, self._trails),
            (Layer.RAYS, self._rays),
            (Layer.DRAWINGS, self._drawings),
            (Layer.SPEECH, self._speech),
        ):
            if which is layer:
                for trace in traces.values():
                    trace.setVisible(visible)
        if layer is Layer.MATRIX:
            self.matrix.set_shown(visible)
        self.layers_changed.emit()

    def set_mm_per_px(self, mm_per_px: float) -> None:
        """Follow the zoom of the view."""
        self._mm_per_px = mm_per_px
        for overlay in self._overlays():
            overlay.set_mm_per_px(mm_per_px)
        self._mark()

    def handles(self) -> tuple[Handle, ...]:
        """Return the handles of the selection, where they are drawn."""
        if not self._document.can_edit:
            return ()
        ids = self._document.selection.ids
        return handles_of(self._document.shown, ids, STEM_PX * self._mm_per_px)

    def set_ghosts(self, things: Sequence[WorldObject]) -> None:
        """Draw where these objects were to go but have no room."""
        self._ghosts.set_ghosts(things)

    def _overlays(self) -> tuple[OverlayItem, ...]:
        return (self._selection, self._ghosts, self.band, self.ruler, self.cross)

    def _sync(self, world: World) -> None:
        """Make, change and remove items until they are those of ``world``."""
        self.matrix.set_world(world)
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
        for index, robot in enumerate(world.robots):
            for item in self._items[robot.id]:
                assert isinstance(item, RobotItem)
                item.set_number(index, len(world.robots))
        if world.arena != self._arena:
            self._arena = world.arena
            self._floor.set_arena(world.arena)
            self._fit_scene(world.arena)
        self._mark()

    def _add(self, thing: WorldObject) -> None:
        items = tuple(make(thing, self._theme) for make in _ITEM_CLASSES[kind_of(thing)])
        self._items[thing.id] = items
        self._apply_layers(items)
        for item in items:
            self.addItem(item)

    def _remove(self, object_id: int) -> None:
        for item in self._items.pop(object_id, ()):
            self.removeItem(item)
        for traces in (self._trails, self._rays, self._drawings, self._speech):
            trace = traces.pop(object_id, None)
            if trace is not None:
                self.removeItem(trace)

    def _apply_layers(self, items: tuple[ObjectItem[Any], ...]) -> None:
        for item in items:
            if item.layer is not None:
                item.setVisible(item.layer not in self._hidden)
            if isinstance(item, RobotItem):
                item.set_sensors_visible(Layer.SENSORS not in self._hidden)

    def _trail(self, robot_id: int, colour: QColor) -> TrailItem:
        trail = self._trails.get(robot_id)
        if trail is None:
            trail = TrailItem(colour)
            trail.setZValue(Z.TRAIL)
            trail.setVisible(Layer.TRAILS not in self._hidden)
            self._trails[robot_id] = trail
            self.addItem(trail)
        return trail

    def _mark(self) -> None:
        """Draw selection, handles and crowded bodies anew."""
        world, ids = self._document.shown, self._document.selection.ids
        if not self._document.can_edit:
            moved = tuple(thing for thing in self.movables() if thing.id in ids) if ids else ()
            self._selection.set_selection(moved, (), ())
            return
        crowded = chosen(world, conflicts(world))
        self._selection.set_selection(chosen(world, ids), self.handles(), crowded)

    def _fit_scene(self, arena: Arena) -> None:
        """Leave room around the arena, so that every corner can be brought to the middle."""
        room = max(arena.width_mm, arena.height_mm)
        whole = QRectF(0.0, 0.0, arena.width_mm, arena.height_mm)
        self.setSceneRect(whole.adjusted(-room, -room, room, room))
