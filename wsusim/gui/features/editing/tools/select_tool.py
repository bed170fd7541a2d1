"""The arrow: select, move, rotate and resize by mouse and keys; drag things during a run."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from wsusim.editor import changes
from wsusim.editor.drags import MoveDrag, PullDrag, TurnDrag
from wsusim.editor.handles import Handle, HandleKind
from wsusim.editor.hitting import neighbour, object_at
from wsusim.editor.objects import WorldObject, all_objects, centre_mm
from wsusim.gui.arena.tool import Pointer
from wsusim.gui.document import Mode
from wsusim.gui.features.editing.tools.edit_tool import EditTool
from wsusim.gui.features.editing.tools.gestures import (
    BandGesture,
    EditGesture,
    Gesture,
    RunDragGesture,
)
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.model.geometry import Point

HANDLE_REACH_PX = 9.0
OBJECT_SLACK_PX = 4.0
DRAG_BEGINS_PX = 4.0
"""A press that moves less than this is a click."""

_CURSORS = {
    HandleKind.ROTATE: Qt.CursorShape.PointingHandCursor,
    HandleKind.WALL_END: Qt.CursorShape.SizeAllCursor,
    HandleKind.GOAL_CORNER: Qt.CursorShape.SizeAllCursor,
    HandleKind.PICTURE_CORNER: Qt.CursorShape.SizeAllCursor,
}


class SelectTool(EditTool):
    """Decides at the press which drag it is; ``request_drag`` carries drags during a run."""

    takes_double_clicks = True

    def __init__(
        self, workbench: Workbench, request_drag: Callable[[int, float, float], None]
    ) -> None:
        super().__init__(workbench)
        self._request_drag = request_drag
        self._gesture: Gesture | None = None
        self._pressed_at: Pointer | None = None
        self._has_moved = False
        self._key_run = 0
        self.cursor = Qt.CursorShape.ArrowCursor

    def put_away(self) -> None:
        """Leave a drag that is in progress."""
        self._cancel()

    def press(self, pointer: Pointer) -> None:
        """Select what is under the pointer and get ready to drag it."""
        self._pressed_at = pointer
        self._has_moved = False
        if self._workbench.document.mode is Mode.EDIT:
            self._gesture = self._begin(pointer)
        else:
            self._gesture = self._begin_in_run(pointer)

    def move(self, pointer: Pointer) -> None:
        """Drag, or show by the cursor what a press would do."""
        if self._gesture is None or self._pressed_at is None:
            self.cursor = self._cursor_at(pointer)
            return
        if math.dist(pointer.at_px, self._pressed_at.at_px) >= DRAG_BEGINS_PX:
            self._has_moved = True
        if self._has_moved:
            self._gesture.move(pointer)

    def release(self, pointer: Pointer) -> None:
        """End the drag."""
        gesture, self._gesture = self._gesture, None
        if gesture is None:
            return
        if self._has_moved:
            gesture.finish(pointer)
        else:
            gesture.cancel()
            if isinstance(gesture, EditGesture) and gesture.clicked is not None:
                self._workbench.document.selection.select([gesture.clicked])

    def key(self, event: QKeyEvent) -> bool:
        """Move by the arrows, resize by Shift and arrows, let go by Escape; Ctrl+Tab adds."""
        selection = self._workbench.document.selection
        if event.key() == Qt.Key.Key_Escape:
            if self._gesture is not None:
                self._cancel()
            else:
                selection.clear()
            return True
        if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            following = self._neighbour(forward=event.key() == Qt.Key.Key_Tab)
            selection.add(() if following is None else (following,))
            return True
        step_mm = self.arrow_step_mm(event)
        if step_mm is None or not selection.ids:
            return False
        if self._workbench.document.mode is Mode.RUN:
            self._move_in_run(event, step_mm)
            return True
        resizes = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        verb, do = ("resize", changes.stretch) if resizes else ("move", changes.move)
        change = do(self._workbench.document.world, selection.ids, *step_mm)
        self._workbench.commit(verb, change, merge_key=("keys", self._key_run))
        return True

    def key_released(self, event: QKeyEvent) -> None:
        """Let the next arrow key be an edit of its own."""
        self._key_run += 1

    def tab(self, forward: bool) -> bool:
        """Select the next object; after the last one the keyboard leaves the arena."""
        following = self._neighbour(forward=forward)
        self._workbench.document.selection.select(() if following is None else (following,))
        return following is not None

    def _neighbour(self, *, forward: bool) -> int | None:
        """Return the next object that can be moved now."""
        document = self._workbench.document
        things = (
            all_objects(document.world) if document.can_edit else self._workbench.scene.movables()
        )
        return neighbour(things, document.selection.ids, 1 if forward else -1)

    def _move_in_run(self, event: QKeyEvent, step_mm: Point) -> None:
        """Ask the run to move what is selected, with Shift five times as far."""
        times = 5.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
        for thing in self._workbench.scene.movables():
            if thing.id in self._workbench.document.selection.ids:
                x_mm, y_mm = centre_mm(thing)
                self._request_drag(thing.id, x_mm + times * step_mm[0], y_mm + times * step_mm[1])

    def _begin(self, pointer: Pointer) -> Gesture | None:
        workbench, selection = self._workbench, self._workbench.document.selection
        modifiers = pointer.modifiers
        handle = self._handle_at(pointer)
        if handle is not None:
            world, ids = workbench.document.world, selection.ids
            if handle.kind is HandleKind.ROTATE:
                return EditGesture(workbench, TurnDrag(world, ids, handle.at_mm))
            return EditGesture(workbench, PullDrag(world, ids, handle))
        thing = self._thing_at(pointer)
        if modifiers & Qt.KeyboardModifier.ShiftModifier or thing is None:
            either = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
            adds = bool(modifiers & either)
            if thing is not None:
                selection.add([thing.id])
            elif not adds:
                selection.clear()
            return BandGesture(workbench, pointer, adds=adds)
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            selection.toggle(thing.id)
            return None
        if thing.id not in selection.ids:
            selection.select([thing.id])
        drag = MoveDrag(workbench.document.world, selection.ids, thing, pointer.at_mm)
        return EditGesture(workbench, drag, clicked=thing.id)

    def _begin_in_run(self, pointer: Pointer) -> Gesture | None:
        """Grab what a run can move; the maze itself is fixed meanwhile."""
        thing = self._thing_at(pointer)
        self._workbench.document.selection.select(() if thing is None else (thing.id,))
        if thing is not None and self._workbench.document.mode is Mode.RUN:
            return RunDragGesture(self._request_drag, thing.id)
        return None

    def _handle_at(self, pointer: Pointer) -> Handle | None:
        reach_mm = HANDLE_REACH_PX * self._workbench.mm_per_px
        near = [
            (math.dist(handle.at_mm, pointer.at_mm), index, handle)
            for index, handle in enumerate(self._workbench.scene.handles())
        ]
        distance_mm, _, handle = min(near, default=(math.inf, 0, None))
        return handle if distance_mm <= reach_mm else None

    def _cursor_at(self, pointer: Pointer) -> Qt.CursorShape:
        handle = self._handle_at(pointer)
        if handle is not None:
            return _CURSORS[handle.kind]
        is_free = self._thing_at(pointer) is None
        return Qt.CursorShape.ArrowCursor if is_free else Qt.CursorShape.SizeAllCursor

    def _thing_at(self, pointer: Pointer) -> WorldObject | None:
        """Return what can be moved here now: anything of the maze, or what a run can move."""
        workbench = self._workbench
        slack_mm = OBJECT_SLACK_PX * workbench.mm_per_px
        if workbench.document.can_edit:
            return object_at(workbench.document.world, pointer.at_mm, slack_mm)
        return workbench.scene.movable_at(pointer.at_mm, slack_mm)

    def _cancel(self) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.cancel()
