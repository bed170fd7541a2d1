"""The window's icons: drawn from short SVG strokes in the colours of the theme, at any size."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from wsusim.gui.widgets.theme import Theme, current_theme

DISABLED = 0.35
"""Opacity of the icon of something that can't be used now (guess)."""

SWATCH_PX = 12

_STROKES = {
    "new": "<path d='M6 3h8l4 4v14H6z M14 3v4h4 M12 11v6 M9 14h6'/>",
    "open": "<path d='M3 19V6h6l2 2h8v3 M3 19l3-8h16l-3 8z'/>",
    "save": "<path d='M4 4h13l3 3v13H4z M8 4v5h7V4 M7 20v-7h10v7'/>",
    "undo": "<path d='M9 6L4 11l5 5 M4 11h10a5 5 0 0 1 0 10h-3'/>",
    "redo": "<path d='M15 6l5 5-5 5 M20 11H10a5 5 0 0 0 0 10h3'/>",
    "cut": "<circle cx='6' cy='18' r='3'/><circle cx='18' cy='18' r='3'/>"
    "<path d='M8 16L17 3 M16 16L7 3'/>",
    "copy": "<path d='M8 8h12v13H8z M16 8V3H4v13h4'/>",
    "paste": "<path d='M6 5H4v16h16V5h-2 M8 3h8v4H8z M8 12h8 M8 16h6'/>",
    "delete": "<path d='M4 6h16 M9 6V3h6v3 M6 6l1 15h10l1-15 M10 10v7 M14 10v7'/>",
    "duplicate": "<path d='M8 8h12v13H8z M16 8V3H4v13h4 M14 11.5v6 M11 14.5h6'/>",
    "select": "<path d='M6 3l13 9-6 1.2L10 20z'/>",
    "pan": "<path d='M12 3v18 M3 12h18 M9 6l3-3 3 3 M9 18l3 3 3-3 M6 9l-3 3 3 3 M18 9l3 3-3 3'/>",
    "ruler": "<path d='M3 16L16 3l5 5L8 21z M7 12l2 2 M10 9l3 3 M13 6l2 2'/>",
    "zoom in": "<circle cx='10.5' cy='10.5' r='7'/><path d='M16 16l5 5 M10.5 7.5v6 M7.5 10.5h6'/>",
    "zoom out": "<circle cx='10.5' cy='10.5' r='7'/><path d='M16 16l5 5 M7.5 10.5h6'/>",
    "fit": "<path d='M3 8V3h5 M16 3h5v5 M21 16v5h-5 M8 21H3v-5 M8 8h8v8H8z'/>",
    "find robot": "<circle cx='12' cy='12' r='5.5'/>"
    "<path d='M12 2v6 M12 16v6 M2 12h6 M16 12h6 M11 10l3 2-3 2'/>",
    "grid": "<path d='M3 3h18v18H3z M9 3v18 M15 3v18 M3 9h18 M3 15h18'/>",
    "snap": "<path d='M5 4v8a7 7 0 0 0 14 0V4h-5v8a2 2 0 0 1-4 0V4z M5 8h5 M14 8h5'/>",
    "rotate left": "<path d='M4 4v5h5 M4.5 9a8.5 8.5 0 1 1-.5 6'/>",
    "rotate right": "<path d='M20 4v5h-5 M19.5 9a8.5 8.5 0 1 0 .5 6'/>",
    "reset": "<path d='M11 5L4 12l7 7z M20 5l-7 7 7 7z'/>",
    "run": "<path d='M7 4l13 8-13 8z' fill='{good}' stroke='{good}'/>",
    "pause": "<path d='M7 4h3v16H7z M14 4h3v16h-3z' fill='{text}'/>",
    "step": "<path d='M5 5l9 7-9 7z M18 5v14'/>",
    "step back": "<path d='M19 5l-9 7 9 7z M6 5v14'/>",
    "step over": "<path d='M3 14a8 8 0 0 1 15-3 M18 5v6h-6'/><circle cx='11' cy='18' r='2.5'/>",
    "step into": "<path d='M12 2v11 M7 8l5 5 5-5'/><circle cx='12' cy='19' r='2.5'/>",
    "step out": "<path d='M12 14V3 M7 8l5-5 5 5'/><circle cx='12' cy='19' r='2.5'/>",
    "step back in time": "<path d='M21 14A8 8 0 0 0 6 11 M6 5v6h6'/>"
    "<circle cx='13' cy='18' r='2.5'/>",
    "breakpoint back": "<path d='M12 5l-7 7 7 7 M5 12h9'/>"
    "<circle cx='18' cy='12' r='4' fill='{bad}' stroke='{bad}'/>",
    "play back": "<path d='M17 4L4 12l13 8z' fill='{good}' stroke='{good}'/>",
    "next mark": "<path d='M3 12h10 M9 8l4 4-4 4 M17 4h4v16h-4z'/>",
    "previous mark": "<path d='M21 12H11 M15 8l-4 4 4 4 M3 4h4v16H3z'/>",
    "to start": "<path d='M20 5l-7 7 7 7z M12 5l-7 7 7 7z M3.5 5v14'/>",
    "record": "<circle cx='12' cy='12' r='7' fill='{bad}' stroke='{bad}'/>",
    "stop": "<path d='M5 5h14v14H5z' fill='{bad}' stroke='{bad}'/>",
    "restart": "<path d='M20 12a8 8 0 1 1-2.6-5.9 M18 2v5h-5 M10 8.5l5.5 3.5-5.5 3.5z'/>",
    "shared": "<circle cx='12' cy='12' r='3' fill='{bad}' stroke='{bad}'/>"
    "<path d='M7 17a7 7 0 0 1 0-10 M17 7a7 7 0 0 1 0 10'/>"
    "<path d='M4 20a11 11 0 0 1 0-16 M20 4a11 11 0 0 1 0 16'/>",
    "present": "<path d='M3 4h18v12H3z M12 16v4 M8 20h8'/>",
    "lock": "<path d='M5 11h14v10H5z M8 11V7a4 4 0 0 1 8 0v4'/>",
    "menu": "<path d='M4 6h16 M4 12h16 M4 18h16'/>",
    "history": "<path d='M4 6h16 M4 12h16 M4 18h10'/>",
    "edit": "<path d='M4 20l1-5L16 4l4 4L9 19z M13 7l4 4'/>",
    "settings": "<path d='M4 7h9 M17 7h3 M4 17h3 M11 17h9'/>"
    "<circle cx='15' cy='7' r='2'/><circle cx='9' cy='17' r='2'/>",
    "align left": "<path d='M4 3v18 M7 6h13v4H7z M7 14h8v4H7z'/>",
    "align centre": "<path d='M12 3v18 M5 6h14v4H5z M8 14h8v4H8z'/>",
    "align right": "<path d='M20 3v18 M4 6h13v4H4z M9 14h8v4H9z'/>",
    "align top": "<path d='M3 4h18 M6 7v13h4V7z M14 7v8h4V7z'/>",
    "align middle": "<path d='M3 12h18 M6 5v14h4V5z M14 8v8h4V8z'/>",
    "align bottom": "<path d='M3 20h18 M6 4v13h4V4z M14 9v8h4V9z'/>",
    "warning": "<path d='M12 3l10 18H2z M12 10v5 M12 17.5v.5'/>",
    "information": "<circle cx='12' cy='12' r='9'/><path d='M12 11v6 M12 7v.5'/>",
    "back": "<path d='M20 12H4 M11 5l-7 7 7 7'/>",
    "forward": "<path d='M4 12h16 M13 5l7 7-7 7'/>",
    "contents": "<path d='M4 6h.5 M8 6h12 M4 12h.5 M8 12h12 M4 18h.5 M8 18h12'/>",
    "help": "<circle cx='12' cy='12' r='9'/><path d='M9.3 9.5a2.7 2.7 0 1 1 4 2.4"
    "c-.9.5-1.3 1-1.3 2 M12 16.8v.3'/>",
    "float": "<path d='M4 8h12v12H4z M8 8V4h12v12h-4'/>",
    "close": "<path d='M6 6l12 12 M18 6L6 18'/>",
    "wall": "<path d='M3 9h18v6H3z' fill='{wall}' stroke='{wall_edge}'/>",
    "light": "<circle cx='12' cy='12' r='4' fill='{light_glow}' stroke='none'/>"
    "<path d='M12 2v3 M12 19v3 M2 12h3 M19 12h3 M5 5l2 2 M17 17l2 2 M5 19l2-2 M17 7l2-2' "
    "stroke='{light_glow}'/>",
    "cap": "<circle cx='12' cy='12' r='8' fill='{cap}' stroke='{cap_edge}'/>"
    "<circle cx='12' cy='12' r='4.5' stroke='{cap_edge}'/>",
    "ball": "<circle cx='12' cy='12' r='7' fill='{ball}' stroke='{ball_edge}'/>",
    "cylinder": "<circle cx='12' cy='12' r='8.5' fill='{block}' stroke='{wall_edge}'/>",
    "box": "<path d='M4 9l13-4 4 10-13 4z' fill='{block}' stroke='{wall_edge}'/>",
    "robot": "<circle cx='12' cy='12' r='9' fill='{robot_body}' stroke='{robot_edge}'/>"
    "<path d='M10 8l5 4-5 4' stroke='#56b4e9'/>",
    "goal": "<path d='M3.5 5h17v14h-17z' stroke='{goal}' stroke-dasharray='3 2'/>"
    "<path d='M10 16V8l5 2.4-5 2.4' stroke='{goal}'/>",
    "picture": "<path d='M3.5 5h17v14h-17z' fill='{note_paper}' stroke='{note_text}'/>"
    "<path d='M6 15c3-8 5 3 7-2s3-4 5-3' stroke='{note_text}' stroke-width='2.4'/>",
    "note": "<path d='M4 5h16v10l-4 4H4z' fill='{note_paper}' stroke='{note_text}'/>"
    "<path d='M7 9h10 M7 13h7' stroke='{note_text}'/>",
}


def icon(name: str) -> QIcon:
    """Return the icon of this name, in the colours of the theme in use."""
    return QIcon(_Engine(name))


def swatch(colour: QColor) -> QPixmap:
    """Return a small square of a colour, which shows to which robot something belongs."""
    square = QPixmap(SWATCH_PX, SWATCH_PX)
    square.fill(colour)
    return square


class _Engine(QIconEngine):
    """Draws an icon in the theme that is in use; checked it has the colour of text on the accent.

    Qt asks for the picture of a button whenever it paints it, so pictures are cached.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def clone(self) -> QIconEngine:
        return _Engine(self._name)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        is_checked = state == QIcon.State.On and mode == QIcon.Mode.Normal
        painter.save()
        painter.setOpacity(DISABLED if mode == QIcon.Mode.Disabled else 1.0)
        _drawing(self._name, current_theme(), is_checked).render(painter, QRectF(rect))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        key = (
            f"wsusim {self._name} {current_theme().name} {size.toTuple()} {mode.name} {state.name}"
        )
        pixmap = QPixmap()
        if not size.isEmpty() and not QPixmapCache.find(key, pixmap):
            pixmap = QPixmap(size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            self.paint(painter, pixmap.rect(), mode, state)
            painter.end()
            QPixmapCache.insert(key, pixmap)
        return pixmap


@lru_cache(maxsize=256)
def _drawing(name: str, theme: Theme, is_checked: bool) -> QSvgRenderer:
    strokes = _STROKES[name].format(**asdict(theme))
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><g fill='none' "
        f"stroke='{theme.accent_text if is_checked else theme.text}' stroke-width='1.7' "
        f"stroke-linecap='round' stroke-linejoin='round'>{strokes}</g></svg>"
    )
    return QSvgRenderer(QByteArray(svg.encode()))
