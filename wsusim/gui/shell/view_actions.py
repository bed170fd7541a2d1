"""The actions of the View menu: zoom, layers, going to the panels, full screen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt

from wsusim.gui.arena.object_item import Layer
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.phrases import translate


def make_view_actions(shell: Shell) -> None:
    """Make the actions; the menus' table says where they go."""
    make, switch, view = shell.action_set.make, shell.action_set.switch, shell.view
    for name, text, run, keys in (
        ("zoom in", translate("View menu", "Zoom &in"), view.zoom_in, "Ctrl++; Ctrl+="),
        ("zoom out", translate("View menu", "Zoom &out"), view.zoom_out, "Ctrl+-"),
        ("fit", translate("View menu", "&Fit the arena"), view.fit, "Ctrl+0"),
        (
            *("find robot", translate("View menu", "Find the &robot")),
            *(partial(_find_robot, shell), "Ctrl+Shift+F"),
        ),
    ):
        make(name, text, run, keys=keys, icon=name)
    preferences = shell.preferences
    snap = switch(
        "snap",
        translate("View menu", "&Snap to grid and wall ends"),
        lambda on: preferences.set(replace(preferences.value, snap=on)),
        is_on=preferences.value.snap,
        keys="Ctrl+Shift+G",
        icon="snap",
    )
    preferences.changed.connect(lambda new: snap.setChecked(new.snap))
    fill = partial(_fill_screen, shell)
    switch("full screen", translate("View menu", "F&ull screen"), fill, keys="Shift+F11")
    _make_layers(shell)
    panels = shell.menus["panels"]
    for name, text, step, key in (
        ("next panel", translate("View menu", "&Next panel"), 1, "F6"),
        ("previous panel", translate("View menu", "&Previous panel"), -1, "Shift+F6"),
    ):
        panels.addAction(make(name, text, partial(shell.panels.focus_next, step), keys=key))
    panels.addSeparator()


def _make_layers(shell: Shell) -> None:
    scene, switch = shell.scene, shell.action_set.switch
    layers = shell.menus.add_submenu("layers", translate("View menu", "&Layers"))
    words = {
        Layer.GRID: translate("View menu", "&Grid"),
        Layer.GOALS: translate("View menu", "G&oal regions"),
        Layer.NOTES: translate("View menu", "&Notes"),
        Layer.LIGHT_REACH: translate("View menu", "&Reach of lights"),
        Layer.SENSORS: translate("View menu", "&Sensors"),
        Layer.RAYS: translate("View menu", "Ra&ys of the sensors"),
        Layer.TRAILS: translate("View menu", "&Trails"),
        Layer.DRAWINGS: translate("View menu", "&Drawings of controllers"),
        Layer.SPEECH: translate("View menu", "S&peech of controllers"),
        Layer.MATRIX: translate("View menu", "Object &matrix"),
    }
    for layer, text in words.items():
        name, show = f"layer {layer.value}", partial(scene.set_layer_visible, layer)
        key, icon = ("Ctrl+G", "grid") if layer is Layer.GRID else ("", "")
        is_on = scene.is_layer_visible(layer)
        layers.addAction(switch(name, text, show, is_on=is_on, keys=key, icon=icon))
    text, show_bar = translate("View menu", "S&cale bar"), shell.view.set_scale_bar_visible
    layers.addAction(switch("layer scale bar", text, show_bar, is_on=True))


def _find_robot(shell: Shell) -> None:
    """Select the robot that the panels show, and bring it to the middle of the view."""
    robots = shell.document.shown.robots
    if robots:
        robot = robots[shell.attention.robot]
        shell.document.selection.select([robot.id])
        shell.view.bring_to_middle(shell.scene.place_of(robot.id).toTuple())
    else:
        shell.tell(translate("View menu", "There is no robot in this maze."))


def _fill_screen(shell: Shell, on: bool) -> None:
    state, full = shell.frame.windowState(), Qt.WindowState.WindowFullScreen
    shell.frame.setWindowState(state | full if on else state & ~full)
