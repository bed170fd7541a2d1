"""The feature that edits mazes: palette, tools, properties, and the actions of the Edit menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup

from wsusim.editor.objects import PLACEABLE, ObjectKind
from wsusim.gui.arena.tool import Tool
from wsusim.gui.features.editing.edit_menu import EditMenu
from wsusim.gui.features.editing.palette import SHORTCUTS, Palette
from wsusim.gui.features.editing.picture_side import PictureSide
from wsusim.gui.features.editing.properties import PropertiesPanel
from wsusim.gui.features.editing.tools.edit_tool import HandTool
from wsusim.gui.features.editing.tools.keyed_tool import KeyedTool, RulerTool
from wsusim.gui.features.editing.tools.place_tool import PlaceTool
from wsusim.gui.features.editing.tools.select_tool import SelectTool
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.shell.inspector import Topic
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.phrases import kind_name, title


class Editing(Side):
    """Make it once, before the other features: its panels are the first on their sides."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.workbench = Workbench(shell)
        self.palette = Palette()
        self.properties = PropertiesPanel(self.workbench)
        self._tools = self._make_tools()
        self._make_actions()
        PictureSide(shell, self.workbench)
        EditMenu(shell, self.workbench)
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        shell.panels.add("palette", self.tr("Palette"), self.palette, left)
        dock = shell.panels.add("inspector", self.tr("Inspector"), shell.inspector, right)
        shell.inspector.titled.connect(dock.setWindowTitle)
        shell.document.selection.changed.connect(
            lambda ids: shell.panels.peek("inspector", bool(ids))
        )
        shell.inspector.add_page(Topic.MAZE, self.properties, self.properties.heading)
        self.palette.picked.connect(lambda kind, by_key: self.pick(kind, by_key=by_key))
        shell.view.edit_requested.connect(self._edit_selection)
        shell.view.tool_changed.connect(self._mark_tool)
        shell.document.loaded.connect(partial(self.take_tool, "select"))
        shell.document.editable_changed.connect(lambda _can: self._follow_mode())
        self.take_tool("select")
        self._follow_mode()  # the maze may be locked from the last session

    def take_tool(self, name: str) -> None:
        """Switch to ``select``, ``pan``, ``ruler`` or ``place <kind>``."""
        self._shell.view.set_tool(self._tools[name])

    def pick(self, kind: ObjectKind, *, by_key: bool) -> None:
        """Get ready to place an object: with the mouse, or with a cross moved by the arrow keys."""
        if not self.workbench.may_edit():
            return
        view = self._shell.view
        self.take_tool(f"place {kind.value}")
        view.setFocus(Qt.FocusReason.OtherFocusReason)
        if by_key and isinstance(view.tool, KeyedTool):
            view.tool.begin_at(view.centre_mm())

    def focus_properties(self) -> None:
        """Bring the keyboard to the properties panel."""
        self._shell.panels.bring("inspector")
        self._shell.inspector.show_topic(Topic.MAZE)
        self.properties.form.focus_first()

    def _make_tools(self) -> dict[str, Tool]:
        bench, back = self.workbench, partial(self.take_tool, "select")
        tools: dict[str, Tool] = {
            "select": SelectTool(bench, self._shell.view.object_drag_requested.emit),
            "pan": HandTool(bench),
            "ruler": RulerTool(bench, back),
        }
        for kind in PLACEABLE:
            tools[f"place {kind.value}"] = PlaceTool(bench, kind, back)
        return tools

    def _make_actions(self) -> None:
        make, view = self._shell.action_set.make, self._shell.view
        text, run = self.tr("Edit propert&ies"), self.focus_properties
        make("properties", text, run, keys="F2", only_in=view)
        for kind in PLACEABLE:
            text, run = title(kind_name(kind)), partial(self.pick, kind, by_key=True)
            name, key = f"insert {kind.value}", SHORTCUTS[kind]
            make(name, text, run, keys=key, icon=kind.value, only_in=view)
        group = QActionGroup(self)
        # No tool of the bar is marked while an object is being placed.
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for name, text, key in (
            ("select", self.tr("Select and move"), "V"),
            ("pan", self.tr("Pan (or hold Space)"), "H"),
            ("ruler", self.tr("Ruler"), "M"),
        ):
            take = partial(self.take_tool, name)
            action = make(f"tool {name}", text, take, keys=key, icon=name, only_in=view)
            action.setCheckable(True)
            group.addAction(action)

    def _edit_selection(self) -> None:
        """Show the properties; in a run a double click has other meanings."""
        if self._shell.document.can_edit:
            self.focus_properties()

    def _follow_mode(self) -> None:
        can_edit = self._shell.document.can_edit
        self.palette.setEnabled(can_edit)
        if not can_edit:
            self.take_tool("select")

    def _mark_tool(self, tool: Tool) -> None:
        for name in ("select", "pan", "ruler"):
            self._shell.action_set[f"tool {name}"].setChecked(tool is self._tools[name])
        self.palette.show_tool(tool.kind if isinstance(tool, PlaceTool) else None)
