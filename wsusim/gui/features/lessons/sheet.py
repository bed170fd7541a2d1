"""A lesson's text, or the teacher's notes, as a printed sheet: a PDF of A4 pages."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMarginsF, QUrl
from PySide6.QtGui import QFont, QImage, QPageLayout, QPageSize, QPdfWriter, QTextDocument

DPI = 150
MARGIN_MM = 18.0
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


def write_sheet(markdown: str, title: str, folder: Path, file: Path) -> None:
    """Write a text with its pictures, which lie in a folder, as a PDF."""
    writer = QPdfWriter(str(file))
    writer.setTitle(title)
    writer.setResolution(DPI)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM),
            QPageLayout.Unit.Millimeter,
        )
    )
    sheet = _Sheet(folder)
    sheet.setMarkdown(markdown)
    sheet.print_(writer)
