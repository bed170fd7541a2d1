"""Colours of the window, light and dark; the arena has the colours of all pictures."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QProxyStyle, QWidget

from wsusim.gui.widgets.wheel_guard import WheelGuard
from wsusim.model import colours
from wsusim.scene import palette
from wsusim.scene.palette import Palette


@dataclass(frozen=True, slots=True)
class Theme(Palette):
    """Every colour the window uses, as ``#rrggbb`` or ``#aarrggbb``; by itself the light ones.

    Those of the arena are the palette's, as in all pictures of one.
    """

    name: str = "light"
    is_dark: bool = False
    # Widgets
    window: str = "#f3f4f6"
    panel: str = "#fbfbfc"
    field: str = "#ffffff"
    raised: str = "#ffffff"
    text: str = "#1f2430"
    dim_text: str = "#667085"
    line: str = "#d5d9e0"
    accent: str = "#0b6fb8"
    accent_text: str = "#ffffff"
    good: str = "#00805c"
    warning: str = "#b45f06"
    bad: str = "#c2410c"
    shadow: str = "#30000000"
    ray: str = "#600072b2"
    ray_hit: str = colours.VERMILION


LIGHT = Theme()

DARK = Theme(
    **asdict(palette.DARK),
    name="dark",
    is_dark=True,
    window="#1e2229",
    panel="#23272f",
    field="#191c22",
    raised="#2c313b",
    text="#e6e9ef",
    dim_text="#98a2b3",
    line="#3a404c",
    accent="#4aa8e8",
    accent_text="#0c141c",
    good="#34c79a",
    warning="#f0a840",
    bad="#ff7a59",
    shadow="#60000000",
    ray="#7056b4e9",
    ray_hit="#ff9466",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

_IN_USE = "wsusim theme"
"""Property of the application: the name of the theme that its widgets have."""


_USUAL_TEXT = "wsusim usual text size"
"""Property of the application: the desktop's text size in points."""


class GuardedStyle(QProxyStyle):
    """Qt's style Fusion; labels show plain text, and the wheel changes nothing by accident.

    A label that is to show HTML has to say so (``setTextFormat``). By itself Qt treats a text as
    HTML if it looks like that, so that the name of a file, a maze or a class could draw into the
    window, and load pictures from anywhere.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__("Fusion")
        self._wheel = WheelGuard(application)

    def polish(self, dressed: Any) -> Any:
        """Prepare a new widget, in any panel or dialog; Qt calls this before it is shown.

        It calls it again whenever widgets are styled again.
        """
        if isinstance(dressed, QLabel):
            if dressed.textFormat() == Qt.TextFormat.AutoText:
                dressed.setTextFormat(Qt.TextFormat.PlainText)
        elif isinstance(dressed, QWidget):
            self._wheel.guard(dressed)
        return super().polish(dressed)


def current_theme() -> Theme:
    """Return the colours in use.

    Painting code asks each time, as Qt repaints all widgets after a change.
    """
    application = QCoreApplication.instance()
    return THEMES.get("" if application is None else application.property(_IN_USE), LIGHT)


def theme_named(name: str) -> Theme:
    """Return the theme of this name; ``system`` asks the desktop."""
    if name in THEMES:
        return THEMES[name]
    scheme = QGuiApplication.styleHints().colorScheme()
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def robot_colour(index: int, own: str = "") -> QColor:
    """Return the colour of the robot at this place of the world's list, or its own."""
    return QColor(colours.robot_colour(index, own))


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give all widgets the colours of a theme, unless they have them already (it takes 0.1 s).

    What the palette can't express follows with ``dress``.
    """
    if application.property(_IN_USE) == theme.name:
        return
    if application.property(_IN_USE) is None:
        application.setStyle(GuardedStyle(application))
    application.setProperty(_IN_USE, theme.name)  # before, so that all paint in it
    made = _qt_palette(theme)
    application.setPalette(made)
    framed = QPalette(made)
    framed.setColor(QPalette.ColorRole.Window, QColor(theme.dim_text))  # frames are darker ones
    application.setPalette(framed, "QCheckBox")  # type: ignore[arg-type]
    for views in ("QTableView", "QTreeView"):
        # Else the boxes of their rows can't be seen in the dark.
        application.setPalette(framed if theme.is_dark else made, views)  # type: ignore[arg-type]
    if application.styleSheet():
        dress(application)


def undress(application: QApplication) -> None:
    """Take the style sheet away until ``dress``, while a window is put together.

    With one, Qt looks for the rules of a widget and all its parts again, whenever it gets a parent.
    """
    if application.styleSheet():
        application.setStyleSheet("")


def dress(application: QApplication) -> None:
    """Give all widgets the style sheet of the theme in use.

    By way of none: from one to another takes Qt two and a half times as long.
    """
    undress(application)
    application.setStyleSheet(_style_sheet(current_theme()))


def set_text_size(application: QApplication, percent: int) -> None:
    """Give all text a percentage of the desktop's size, unless it has that size already."""
    usual_pt = application.property(_USUAL_TEXT)
    if usual_pt is None:
        usual_pt = application.font().pointSizeF()
        application.setProperty(_USUAL_TEXT, usual_pt)
    font = application.font()
    size_pt = usual_pt * percent / 100.0
    if font.pointSizeF() == size_pt:
        return
    font.setPointSizeF(size_pt)
    application.setFont(font)
    # Widgets that a style sheet has dressed keep their font until they are dressed again.
    if application.styleSheet():
        dress(application)


def fixed_width_style() -> str:
    """Return the style of text in columns, as large as the person wants all text."""
    family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return f"font-family: '{family}'"


def _qt_palette(theme: Theme) -> QPalette:
    made = QPalette()
    role = QPalette.ColorRole
    shades = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.field,
        role.AlternateBase: theme.panel,
        role.Text: theme.text,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.dim_text,
        role.BrightText: theme.bad,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.accent_text,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Light: theme.raised,
        role.Midlight: theme.line,
        role.Mid: theme.line,
        role.Dark: theme.line,
        role.Shadow: theme.line,
    }
    for which, colour in shades.items():
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.dim_text))
    made.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(theme.line))
    return made


def _style_sheet(theme: Theme) -> str:
    """Return what the palette can't express: margins, corners, subtle lines, a visible focus.

    Qt's own icons on the buttons of dialogs are black in all themes, so these have none.
    """
    return f"""
    QToolTip {{ color: {theme.text}; background: {theme.raised};
        border: 1px solid {theme.line}; padding: 4px 6px; }}
    QDockWidget, QToolBar, QTabBar, QMainWindow > QWidget {{ widget-animation-duration: 0; }}
    QMainWindow::separator {{ background: {theme.line}; width: 1px; height: 1px; }}
    QMainWindow::separator:hover {{ background: {theme.accent}; }}
    QMenuBar {{ background: {theme.window}; padding: 2px 4px; }}
    QMenuBar::item {{ padding: 4px 9px; border-radius: 4px; background: transparent; }}
    QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {theme.line}; }}
    QMenu {{ background: {theme.raised}; border: 1px solid {theme.line}; padding: 4px; }}
    QMenu::item {{ padding: 5px 26px 5px 10px; border-radius: 4px; }}
    QMenu::icon {{ padding-left: 6px; }}
    QMenu::item:selected {{ background: {theme.accent}; color: {theme.accent_text}; }}
    QMenu::item:disabled {{ color: {theme.dim_text}; background: transparent; }}
    QMenu::separator {{ height: 1px; background: {theme.line}; margin: 4px 8px; }}
    QToolBar {{ background: {theme.window}; border: none; border-bottom: 1px solid {theme.line};
        padding: 3px 6px; spacing: 2px; }}
    QToolBar::separator {{ background: {theme.line}; width: 1px; margin: 5px 6px; }}
    QToolButton {{ border: 1px solid transparent; border-radius: 5px; padding: 4px; }}
    QToolButton:hover {{ background: {theme.line}; }}
    QToolButton:checked {{ background: {theme.accent}; color: {theme.accent_text}; }}
    QToolButton:focus {{ border-color: {theme.accent}; }}
    QStatusBar {{ background: {theme.window}; border-top: 1px solid {theme.line}; }}
    QStatusBar::item {{ border: none; }}
    QDockWidget {{ color: {theme.text}; }}
    MessageBar {{ background: {theme.raised}; border: none; border-left: 4px solid {theme.accent};
        border-bottom: 1px solid {theme.line}; }}
    MessageBar[weight="warning"] {{ border-left-color: {theme.warning}; }}
    MessageBar[weight="none"] {{ background: {theme.window}; border-left-color: {theme.window}; }}
    PanelTitle {{ background: {theme.window}; border-bottom: 1px solid {theme.line}; }}
    QGraphicsView {{ border: none; }}
    QListView {{ border: none; background: {theme.panel}; outline: none; }}
    QListView::item {{ border-radius: 5px; padding: 3px; color: {theme.text}; }}
    QListView::item:disabled {{ color: {theme.dim_text}; }}
    QListView::item:hover {{ background: {theme.line}; }}
    QListView::item:selected {{ background: {theme.accent}; color: {theme.accent_text}; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QPushButton[role="link"] {{ text-align: left; color: {theme.accent}; border: none;
        padding: 1px 0; }}
    QPushButton[role="link"]:hover, QPushButton[role="link"]:focus {{
        text-decoration: underline; }}
    Card {{ background: {theme.raised}; border: 1px solid {theme.line}; border-radius: 6px; }}
    Card:hover {{ border-color: {theme.accent}; }}
    QToolButton#shared {{ background: {theme.warning}; color: {theme.window}; font-weight: 600;
        padding: 1px 8px; margin: 2px 6px; }}
    QLabel[role="dim"] {{ color: {theme.dim_text}; }}
    QLabel[role="heading"] {{ font-weight: 600; }}
    """
