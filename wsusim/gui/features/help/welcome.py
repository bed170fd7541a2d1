"""The welcome at the first start: three steps, each with a picture and a page to read on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wsusim.gui.widgets.phrases import translate
from wsusim.tools.manual import Manual

PICTURE_PX = 460
SEEN_FILE = "welcome-seen"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to know."""

    title: str
    text: str
    picture: str
    """File of the manual's pictures."""
    page: str
    """Page of the manual that tells more."""


def steps() -> tuple[Step, ...]:
    """Return the three steps, in the language of the window."""
    return (
        Step(
            translate("Welcome", "Let a robot drive"),
            translate(
                "Welcome",
                "Pick a ready controller in the Controllers panel and press F5. The Sensors panel "
                "shows what the robot sees. Then load a controller of your own.",
            ),
            "window-run.png",
            "tutorial/the-window",
        ),
        Step(
            translate("Welcome", "Build a maze"),
            translate(
                "Welcome",
                "Drag walls, lamps and caps from the palette into the arena. Ctrl+Z undoes "
                "anything you did. For a maze to start from, choose File, New from template.",
            ),
            "building-wall.png",
            "tutorial/building-a-maze",
        ),
        Step(
            translate("Welcome", "Find out why"),
            translate(
                "Welcome",
                "If your controller has a mistake in it, wsusim shows you the line and suggests a "
                "fix. F1 opens the manual at the page for what you are doing.",
            ),
            "window-error.png",
            "how-to/write-a-controller",
        ),
    )


def was_seen(folder: Path) -> bool:
    """Return whether the welcome was shown before; ``folder`` keeps the settings."""
    return (folder / SEEN_FILE).exists()


def remember_seen(folder: Path) -> None:
    """Keep that the welcome was shown.

    Raises:
        OSError: The folder can't be written to; the welcome will come again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SEEN_FILE).touch()


class Welcome(QDialog):
    """Shows one step after the other; not modal, so it blocks nothing."""

    page_wanted = Signal(str)
    """Name of a page of the manual."""

    def __init__(self, manual: Manual, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setWindowTitle(self.tr("Welcome to wsusim"))
        self._steps = steps()
        self._pages = QStackedWidget()
        for step in self._steps:
            self._pages.addWidget(_page(step, manual.folder / "pictures"))
        self._place = QLabel()
        self._place.setProperty("role", "dim")
        self._more = QPushButton(self.tr("Read &more"))
        self._back = QPushButton(self.tr("&Back"))
        self._next = QPushButton()
        self._next.setDefault(True)
        self._more.setAutoDefault(False)
        self._back.setAutoDefault(False)
        self._more.clicked.connect(
            lambda: self.page_wanted.emit(self._steps[self._pages.currentIndex()].page)
        )
        self._back.clicked.connect(lambda: self._go(self._pages.currentIndex() - 1))
        self._next.clicked.connect(lambda: self._go(self._pages.currentIndex() + 1))
        buttons = QHBoxLayout()
        buttons.addWidget(self._place)
        buttons.addStretch()
        for button in (self._more, self._back, self._next):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(12)
        layout.addWidget(self._pages, 1)
        layout.addLayout(buttons)
        self._go(0)

    @property
    def step(self) -> int:
        """The step that is shown, counted from 0."""
        return self._pages.currentIndex()

    def _go(self, index: int) -> None:
        count = len(self._steps)
        if index == count:
            self.accept()
            return
        self._pages.setCurrentIndex(index)
        self._back.setEnabled(index > 0)
        self._next.setText(self.tr("&Next") if index < count - 1 else self.tr("&Start"))
        self._place.setText(
            self.tr("{step} of {count}").format(step=index + 1, count=count),
        )
        self.setAccessibleDescription(f"{self._steps[index].title}. {self._steps[index].text}")


def _page(step: Step, pictures: Path) -> QWidget:
    title = QLabel(step.title)
    font = title.font()
    font.setPointSizeF(1.5 * font.pointSizeF())
    font.setBold(True)
    title.setFont(font)
    words = QLabel(step.text)
    words.setWordWrap(True)
    picture = QLabel()
    picture.setAccessibleName(step.title)
    ratio = picture.devicePixelRatioF()
    pixmap = QPixmap(str(pictures / step.picture)).scaledToWidth(
        round(PICTURE_PX * ratio), Qt.TransformationMode.SmoothTransformation
    )
    pixmap.setDevicePixelRatio(ratio)
    picture.setPixmap(pixmap)
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(10)
    layout.addWidget(title)
    layout.addWidget(words)
    layout.addWidget(picture)
    layout.addStretch()
    return page
