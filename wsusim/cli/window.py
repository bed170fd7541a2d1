"""``python main.py`` alone: open the window, or say in one sentence why it can't be opened.

Qt ends the whole process when it finds no screen, so that is looked at before Qt is asked.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from wsusim.errors import BadInput

HEADLESS = (
    "Everything else works without a window, for instance:\n"
    "  python main.py run wall_follower --maze rooms"
)


class NoWindow(BadInput):
    """The window can't be opened here; says what is missing and how to do without."""


def open_window() -> int:
    """Open the window; return the program's exit code.

    Raises:
        NoWindow: There is no screen, or something that Qt needs is missing.
    """
    obstacle = find_obstacle(os.environ, sys.platform)
    if obstacle is not None:
        raise NoWindow(f"{obstacle}\n{HEADLESS}")
    try:
        # By name: the command line runs where there is no Qt.
        app = importlib.import_module("wsusim.gui.app")
    except ImportError as error:
        raise NoWindow(f"{_missing(error)}\n{HEADLESS}") from error
    code = app.main([])
    assert isinstance(code, int)
    return code


def find_obstacle(environment: Mapping[str, str], platform: str) -> str | None:
    """Return why Qt would find no screen, with the remedy; ``None`` when nothing is in the way."""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    if not platform.startswith("linux") or (chosen and not chosen.startswith("xcb")):
        return None
    if environment.get("WAYLAND_DISPLAY") and not chosen:
        return None
    display = environment.get("DISPLAY")
    if not display:
        return (
            "The window can't be opened: there is no screen (neither DISPLAY nor WAYLAND_DISPLAY "
            "is set). Start it on a desktop, over the network with ssh -X, or without any screen "
            "with xvfb-run."
        )
    return _xcb_obstacle(display)


def _xcb_obstacle(display: str) -> str | None:
    """Return what keeps Qt's plugin for X11 from loading or connecting."""
    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        return None  # the import will say it
    plugin = Path(found.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        if plugin.is_file():
            ctypes.CDLL(str(plugin))
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        library = str(error).split(":")[0]
        return (
            f"The window can't be opened: Qt needs the library {library}, which is missing. On "
            "Debian and Ubuntu: sudo apt install libxcb-cursor0 libxkbcommon-x11-0 libegl1 "
            "libxcb-icccm4 libxcb-keysyms1 libxcb-image0 libxcb-render-util0"
        )
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    is_broken = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    if is_broken:
        return (
            f"The window can't be opened: the screen {display!r} (DISPLAY) does not answer. Log in "
            "again, or set DISPLAY to a screen that is there."
        )
    return None


def _missing(error: ImportError) -> str:
    """Return what to install."""
    name = (error.name or "").split(".")[0]
    if isinstance(error, ModuleNotFoundError) and name and name != "wsusim":
        return (
            f"The window can't be opened: the package {name} is missing. Install what wsusim "
            "needs: pip install -r requirements.txt"
        )
    return (
        f"The window can't be opened: {error}. On Debian and Ubuntu the libraries that Qt needs "
        "come with: sudo apt install libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1"
    )
