"""The model in the controllers panel: a box for beginners, a button for everyone else."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QCheckBox, QPushButton, QToolButton

from wsusim.editor.robot_model.choice import Source
from wsusim.gui.features.model.model_settings import ModelSettings
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.layouts import named

NAME_CHARS = 22
GEAR_PX = 14


class ModelRow(QObject):
    """Widgets that show which model the next run uses; the panel places them.

    ``ideal`` and ``gear`` are always visible; for a model that the box can't express, the gear is
    marked and ``named`` is visible.
    """

    def __init__(
        self, settings: ModelSettings, parent: QObject, show: Callable[[], object]
    ) -> None:
        """``show`` opens the settings."""
        super().__init__(parent)
        self._settings = settings
        self.ideal = QCheckBox(self.tr("No &noise"))
        self.set_real(is_real=False)
        self.ideal.toggled.connect(settings.set_ideal)
        self.gear = named(QToolButton(), self.tr("Robot model"))
        self.gear.setIconSize(QSize(GEAR_PX, GEAR_PX))
        self.gear.setCheckable(True)
        self.gear.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.named = QPushButton()
        self.named.setToolTip(self.tr("Show or change the robot model for the next run"))
        for button in (self.gear, self.named):
            button.clicked.connect(show)
            button.clicked.connect(self.refresh)  # a click has turned its mark over
        self.gear.setIcon(icon("settings"))
        settings.changed.connect(self.refresh)
        self.refresh()

    def set_real(self, *, is_real: bool) -> None:
        """Return whether the next run drives a real robot, which has the noise that it has."""
        self.ideal.setEnabled(not is_real)
        self.ideal.setToolTip(
            self.tr("A real robot brings its own noise; only a simulated one can do without.")
            if is_real
            else self.tr("No noise: all sensors and all motors are identical")
        )

    def refresh(self) -> None:
        """Show the choice."""
        choice = self._settings.choice
        is_ideal = choice.source is Source.IDEAL and choice.robot_id is None
        self.ideal.blockSignals(True)
        self.ideal.setChecked(is_ideal)
        self.ideal.blockSignals(False)
        words = self.tr("Robot model: {name}").format(name=self._words())
        self.named.setText(words)
        is_special = not is_ideal and choice.source is not Source.MAZE
        self.named.setVisible(is_special)
        self.gear.setChecked(is_special)
        self.gear.setToolTip(words)

    def _words(self) -> str:
        """Return the name of the model in use."""
        source = self._settings.choice.source
        if source is Source.OWN:
            return self._settings.short_title(NAME_CHARS)
        return {
            Source.MAZE: self.tr("as set in the maze"),
            Source.REALISTIC: self.tr("realistic"),
            Source.IDEAL: self.tr("ideal"),
        }[source]
