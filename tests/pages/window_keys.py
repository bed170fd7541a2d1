"""Writes the tables of the window's keys from the actions of the window itself.

``python -m tests.pages.window_keys`` renews them.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from wsusim.gui.app import make_window
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.menus import MENUS, SUBMENUS

PAGE = Path(__file__).parents[2] / "manual" / "reference" / "keys.md"
BEGIN = "<!-- From the window's actions: python -m tests.pages.window_keys -->\n"
END = "<!-- End of the made part. -->\n"


def keys_tables(window: MainWindow) -> str:
    """Return a table of keys for each menu, and one of what is in none."""
    left = dict.fromkeys(name for name in window.action_set.names() if _keys(window, name))
    parts = []
    for menu, entries in MENUS.items():
        inside = [one for entry in entries for one in SUBMENUS.get(entry, (entry,))]
        rows = [_row(window, name) for name in inside if left.pop(name, name) is None]
        if rows:
            title = _plain(window.menus[menu].menuAction())
            parts.append(_table(f"The menu {title}", rows))
    if left:
        parts.append(_table("Elsewhere in the window", [_row(window, name) for name in left]))
    return "\n".join(parts)


def _table(title: str, rows: list[str]) -> str:
    return f"## {title}\n\n| to | press |\n| --- | --- |\n" + "\n".join(rows) + "\n"


def _row(window: MainWindow, name: str) -> str:
    keys = " or ".join(_keys(window, name)).replace("|", "\\|").replace("`", "\\`")
    return f"| {_plain(window.action_set[name])} | {keys} |"


def _keys(window: MainWindow, name: str) -> list[str]:
    form = QKeySequence.SequenceFormat.PortableText
    return [keys.toString(form) for keys in window.action_set[name].shortcuts()]


def _plain(action: QAction) -> str:
    return action.text().replace("&", "").rstrip(".…")


def page_with_tables(page: str, window: MainWindow) -> str:
    """Return the page with its made part brought up to date."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{keys_tables(window)}\n{END}{after}"


def main() -> None:
    """Bring the page up to date."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # nobody looks at this window
    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        window = make_window(Path(folder))
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(page_with_tables(text, window), encoding="utf-8")
        window.deleteLater()
        application.processEvents()


if __name__ == "__main__":
    main()
