"""Every word of the window can be translated: seen by a language in which all words have marks."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QGroupBox,
    QLabel,
    QMenu,
    QTabBar,
    QTabWidget,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from wsusim.gui.app import make_window
from wsusim.gui.shell.main_window import MainWindow
from wsusim.robots import ROBOT_KINDS

SOURCES = Path(__file__).resolve().parents[3] / "wsusim" / "gui"
TOOLS = Path(sys.executable).parent

OPEN, CLOSE = "⟦", "⟧"

NOT_WORDS = re.compile(r"[\W\d_]*(?:(?:mm|s|x|px|ms|Hz|NaN)[\W\d_]*)*")
"""Numbers, units and signs are the same in all languages."""

NAMES = re.compile(
    r"(?:wsusim|Khepera(?: II?)?|e-puck|Thymio II"
    r"|Tab|Esc|Ctrl|Alt|Shift|Del|Space|Return|Enter|Backspace|Home|End|F\d+)"
)


@pytest.fixture(scope="module")
def marked_language(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a compiled translation in which every text stands between marks."""
    folder = tmp_path_factory.mktemp("language")
    source, compiled = folder / "wsusim_xx.ts", folder / "wsusim_xx.qm"
    files = sorted(str(path) for path in SOURCES.rglob("*.py"))
    _tool("pyside6-lupdate", *files, "-ts", str(source))
    tree = ET.parse(source)
    for message in tree.iter("message"):
        translation = message.find("translation")
        assert translation is not None
        translation.text = f"{OPEN}{message.findtext('source')}{CLOSE}"
        translation.attrib.pop("type", None)
    tree.write(source, encoding="utf-8", xml_declaration=True)
    _tool("pyside6-lrelease", str(source), "-qm", str(compiled))
    return compiled


def _tool(name: str, *arguments: str) -> None:
    subprocess.run([TOOLS / name, *arguments], check=True, capture_output=True)


@pytest.fixture
def translated(qtbot: QtBot, tmp_path: Path, marked_language: Path) -> Iterator[MainWindow]:
    """Return the program's window in the language of marks."""
    application = QApplication.instance()
    assert application is not None
    translator = QTranslator()
    assert translator.load(str(marked_language))
    application.installTranslator(translator)
    try:
        window = make_window(tmp_path)
        qtbot.addWidget(window)
        window.action_set["settings"].trigger()
        window.action_set["model settings"].trigger()
        yield window
        window.close()
    finally:
        application.removeTranslator(translator)


def test_every_text_in_the_window_can_be_translated(translated: MainWindow) -> None:
    """Labels, buttons, menus, tabs, tooltips and names for screen readers: none is forgotten."""
    of_files = _texts_of_files(translated)
    bare = {
        f"{where}: {text!r}"
        for where, text in _texts(translated)
        if _is_words(text) and text not in of_files
    }
    assert not bare, "\n".join(sorted(bare))


def _is_words(text: str) -> bool:
    return OPEN not in text and NOT_WORDS.fullmatch(NAMES.sub("", text)) is None


def _texts_of_files(window: MainWindow) -> set[str]:
    """Return names and words of files: in the menus of mazes and controllers, and of robots."""
    menus = [
        menu
        for menu in window.findChildren(QMenu)
        if menu.title().strip(OPEN + CLOSE) in ("New from &template", "&New controller")
    ]
    actions = [action for menu in menus for action in menu.actions()]
    texts = {text for action in actions for text in (action.text(), action.toolTip())}
    return texts | {kind.title for kind in ROBOT_KINDS.values()}


def _is_of_qt(widget: QWidget) -> bool:
    """Return whether Qt names a widget itself; Qt brings translations of its own."""
    return widget.objectName().startswith("qt_") or isinstance(
        widget.parent(), QDialogButtonBox | QTabBar
    )


def _texts(window: MainWindow) -> Iterator[tuple[str, str]]:
    for widget in (window, *window.findChildren(QWidget)):
        if _is_of_qt(widget):
            continue
        kind = type(widget).__name__
        yield f"{kind} tooltip", widget.toolTip()
        yield f"{kind} name", widget.accessibleName()
        yield f"{kind} what's this", widget.whatsThis()
        match widget:
            case QAbstractButton() | QLabel():
                yield kind, widget.text()
            case QGroupBox():
                yield kind, widget.title()
            case QTabWidget():
                yield from ((kind, widget.tabText(k)) for k in range(widget.count()))
            case QComboBox():
                yield from ((kind, widget.itemText(k)) for k in range(widget.count()))
            case QTreeWidget():
                header = widget.headerItem()
                yield from ((kind, header.text(k)) for k in range(header.columnCount()))
            case _:
                pass
    for action in window.findChildren(QAction):
        yield "QAction", action.text()
        yield "QAction tooltip", action.toolTip()
        yield "QAction status", action.statusTip()
