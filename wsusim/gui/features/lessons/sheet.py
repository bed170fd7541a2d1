"""A lesson's text, or the teacher's notes, as a printed sheet: a PDF of A4 pages."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMarginsF, QUrl
from PySide6.QtGui import (
    QFont,
    QImage,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

DPI = 150
MARGIN_MM = 20.0
"""What Qt leaves round a document that it prints."""
HEADING_SPACE_PX = 12
TEXT_POINTS = 10
MM_PER_INCH = 25.4
A4_WIDTH_MM = 210.0
PICTURE_MOST_PX = round((A4_WIDTH_MM - 2 * MARGIN_MM) / MM_PER_INCH * 72)
"""Width of the text, in the document's own units of 1/72 inch."""


class _Sheet(QTextDocument):
    """Markdown with its pictures, none wider than the text."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self.setDefaultFont(QFont("Sans Serif", TEXT_POINTS))

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802 - Qt's name
        """Read a picture of the lesson."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            image = QImage(str(self._folder / QUrl(name).toString()))
            if image.width() > PICTURE_MOST_PX:
                ratio = image.width() / PICTURE_MOST_PX
                image.setDevicePixelRatio(ratio)
            return image
        return super().loadResource(kind, name)


def write_sheet(markdown: str, notes: str, title: str, folder: Path, file: Path) -> None:
    """Write a text with its pictures, which lie in a folder, as a PDF.

    ``notes`` are the teacher's. They begin on a page of their own, so that the pages before can be
    given to students; without any, there is no such page.
    """
    sheet = _Sheet(folder)
    sheet.setMarkdown(markdown)
    if notes.strip():
        _add_on_new_page(sheet, notes)
    _space_headings(sheet)
    writer = QPdfWriter(str(file))
    writer.setTitle(title)
    writer.setResolution(DPI)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            QMarginsF(),  # the document has its own
            QPageLayout.Unit.Millimeter,
        )
    )
    sheet.print_(writer)


def _add_on_new_page(sheet: QTextDocument, markdown: str) -> None:
    cursor = QTextCursor(sheet)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
    start = cursor.position()
    cursor.insertMarkdown(markdown)
    first = sheet.findBlock(start)
    while first.next().isValid() and not first.text():  # the empty one that was begun
        first = first.next()
    begins = QTextBlockFormat()
    begins.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    QTextCursor(first).mergeBlockFormat(begins)


def _space_headings(sheet: QTextDocument) -> None:
    """Let a heading stand apart from what is above it."""
    spaced = QTextBlockFormat()
    spaced.setTopMargin(HEADING_SPACE_PX)
    block = sheet.begin()
    while block.isValid():
        if block.blockFormat().headingLevel():
            QTextCursor(block).mergeBlockFormat(spaced)
        block = block.next()
