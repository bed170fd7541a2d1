"""IDLE with one file, which numbers on its input tell which line to show.

IDLE itself accepts no line, and a second start would be a second editor on the same file. It is a
separate program: nothing else imports this.
"""

from __future__ import annotations

import importlib
import queue
import sys
import threading
from typing import Any

POLL_MS = 100
FRONT_MS = 300
"""So long the window is kept before all others, so that desktops bring it to the front."""


def main() -> None:
    """Edit the file named by the first argument until its windows are closed."""
    import tkinter

    pyshell: Any = importlib.import_module("idlelib.pyshell")
    root = tkinter.Tk(className="Idle")
    root.withdraw()
    files: Any = pyshell.PyShellFileList(root)
    root.instance_dict = files.inversedict  # type: ignore[attr-defined]  # as IDLE's own start does
    if files.open(sys.argv[1]) is None:
        return
    lines: queue.SimpleQueue[int] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()

    def look() -> None:
        while not lines.empty():
            _show(files.open(sys.argv[1]), lines.get())
        root.after(POLL_MS, look)

    look()
    root.mainloop()
    root.destroy()


def _listen(lines: queue.SimpleQueue[int]) -> None:
    for text in sys.stdin:
        if text.strip().isdigit():
            lines.put(int(text))


def _show(window: Any, line: int) -> None:
    """Bring a window of IDLE to the front, with the cursor in a line."""
    window.gotoline(line)
    top = window.top
    top.lift()
    top.attributes("-topmost", True)
    top.after(FRONT_MS, lambda: top.attributes("-topmost", False))


if __name__ == "__main__":
    main()
