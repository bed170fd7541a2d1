"""The settings: grid, theme, text size, autosave, editor. Choices take effect at once."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from wsusim.gui.shell.preferences import EDITOR_MAX, Preferences, PreferenceStore
from wsusim.gui.widgets.boxes import ChoiceBox, LineBox, NumberBox


class SettingsDialog(QDialog):
    """Shows the preferences; not modal, so it never blocks a run."""

    def __init__(self, store: PreferenceStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.setWindowTitle(self.tr("Settings"))
        self._grid = NumberBox(1.0, 500.0, 1.0, 1, "mm")
        self._snap = QCheckBox(self.tr("Snap to grid and wall ends (hold Alt to place freely)"))
        self._theme = ChoiceBox(
            {
                "system": self.tr("Same as the desktop"),
                "light": self.tr("Light"),
                "dark": self.tr("Dark"),
            }
        )
        self._text = NumberBox(75, 250, 5.0, 0, "%")
        self._autosave = NumberBox(0, 3600, 5.0, 0, "s")
        self._autosave.setToolTip(self.tr("0 turns autosave off"))
        self._editor = LineBox()
        self._editor.setMaxLength(EDITOR_MAX)
        self._editor.setPlaceholderText(self.tr("found automatically; IDLE if there is no other"))
        self._editor.setToolTip(
            self.tr("The command of your text editor, for example: code -g {file}:{line}")
        )
        self._arrange()
        self._grid.entered.connect(lambda mm: self._set(grid_mm=mm))
        self._snap.toggled.connect(lambda on: self._set(snap=on))
        self._theme.chosen.connect(lambda name: self._set(theme=name))
        self._text.entered.connect(lambda percent: self._set(text_percent=round(percent)))
        self._autosave.entered.connect(lambda s: self._set(autosave_s=round(s)))
        self._editor.entered.connect(lambda command: self._set(editor=command.strip()))
        store.changed.connect(self._show)
        self._show(store.value)

    def _arrange(self) -> None:
        form = QFormLayout()
        for label, editor in (
            (self.tr("&Grid"), self._grid),
            ("", self._snap),
            (self.tr("&Theme"), self._theme),
            (self.tr("Te&xt size"), self._text),
            (self.tr("&Autosave every"), self._autosave),
            (self.tr("Text &editor"), self._editor),
        ):
            if label:
                editor.setAccessibleName(label.replace("&", ""))
            form.addRow(label, editor)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        buttons.rejected.connect(self.close)
        restore = buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        restore.clicked.connect(lambda _checked=False: self._store.set(Preferences()))
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(buttons)

    def _set(self, **changed: object) -> None:
        value: Preferences = replace(self._store.value, **changed)  # type: ignore[arg-type]
        self._store.set(value)

    def _show(self, preferences: Preferences) -> None:
        self._grid.show_value(preferences.grid_mm)
        self._snap.setChecked(preferences.snap)
        self._theme.show_value(preferences.theme)
        self._text.show_value(preferences.text_percent)
        self._autosave.show_value(preferences.autosave_s)
        self._editor.show_value(preferences.editor)
