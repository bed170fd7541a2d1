"""The settings: grid, theme, text size, autosave, editor. Choices take effect at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QWidget

from wsusim.gui.shell.preferences import EDITOR_MAX, Preferences, PreferenceStore
from wsusim.gui.widgets.layouts import form, in_column
from wsusim.gui.widgets.property_boxes import ChoiceBox, LineBox, NumberBox


class SettingsDialog(QDialog):
    """Shows the preferences; not modal, so it never blocks a run."""

    def __init__(self, store: PreferenceStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.setObjectName("settings")
        self.setWindowTitle(self.tr("Settings"))
        grid = NumberBox(1.0, 500.0, 1.0, 1, "mm")
        self._snap = QCheckBox(self.tr("Snap to grid and wall ends (hold Alt to place freely)"))
        self._simple = QCheckBox(
            self.tr("Simple: &hide the robot's model, real robots and the lab")
        )
        self._locked = QCheckBox(self.tr("&Lock mazes, so that nothing in them can be moved"))
        theme = ChoiceBox(
            {
                "system": self.tr("Same as the desktop"),
                "light": self.tr("Light"),
                "dark": self.tr("Dark"),
            }
        )
        text = NumberBox(75, 250, 5.0, 0, "%")
        autosave = NumberBox(0, 3600, 5.0, 0, "s")
        autosave.setToolTip(self.tr("0 turns autosave off"))
        editor = LineBox()
        editor.setMaxLength(EDITOR_MAX)
        editor.setPlaceholderText(self.tr("the one in this window"))
        editor.setToolTip(
            self.tr("The command of another text editor, for example: code -g {file}:{line}")
        )
        button = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(button.Close | button.RestoreDefaults)
        buttons.rejected.connect(self.close)
        restore = buttons.button(button.RestoreDefaults)
        for one in buttons.buttons():
            # Enter ends an entry; Qt would press the first button of the row along with it.
            one.setAutoDefault(False)  # type: ignore[attr-defined]
        restore.clicked.connect(lambda _checked=False: store.set(Preferences()))
        rows = form(
            (self.tr("&Grid"), grid),
            ("", self._snap),
            (self.tr("&Theme"), theme),
            (self.tr("Te&xt size"), text),
            (self.tr("&Autosave every"), autosave),
            (self.tr("Text &editor"), editor),
            (self.tr("For lessons"), self._simple),
            ("", self._locked),
        )
        self.setLayout(in_column(rows, buttons, spacing=6, margins=(11, 11, 11, 11)))
        self._boxes: dict[str, NumberBox | ChoiceBox | LineBox] = {
            "grid_mm": grid,
            "theme": theme,
            "text_percent": text,
            "autosave_s": autosave,
            "editor": editor,
        }
        for name, box in self._boxes.items():
            box.entered.connect(partial(self._set, name))
        self._switches = {"snap": self._snap, "simple": self._simple, "locked": self._locked}
        for name, switch in self._switches.items():
            switch.toggled.connect(partial(self._set, name))
        store.changed.connect(self._show)
        self._show(store.value)

    def _set(self, name: str, value: Any) -> None:
        changed: Any = {name: value.strip() if isinstance(value, str) else value}
        self._store.set(replace(self._store.value, **changed))

    def _show(self, preferences: Preferences) -> None:
        for name, switch in self._switches.items():
            switch.setChecked(getattr(preferences, name))
        for name, box in self._boxes.items():
            box.show_value(getattr(preferences, name))
