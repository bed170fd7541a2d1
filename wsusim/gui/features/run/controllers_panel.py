"""The controllers panel: a row for each robot, and ways to get more controllers."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from wsusim.control.class_finder import FoundFile, look_into, summary_of
from wsusim.gui.document import Document
from wsusim.gui.features.run.controller_book import Choice, ControllerBook
from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.shell.run_setup import RunSetup
from wsusim.gui.shell.simple import Simple
from wsusim.gui.widgets.icons import swatch
from wsusim.gui.widgets.layouts import (
    ScrollPanel,
    action_button,
    held,
    icon_button,
    in_column,
    in_row,
    named,
    words,
)
from wsusim.gui.widgets.phrases import robot_label, robot_name
from wsusim.gui.widgets.property_boxes import MiddleElidedBox, NumberBox
from wsusim.gui.widgets.theme import robot_colour
from wsusim.model.world import World
from wsusim.programs.new_controller import ready_controllers

ICON_SIZE = QSize(18, 18)
ROW_SPACING_PX = 2
SEED_MAX = 999_999
CHOICE_CHARS = 12
"""Of a controller's name can be seen at least; the list that opens is as wide as all names."""


class ControllersPanel(ScrollPanel):
    """Shows and changes the controller of each robot, and the seed of the next run."""

    class_wanted = Signal(int, object)
    """The id of a robot, and a ``FoundFile`` with several controllers, one of which must be
    chosen."""

    def __init__(
        self,
        book: ControllerBook,
        document: Document,
        actions: ActionSet,
        setup: RunSetup,
        simple: Simple,
    ) -> None:
        super().__init__(keeps_width=True)
        self._book = book
        self._document = document
        self._setup = setup
        self._simple = simple
        self._boxes: list[QComboBox] = []
        self._robots: tuple[int, ...] = ()
        self._looks: tuple[tuple[str, str], ...] = ()
        self._rows = QFormLayout()
        self._rows.setVerticalSpacing(ROW_SPACING_PX)
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._hint = words("dim")
        self._hint_file: Path | None = None
        self._recent = QMenu(self)
        book.recent.fill(self._recent, book.load)
        self.seed = named(NumberBox(0, SEED_MAX, 1, 0, ""), self.tr("Seed"))
        self.seed.show_value(1)
        self.real = words("dim")
        self.real.setText(self.tr("A real robot has no seed, and brings its own noise."))
        self._arrange(actions)
        self._follow_robot()
        book.changed.connect(self.refresh)
        setup.robot_changed.connect(self._follow_robot)
        self.refresh()

    def box(self, number: int) -> QComboBox:
        """Return the choice for the robot with this number."""
        return self._boxes[number]

    @property
    def current(self) -> Choice | None:
        """The controller of the selected robot, or of the first robot that has one."""
        ids = self._document.selection.ids
        order = sorted(self._robots, key=lambda robot_id: robot_id not in ids)
        choices = [self._book.choice_of(robot_id) for robot_id in order]
        return next((choice for choice in choices if choice is not None), None)

    @property
    def hint(self) -> str:
        """The text below the rows."""
        return self._hint.text()

    def show_hint(self, text: str, file: Path | None = None) -> None:
        """Say something about a controller's file below the rows, while it drives a robot."""
        self._hint_file = file
        self._hint.setText(text)
        self._hint.setVisible(bool(text))

    def refresh(self) -> None:
        """Show files, classes and choices as they are now."""
        world = self._document.world
        robots = tuple(robot.id for robot in world.robots)
        # With all that a row tells of its robot: its colour, and its name where that is its own.
        looks = tuple((robot.colour, robot.kind) for robot in world.robots)
        if robots != self._robots or looks != self._looks or not self._boxes:
            self._robots, self._looks = robots, looks
            self._build_rows()
        loaded = {found.path for found in self._book.files}
        names = {path.name for path in loaded}
        ready = [
            (path, summary_of(path))
            for path in ready_controllers()
            # To resolve all of them takes a millisecond.
            if path.name not in names or path.resolve() not in loaded
        ]
        for robot_id, box in zip(robots, self._boxes, strict=True):
            self._fill_box(box, self._book.choice_of(robot_id), ready)
        if self._hint_file is not None and not self._book.drives(self._hint_file):
            self.show_hint("")

    def _arrange(self, actions: ActionSet) -> None:
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        names = ("load controller", "new controller", "edit controller")
        buttons = [action_button(actions[name], style) for name in names]
        for button in buttons:
            button.setIconSize(ICON_SIZE)
        load = buttons[0]
        load.setMenu(self._recent)
        load.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        load.setAccessibleName(self.tr("Load a controller"))
        seed_label = QLabel(self.tr("See&d"))
        seed_label.setBuddy(self.seed)
        self.seed.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        setup = self._setup
        above, beside, below = held(setup.above), held(setup.beside_seed), held(setup.below)
        for layout in (setup.above, setup.beside_seed, setup.below):
            layout.setContentsMargins(0, 0, 0, 0)
        self._simple.hide(above, beside, below)
        parts = (
            *(in_row(*buttons, None), above, self._rows, self._hint),
            *(in_row(seed_label, self.seed, beside, None), self.real, below, None),
        )
        self.hold(held(in_column(*parts, spacing=4, margins=(8, 4, 8, 4))))
        self.show_hint("")

    def _build_rows(self) -> None:
        while self._rows.rowCount():
            self._rows.removeRow(0)
        self._boxes = []
        for number, robot_id in enumerate(self._robots):
            box = MiddleElidedBox()
            box.setAccessibleName(self.tr("Controller of {robot}").format(robot=robot_name(number)))
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(CHOICE_CHARS)
            box.activated.connect(partial(self._choose, robot_id, box))
            row = in_row(box, grows=box)
            if number == 0 and len(self._robots) > 1:
                tip = self.tr("Same for all: give every robot the first robot's controller")
                self.all = icon_button("duplicate", tip, self._give_to_all)
                row.addWidget(self.all)
            self._rows.addRow(_robot_label(self._document.world, number), held(row))
            self._boxes.append(box)

    def _fill_box(
        self, box: QComboBox, chosen: Choice | None, ready: list[tuple[Path, str]]
    ) -> None:
        """Offer the loaded controllers, and those that come with the program, with their tips."""
        box.clear()
        box.addItem(self.tr("none"), None)
        for found in self._book.files:
            for choice in self._book.choices_in(found):
                box.addItem(self._marked(choice, found), choice)
                tip = next((c.summary for c in found.classes if c.name == choice.class_name), "")
                box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        if ready:
            box.insertSeparator(box.count())
        for path, summary in ready:
            box.addItem(self.tr("Ready: {name}").format(name=path.stem), path)
            box.setItemData(box.count() - 1, summary, Qt.ItemDataRole.ToolTipRole)
        index = next((i for i in range(box.count()) if box.itemData(i) == chosen), -1)
        if index < 0 and chosen is not None:
            # Its class can't be seen while the file has an error.
            found_now = next((f for f in self._book.files if f.path == chosen.path), None)
            index = 1
            box.insertItem(index, self._marked(chosen, found_now), chosen)
        box.setCurrentIndex(index)
        names = box.view()
        bar_px = names.verticalScrollBar().sizeHint().width()
        names.setMinimumWidth(names.sizeHintForColumn(0) + bar_px)
        tip = f"{box.currentText()}\n{chosen.path}" if chosen else ""
        box.setToolTip(tip or self.tr("This robot has no controller"))

    def _marked(self, choice: Choice, found: FoundFile | None) -> str:
        """Return a controller's name, after a mark if something is wrong with its file."""
        if not choice.path.exists():
            return self.tr("Gone: {name}").format(name=choice.label)
        if found is not None and found.problem is not None:
            return self.tr("Error: {name}").format(name=choice.label)
        return choice.label

    def _choose(self, robot_id: int, box: QComboBox, index: int) -> None:
        data = box.itemData(index)
        if isinstance(data, Path):
            found = look_into(data)
            choices = self._book.choices_in(found)
            if len(choices) > 1:
                self.refresh()
                self.class_wanted.emit(robot_id, found)
                return
            data = choices[0]
        self._book.assign(robot_id, data)

    def _follow_robot(self) -> None:
        """Hide seed and noise for a real robot, which has no choice of them."""
        is_real = self._setup.robot is not None
        self.seed.setEnabled(not is_real)
        self.seed.setToolTip(
            self.real.text()
            if is_real
            else self.tr("Sets all the random numbers: the same seed gives the same run")
        )
        self.real.setVisible(is_real)

    def _give_to_all(self) -> None:
        if self._robots:
            self._book.assign_to_all(self._book.choice_of(self._robots[0]))


def _robot_label(world: World, number: int) -> QWidget:
    """Return a robot's colour, as in its body and trail, and its name."""
    picture = QLabel(pixmap=swatch(robot_colour(number, world.robots[number].colour)))
    label = held(in_row(picture, QLabel(robot_name(number)), spacing=5))
    label.setToolTip(robot_label(world, number))
    return label
