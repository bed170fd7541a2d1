"""The welcome at the first start: three steps, each with a picture and a page to read on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget, QWizard, QWizardPage

from wsusim.gui.widgets.layouts import in_column
from wsusim.tools.manual import Manual

PICTURE_PX = 460
SEEN_FILE = "welcome-seen"


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


class Welcome(QWizard):
    """Shows one step after the other; not modal, so it blocks nothing."""

    page_wanted = Signal(str)
    """Name of a page of the manual."""

    def __init__(self, manual: Manual, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setWizardStyle(QWizard.WizardStyle.ClassicStyle)
        button, option = QWizard.WizardButton, QWizard.WizardOption
        self.setOptions(option.NoBackButtonOnStartPage | option.NoCancelButton)
        self.setOption(option.HaveCustomButton1)
        self.setButtonText(button.CustomButton1, self.tr("Read &more"))
        self.setButtonText(button.BackButton, self.tr("&Back"))
        self.setButtonText(button.NextButton, self.tr("&Next"))
        self.setButtonText(button.FinishButton, self.tr("&Start"))
        steps = (
            (
                self.tr("Let a robot drive"),
                self.tr(
                    "Pick a ready controller in the Controllers panel and press F5. The Sensors "
                    "panel shows what the robot sees. Then load a controller of your own."
                ),
                "window-run.png",
                "tutorial/the-window",
            ),
            (
                self.tr("Build a maze"),
                self.tr(
                    "Drag walls, lamps and caps from the palette into the arena. Ctrl+Z undoes "
                    "anything you did. For a maze to start from, choose File, New from template."
                ),
                "building-wall.png",
                "tutorial/building-a-maze",
            ),
            (
                self.tr("Find out why"),
                self.tr(
                    "If your controller has a mistake in it, wsusim shows you the line and "
                    "suggests a fix. F1 opens the manual at the page for what you are doing."
                ),
                "window-error.png",
                "how-to/write-a-controller",
            ),
        )
        for title, text, picture, _page in steps:
            self.addPage(_step(title, text, manual.folder / "pictures" / picture))
        pages = [page for *_, page in steps]
        self.currentIdChanged.connect(self._count)
        self.customButtonClicked.connect(lambda _b: self.page_wanted.emit(pages[self.currentId()]))

    def _count(self, index: int) -> None:
        words = self.tr("Welcome to wsusim: {step} of {count}")
        self.setWindowTitle(words.format(step=index + 1, count=len(self.pageIds())))


def _step(title: str, text: str, file: Path) -> QWizardPage:
    page, words, picture = QWizardPage(), QLabel(text), QLabel()
    page.setTitle(title)
    words.setWordWrap(True)
    ratio = picture.devicePixelRatioF()
    pixmap = QPixmap(str(file)).scaledToWidth(
        round(PICTURE_PX * ratio), Qt.TransformationMode.SmoothTransformation
    )
    pixmap.setDevicePixelRatio(ratio)
    picture.setPixmap(pixmap)
    picture.setAccessibleName(title)
    page.setLayout(in_column(words, picture, None, spacing=10, margins=(8, 0, 8, 0)))
    return page
