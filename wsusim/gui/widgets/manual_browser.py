"""Shows a page of the manual, with its pictures and links, in the colours of the theme."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QDesktopServices,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from wsusim.gui.widgets.theme import current_theme
from wsusim.manual import anchor_of

MARGIN_PX = 18
LINE_HEIGHT_PERCENT = 125.0
SPACE_PX = 9.0
PICTURE_MARK = "\ufffc"
"""Stands in the text of a document for a picture."""

Kind = QTextDocument.ResourceType


class ManualBrowser(QTextBrowser):
    """A browser for local Markdown; emits ``file_wanted`` for links to other files."""

    file_wanted = Signal(object)
    """A ``Path``: a controller or a maze of the examples."""

    def __init__(self) -> None:
        super().__init__()
        self._picture_px = 0
        self.fitting = QTimer(self, singleShot=True, interval=0)
        self.fitting.timeout.connect(self.show_again)
        """Runs until the pictures fit a new width."""
        self._here = QUrl()
        """The page that is shown; ``source`` lags behind while ``sourceChanged`` is told."""
        self.setOpenLinks(False)
        self.document().setDocumentMargin(MARGIN_PX)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.anchorClicked.connect(self.follow)
        self.sourceChanged.connect(self._finish_page)

    @property
    def path(self) -> Path:
        """The file that is shown."""
        return Path(self._here.toLocalFile())

    def open_page(self, path: Path, anchor: str = "") -> None:
        """Show a page from a heading on."""
        url = QUrl.fromLocalFile(str(path))
        if anchor:
            url.setFragment(anchor)
        self.setSource(url, Kind.MarkdownResource)

    def follow(self, link: QUrl) -> None:
        """Go where a link leads: a page, a file for the window, or the system's browser."""
        url = self._here.resolved(link)
        if not url.isLocalFile():
            QDesktopServices.openUrl(url)
            return
        path = Path(url.toLocalFile())
        if path.suffix == ".md" or path.is_dir():
            self.setSource(url, Kind.MarkdownResource)
        else:
            self.file_wanted.emit(path.resolve())

    def mark(self, words: list[str]) -> None:
        """Show where some words are on the page."""
        colour = QTextCharFormat()
        colour.setBackground(QColor(current_theme().light_glow))
        colour.setForeground(QColor("#1f2430"))
        marks = []
        for word in words:
            cursor = self.document().find(word)
            while not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = cursor, colour
                marks.append(mark)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(marks)

    def show_again(self) -> None:
        """Show the page again, in other colours or with pictures of another width."""
        if self._here.isEmpty():
            return
        bar = self.verticalScrollBar()
        share = bar.value() / max(1, bar.maximum())
        self.reload()
        bar.setValue(round(share * bar.maximum()))

    # What Qt calls.

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: N802 - Qt's names
        """Read a picture no wider than the page; a folder is the list of its pages."""
        url = self.document().baseUrl().resolved(QUrl(name))
        path = Path(url.toLocalFile())
        if type == Kind.ImageResource.value:
            return self._picture(path)
        if path.is_dir():
            return QByteArray(_listing(path).encode())
        return super().loadResource(type, url)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fit the pictures again."""
        super().resizeEvent(event)
        if self._picture_px and abs(self._room_px() - self._picture_px) > MARGIN_PX:
            # Not at once: a page that is just being read gets a scroll bar, and to read it again
            # within that leaves texts as large as headings.
            self.fitting.start()

    # Inside

    def _room_px(self) -> int:
        return max(100, self.viewport().width() - 2 * MARGIN_PX)

    def _picture(self, path: Path) -> QImage:
        image = QImage(str(path))
        ratio = self.devicePixelRatioF()
        self._picture_px = self._room_px()
        wide = round(self._picture_px * ratio)
        if image.width() > wide:
            image = image.scaledToWidth(wide, Qt.TransformationMode.SmoothTransformation)
            image.setDevicePixelRatio(ratio)
        return image

    def _finish_page(self, url: QUrl) -> None:
        """Style a page that was just loaded, and name its headings."""
        self._here = url
        self.setExtraSelections([])
        self._dress()
        if url.hasFragment():
            self.scrollToAnchor(url.fragment())

    def _dress(self) -> None:
        document = self.document()
        document.setDocumentMargin(MARGIN_PX)
        whole = QTextCursor(document)
        whole.beginEditBlock()  # one layout at the end instead of one for each change
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)
        block = document.begin()
        while block.isValid():
            self._dress_block(block)
            block = block.next()
        whole.endEditBlock()

    def _dress_block(self, block: QTextBlock) -> None:
        cursor = QTextCursor(block)
        usual, looks = block.blockFormat(), QTextBlockFormat()
        level = usual.headingLevel()
        if level:
            name = QTextCharFormat()
            name.setAnchor(True)
            name.setAnchorNames([anchor_of(block.text())])
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, _KEEP)
            cursor.mergeCharFormat(name)
            looks.setTopMargin(SPACE_PX * (3 - min(level, 2)) if block.position() else 0.0)
            looks.setBottomMargin(SPACE_PX)
        elif _is_code(block):
            looks.setBackground(
                QColor(current_theme().raised if current_theme().is_dark else "#eceef2")
            )
            looks.setTextIndent(SPACE_PX)  # a block is a line here
            looks.setTopMargin(0.0 if _is_code(block.previous()) else SPACE_PX)
            looks.setBottomMargin(0.0 if _is_code(block.next()) else SPACE_PX)
        elif cursor.currentTable() is None:
            if PICTURE_MARK not in block.text():
                looks.setLineHeight(
                    LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
                )
            looks.setBottomMargin(SPACE_PX / 2 if block.textList() else SPACE_PX)
        cursor.mergeBlockFormat(looks)

    def _dress_table(self, table: QTextTable) -> None:
        looks = table.format()
        looks.setBorderCollapse(True)
        looks.setBorder(1.0)
        looks.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        looks.setBorderBrush(QBrush(QColor(current_theme().line)))
        looks.setCellPadding(5.0)
        looks.setTopMargin(SPACE_PX)
        looks.setBottomMargin(SPACE_PX)
        table.setFormat(looks)
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            head = cell.format()
            head.setBackground(QColor(current_theme().window))
            cell.setFormat(head)


_KEEP = QTextCursor.MoveMode.KeepAnchor


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and (
        block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence.value)
        or block.blockFormat().nonBreakableLines()
    )


def _listing(folder: Path) -> str:
    """Return a page with links to the pages of a folder."""
    lines = [f"# {folder.name.replace('-', ' ').capitalize()}", ""]
    for page in sorted(folder.glob("*.md")):
        first = page.read_text(encoding="utf-8").partition("\n")[0]
        lines.append(f"- [{first.lstrip('# ')}]({page.name})")
    return "\n".join(lines)
