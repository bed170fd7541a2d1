"""The model settings in the main window: menu, controllers panel, files, and the runs' tuning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings

from wsusim.editor.robot_model.choice import Source, tuned
from wsusim.gui.features.model.model_head import ModelHead
from wsusim.gui.features.model.model_row import ModelRow
from wsusim.gui.features.model.model_settings import ModelSettings
from wsusim.gui.features.model.model_window import ModelWindow
from wsusim.gui.features.model.profile_files import SUFFIX, ProfileFiles, is_profile
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.layouts import bring_to_front
from wsusim.robots import robot_kind
from wsusim.runs.request import RunRequest


class ModelSide(Side):
    """Everything about the model of runs."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._kept = QSettings(str(shell.folder / "model.ini"), QSettings.Format.IniFormat)
        self._model_window: ModelWindow | None = None
        self._tuned: tuple[object, ...] | None = None
        self._in_run: tuple[object, ...] | None = None
        self.settings = ModelSettings(shell.document, self)
        self.files = ProfileFiles(self.settings, shell.folder, self)
        self.files.take_up()
        self.row = ModelRow(self.settings, self, self.show_window)
        shell.setup.beside_seed.addWidget(self.row.ideal)
        shell.setup.beside_seed.addWidget(self.row.gear)
        shell.setup.below.addWidget(self.row.named)
        shell.setup.add_part(self.tune)
        shell.setup.robot_changed.connect(self._follow_robot)
        make, text = shell.action_set.make, self.tr("Robot &model...")
        action = make("model settings", text, self.show_window, keys="Ctrl+Shift+M")
        shell.simple.hide(action)
        opener = Opener(self.tr("Robot profiles"), (SUFFIX,), self.files.open, is_profile)
        shell.openers.register(opener)
        self._connect()

    def _follow_robot(self) -> None:
        self.row.set_real(is_real=self._shell.setup.robot is not None)

    @property
    def model_window(self) -> ModelWindow:
        """The window of the settings; made when it is first needed."""
        if self._model_window is None:
            shell = self._shell
            head = ModelHead(self.settings, self.files, shell.document)
            made = ModelWindow(self.settings, head, self._kept, shell.frame)
            made.restart.clicked.connect(self._restart)
            made.files_dropped.connect(shell.openers.open_all)
            if "help" in shell.action_set.names():
                made.addAction(shell.action_set["help"])
            self._model_window = made
            self._show_effect()
        return self._model_window

    def show_window(self) -> None:
        """Bring the settings to the front."""
        bring_to_front(self.model_window)

    def tune(self, request: RunRequest) -> RunRequest:
        """Return the request of a run with the chosen model.

        A real robot is as it is; a person's own model gives the size of its pulses, from which its
        place is computed. Raises ``MazeError`` if robots of another kind have no room.
        """
        if self._shell.simple.is_on:
            return request  # what can't be seen has no effect, either
        if request.real_robot is not None:
            choice = self.settings.choice
            if choice.source is Source.OWN:
                return replace(request, pulse_mm=choice.profile.pulse_mm)
            return request
        changed = tuned(request, self.settings.choice)
        self._tuned = self.settings.choice.effect
        return changed

    @property
    def can_restart(self) -> bool:
        """Whether the current run has another model than the next one."""
        return (
            self._shell.watched.is_lively
            and self._in_run is not None
            and self._in_run != self.settings.choice.effect
        )

    # Inside

    def _connect(self) -> None:
        shell = self._shell
        shell.closing.connect(self._close)
        shell.theme_changed.connect(self._follow_theme)
        self.files.opened.connect(self._tell_opened)
        self.files.saved.connect(self._tell_saved)
        self.files.failed.connect(self._tell_failure)
        self.settings.changed.connect(self._show_effect)
        shell.watched.begun.connect(lambda _subject: self._follow_begin())
        shell.watched.state_changed.connect(lambda _state: self._show_effect())

    def _restart(self) -> None:
        self._shell.action_set["restart"].trigger()

    def _follow_begin(self) -> None:
        """Note the model of the run; one begun elsewhere (from a recording) has its own."""
        self._in_run, self._tuned = self._tuned, None
        self._show_effect()

    def _show_effect(self) -> None:
        if self._model_window is None:
            return
        text = self.tr("Takes effect on the next run.")
        if self.can_restart:
            text = self.tr("The current run still uses the previous model.")
        elif self._shell.watched.is_lively and self._in_run is not None:
            text = self.tr("The current run uses this model.")
        kinds = {robot.kind for robot in self.settings.robots}
        kind = self.settings.shown.kind
        if self.settings.choice.source is Source.OWN and kinds - {kind}:
            others = self.tr("In the run, the maze's robots become a {kind}.")
            text = f"{text} {others.format(kind=robot_kind(kind).title)}"
        self._model_window.show_effect(text, can_restart=self.can_restart)

    @property
    def _is_open(self) -> bool:
        return self._model_window is not None and self._model_window.isVisible()

    def _tell_opened(self, path: Path) -> None:
        text = self.tr("From now on, runs use the profile {file}.").format(file=path.name)
        answers: list[Answer] = []
        if not self._is_open:
            answers.append((self.tr("Show it"), self.show_window))
            if self.can_restart:
                answers.append((self.tr("Restart now"), self._restart))
        self._shell.tell(text, Weight.NOTE, answers)

    def _tell_saved(self, path: Path) -> None:
        text = self.tr(
            "Saved to {file}. Runs here use it; drop the file on the window to use it again."
        )
        self._shell.tell(text.format(file=path.name))

    def _tell_failure(self, text: str) -> None:
        """Show a failure where the person looks: in the settings if they are open."""
        if self._is_open:
            self.model_window.messages.show_message(text, Weight.WARNING)
        else:
            self._shell.tell(text, Weight.WARNING)

    def _follow_theme(self, _theme: object) -> None:
        if self._model_window is not None:
            self._model_window.repaint_plot()

    def _close(self) -> None:
        self.files.keep_draft()
        if self._model_window is not None:
            self._model_window.remember()
            self._model_window.close()
