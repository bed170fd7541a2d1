"""The program itself, with a witness who tells what is in view: ``python -m ...witness [FILES]``.

The witness answers questions, one line each on standard input, by a line of JSON on standard
output. It looks and changes nothing: all that happens to the window happens through the X server.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QRect, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QListWidget,
    QMenu,
    QToolButton,
    QWidget,
)

PROGRAM = Path(__file__).parents[3] / "main.py"
LOOK_S = 0.02


def window() -> Any:
    """Return the main window; ``None`` as long as there is none."""
    from wsusim.gui.shell.main_window import MainWindow

    windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    return windows[0] if windows else None


def _centre(widget: QWidget, box: QRect | None = None) -> list[int]:
    at_px = widget.mapToGlobal((widget.rect() if box is None else box).center())
    return [at_px.x(), at_px.y()]


def _is_in_view(widget: QWidget) -> bool:
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def _plain(text: str) -> str:
    return text.replace("&", "")


def tool(name: str) -> list[int] | None:
    """Return the centre of the button in view that does this action of the action set."""
    action = window().action_set[name]
    for button in window().findChildren(QToolButton):
        if button.defaultAction() is action and _is_in_view(button) and button.isEnabled():
            return _centre(button)
    return None


def button(text: str) -> list[int] | None:
    """Return the centre of the button in view with this text."""
    for widget in QApplication.allWidgets():
        is_it = isinstance(widget, QAbstractButton) and _plain(widget.text()) == text
        if is_it and _is_in_view(widget):
            return _centre(widget)
    return None


def menu(text: str) -> list[int] | None:
    """Return the centre of a title in the menu bar."""
    bar = window().menuBar()
    for action in bar.actions():
        if _plain(action.text()) == text:
            return _centre(bar, bar.actionGeometry(action))
    return None


def item(text: str) -> list[int] | None:
    """Return the centre of an entry of the menu that is open."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QMenu) and widget.isVisible():
            for action in widget.actions():
                if _plain(action.text()) == text and action.isEnabled():
                    return _centre(widget, widget.actionGeometry(action))
    return None


def palette(name: str) -> list[int] | None:
    """Return the centre of an entry of the palette."""
    listing: QListWidget = window().findChild(QListWidget, "palette")
    for row in range(listing.count()):
        entry = listing.item(row)
        if entry.text() == name:
            return _centre(listing.viewport(), listing.visualItemRect(entry))
    return None


def place(x_mm: float, y_mm: float) -> list[int]:
    """Return the pixel that shows a place of the arena."""
    view = window().view
    at_px = view.viewport().mapToGlobal(view.mapFromScene(QPointF(x_mm, y_mm)))
    return [at_px.x(), at_px.y()]


def moment(tick: int) -> list[int]:
    """Return the pixel of the timeline that shows a tick."""
    timeline = _replay().panel.timeline
    at_px = timeline.mapToGlobal(QPoint(round(timeline.x_of(tick)), timeline.height() // 2))
    return [at_px.x(), at_px.y()]


def seen_at(object_id: int) -> list[float]:
    """Return where the arena shows an object, in millimetres."""
    at_mm = window().scene.place_of(object_id)
    return [at_mm.x(), at_mm.y()]


def tab(title: str) -> list[int] | None:
    """Return the centre of the tab of a panel that lies below others."""
    from PySide6.QtWidgets import QTabBar

    for bar in window().findChildren(QTabBar):
        for index in range(bar.count()):
            if bar.isVisible() and _plain(bar.tabText(index)) == title:
                at_px = _centre(bar, bar.tabRect(index))
                if QApplication.widgetAt(*at_px) is bar:  # Qt forgets a row behind the arena
                    return at_px
    return None


def _replay() -> Any:
    from wsusim.gui.features.replay.replay_side import ReplaySide

    return window().findChild(ReplaySide)


def _run() -> Any:
    from wsusim.gui.features.run.run_side import RunSide

    return window().findChild(RunSide)


def state() -> dict[str, Any]:
    """Return all that the steps of a test look at."""
    if window() is None or not window().isVisible():
        return {"ready": False}
    from wsusim.editor.objects import all_objects

    document, watched, replay = window().document, window().watched, _replay()
    dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog)]
    focus = QApplication.focusWidget()
    return {
        "ready": True,
        "title": window().windowTitle(),
        "is_active": window().isActiveWindow(),
        "mode": document.mode.value,
        "is_modified": document.is_modified,
        "undo": document.undo_stack.undoText(),
        "undo_index": document.undo_stack.index(),
        "redo": document.undo_stack.redoText(),
        "objects": sorted(
            [type(thing).__name__, thing.id] for thing in all_objects(document.shown)
        ),
        "selected": sorted(document.selection.ids),
        "run": watched.state.value,
        "tick": -1 if watched.picture is None else watched.picture.snapshot.tick,
        "speeds": []
        if watched.picture is None
        else [[r.left_speed, r.right_speed] for r in watched.picture.snapshot.robots],
        "console": _run().console.text.toPlainText(),
        "errors": len(_run().errors.entries),
        "message": window().messages.text,
        "status": window().status.currentMessage(),
        "dialogs": [d.windowTitle() for d in dialogs if d.isVisible()],
        "focus": "" if focus is None else type(focus).__name__,
        "popup": QApplication.activePopupWidget() is not None,
        "recording": "" if replay.film is None else replay.film.recording.path.name,
        "moment": replay.playhead.tick,
        "last_moment": 0 if replay.film is None else replay.film.last_tick,
        "is_warm": _run().warming.is_over,
        "records": replay.record.is_on,
    }


QUESTIONS: dict[str, Callable[..., Any]] = {
    asked.__name__: asked
    for asked in (tool, button, menu, item, palette, place, moment, seen_at, tab, state)
}


def answer(line: str) -> dict[str, Any]:
    """Return the answer to a line: ``{"answer": ...}`` or ``{"failure": ...}``."""
    name, *rest = json.loads(line)
    try:
        return {"answer": QUESTIONS[name](*rest)}
    except Exception as error:  # noqa: BLE001 - told to the test, which fails with it
        return {"failure": repr(error)}


def listen(questions: TextIO, answers: TextIO) -> None:
    """Answer until no more questions come; each answer is found by the window's own thread."""
    while QCoreApplication.instance() is None:
        time.sleep(LOOK_S)
    for line in questions:
        asked_s = _own_time_s()

        def say(line: str = line, asked_s: float = asked_s) -> None:
            found = answer(line) | {"waited_s": _own_time_s() - asked_s}
            with contextlib.suppress(BrokenPipeError):
                answers.write(json.dumps(found) + "\n")
                answers.flush()

        application = QCoreApplication.instance()
        if application is None:
            return
        QTimer.singleShot(0, application, say)


def _own_time_s() -> float:
    """Return a time that stands still while the window stands in line for a processor.

    What other programs do on a busy computer is not the window's fault: neither when its thread
    stands in line, nor when another thread does that keeps Python's lock meanwhile.
    """
    in_line_s = {}
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            in_line_s[task.name] = 1e-9 * int((task / "schedstat").read_text().split()[1])
    of_window = in_line_s.pop(str(os.getpid()))
    return time.perf_counter() - of_window - max(in_line_s.values(), default=0.0)


def main() -> None:
    """Start the program as a person does, and the witness beside it."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions = io.TextIOWrapper(os.fdopen(os.dup(sys.stdin.fileno()), "rb"))
    threading.Thread(target=listen, args=(questions, answers), daemon=True).start()
    sys.argv = [str(PROGRAM), *sys.argv[1:]]
    runpy.run_path(str(PROGRAM), run_name="__main__")


if __name__ == "__main__":
    main()
