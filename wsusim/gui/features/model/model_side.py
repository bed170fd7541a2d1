"""The model settings in the main window: menu, controllers panel, files, and the runs' tuning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings

from wsusim.editor.robot_model.choice import Source, tuned
from wsusim.gui.features.model.model_head import ModelHead
from wsusim.gui.features.model.model_row import ModelRow
from wsusim.gui.features.model.model_window import ModelWindow
from wsusim.gui.features.model.profile_files import SUFFIX, ProfileFiles, is_profile
from wsusim.gui.features.model.settings import ModelSettings
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.openers import Opener
from wsusim.robots import robot_kind
from wsusim.runs.live_request import LiveRequest

if TYPE_CHECKING:
    from wsusim.gui.features.run.run_side import RunSide
    from wsusim.gui.shell.message_bar import Answer
    from wsusim.gui.shell.window import MainWindow


class ModelSide(QObject):
    """Everything about the model of runs; made by the ``RunSide``."""

    def __init__(self, window: MainWindow, run_side: RunSide, folder: Path) -> None:
        """``folder`` keeps the window's place, recent profiles and unsaved settings."""
        super().__init__(run_side)
        self._window = window
        self._run_side = run_side
        self._kept = QSettings(str(folder / "model.ini"), QSettings.Format.IniFormat)
        self._model_window: ModelWindow | None = None
        self._tuned: tuple[object, ...] | None = None
        self._in_run: tuple[object, ...] | None = None
        self.settings = ModelSettings(window.document, self)
        self.files = ProfileFiles(self.settings, folder, self)
        self.files.take_up()
        self.row = ModelRow(self.settings, window.theme, self)
        self._add_row()
        self._make_action()
        self._connect()

    @property
    def model_window(self) -> ModelWindow:
        """The window of the settings; made when it is first wanted."""
        if self._model_window is None:
            window = self._window
            head = ModelHead(self.settings, self.files, window.document, window.theme)
            made = ModelWindow(self.settings, head, window.theme, self._kept, window)
            made.restart_wanted.connect(lambda: self._run_side.start())
            made.files_dropped.connect(window.openers.open_all)
            if "help" in window.action_set.names():
                made.addAction(window.action_set["help"])
            self._model_window = made
            self._show_effect()
        return self._model_window

    def show_window(self) -> None:
        """Bring the settings to the front."""
        window = self.model_window
        window.show()
        window.raise_()
        window.activateWindow()

    def tune(self, request: LiveRequest) -> LiveRequest:
        """Return the request of a run with the chosen model.

        A real robot is as it is; a person's own model tells the size of its pulses, by which its
        place is reckoned.
        Raises ``MazeError`` when robots of another kind have no room.
        """
        if request.robot is not None:
            choice = self.settings.choice
            if choice.source is Source.OWN:
                return replace(request, pulse_mm=choice.profile.pulse_mm)
            return request
        changed = tuned(request, self.settings.choice)
        self._tuned = self.settings.choice.effect
        return changed

    # Inside

    def _add_row(self) -> None:
        setup = self._window.setup
        setup.beside_seed.addWidget(self.row.ideal)
        setup.beside_seed.addWidget(self.row.gear)
        setup.below.addWidget(self.row.named)
        setup.add_part(self.tune)

    def _make_action(self) -> None:
        window = self._window
        window.action_set.make(
            "model settings", self.tr("Robot &model..."), self.show_window, keys=("Ctrl+Shift+M",)
        )
        self.row.wanted.connect(self.show_window)

    def _connect(self) -> None:
        window, bridge = self._window, self._run_side.bridge
        window.openers.register(
            Opener(self.tr("Robot profiles"), (SUFFIX,), self.files.open, is_profile)
        )
        window.closing.connect(self._close)
        window.theme_changed.connect(self._follow_theme)
        self.files.opened.connect(self._tell_opened)
        self.files.saved.connect(self._tell_saved)
        self.files.failed.connect(self._tell_failure)
        self.settings.changed.connect(self._show_effect)
        bridge.begun.connect(lambda _run: self._follow_begin())
        bridge.state_changed.connect(lambda _state: self._show_effect())

    def _follow_begin(self) -> None:
        """Know the model of the run; one that was begun elsewhere (a recording's) has its own."""
        self._in_run, self._tuned = self._tuned, None
        self._show_effect()

    @property
    def can_restart(self) -> bool:
        """Whether a run goes on that has another model than the next one."""
        return (
            self._run_side.bridge.is_lively
            and self._in_run is not None
            and self._in_run != self.settings.choice.effect
        )

    def _show_effect(self) -> None:
        if self._model_window is None:
            return
        text = self.tr("Takes effect at the next run.")
        if self.can_restart:
            text = self.tr("The run that goes on has the model from before.")
        elif self._run_side.bridge.is_lively and self._in_run is not None:
            text = self.tr("The run that goes on has this model.")
        kinds = {robot.kind for robot in self.settings.robots}
        kind = self.settings.shown.kind
        if self.settings.choice.source is Source.OWN and kinds - {kind}:
            others = self.tr("The maze's robots become a {kind} in the run.")
            text = f"{text} {others.format(kind=robot_kind(kind).title)}"
        self._model_window.show_effect(text, can_restart=self.can_restart)

    def _tell_opened(self, path: Path) -> None:
        text = self.tr("Runs use the profile {file} from now on.").format(file=path.name)
        answers: tuple[Answer, ...] = ((self.tr("Show it"), self.show_window),)
        if self.can_restart:
            answers = (*answers, (self.tr("Restart now"), lambda: self._run_side.start()))
        if self._model_window is not None and self._model_window.isVisible():
            self._window.status.showMessage(text, 6000)
        else:
            self._window.messages.show_message(text, Weight.NOTE, answers)

    def _tell_saved(self, path: Path) -> None:
        text = self.tr("Saved. On the command line: run CONTROLLER --profile {file}")
        self._window.status.showMessage(text.format(file=path.name), 10_000)

    def _tell_failure(self, text: str) -> None:
        """Say it where the person looks: in the settings when they are open."""
        if self._model_window is not None and self._model_window.isVisible():
            self._model_window.messages.show_message(text, Weight.WARNING)
        else:
            self._window.messages.show_message(text, Weight.WARNING)

    def _follow_theme(self, _theme: object) -> None:
        self.row.set_theme(self._window.theme)
        if self._model_window is not None:
            self._model_window.set_theme(self._window.theme)

    def _close(self) -> None:
        self.files.keep_draft()
        if self._model_window is not None:
            self._model_window.remember()
            self._model_window.close()
            self._model_window.curves.close()
