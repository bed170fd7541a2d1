"""Whether Qt can open a window here. Nothing in this file imports Qt.

Qt ends the whole process when it finds no screen, so that is checked before Qt is used.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wsusim.doctor.libraries import install_line, missing_of, needed_for

WITHOUT_SCREEN = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs", "vkkhrdisplay", "minimalegl")
"""Platforms of Qt that ask for no desktop."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What keeps the window from opening, and what to do."""

    reason: str
    remedy: str

    @property
    def sentence(self) -> str:
        """Both, for a person."""
        return f"The window can't be opened: {self.reason}. {self.remedy}"


def find_obstacle(environment: Mapping[str, str], platform: str) -> Obstacle | None:
    """Return why Qt would find no screen, with the remedy; ``None`` if it will find one."""
    if not platform.startswith("linux"):
        return None
    chosen = environment.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0]
    if chosen and _plugins() and chosen not in _plugins():
        return Obstacle(
            f"QT_QPA_PLATFORM is {chosen!r}, which is not one of {', '.join(_plugins())}",
            "Remove it: unset QT_QPA_PLATFORM",
        )
    if chosen in WITHOUT_SCREEN:
        return None
    display = environment.get("DISPLAY", "")
    if chosen.startswith("wayland") or (not chosen and environment.get("WAYLAND_DISPLAY")):
        obstacle = _wayland_obstacle(environment)
        if obstacle is not None and display and not chosen:
            return _xcb_obstacle(display)  # Qt takes it by itself when Wayland fails
        return obstacle
    if not display:
        return Obstacle(
            "there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)",
            "Start it on a desktop, over the network with ssh -X, or without a screen with "
            "xvfb-run",
        )
    return _xcb_obstacle(display)


def explain_import(error: ImportError) -> Obstacle:
    """Return what to install if the window's modules could not be imported."""
    name = (error.name or "").split(".")[0]
    if isinstance(error, ModuleNotFoundError) and name and name != "wsusim":
        return Obstacle(
            f"the package {name} is missing",
            "Install what wsusim needs: pip install -r requirements.txt",
        )
    if sys.platform == "win32":
        return Obstacle(
            f"{error}",
            "Install Microsoft's Visual C++ Redistributable for x64. Qt needs Windows 10 or newer",
        )
    if sys.platform != "linux":
        return Obstacle(
            f"{error}", "Install it again: pip install --force-reinstall -r requirements.txt"
        )
    missing = missing_of(needed_for("")) or [str(error).split(":")[0]]
    return Obstacle(f"{error}", install_line(missing))


def _plugins() -> list[str]:
    """Return the names of the platforms that Qt has here; none if there is no Qt."""
    folder = _plugin_folder()
    files = [] if folder is None else folder.glob("libq*.so")
    names = {file.name.removeprefix("libq").removesuffix(".so") for file in files}
    if any(name.startswith("wayland") for name in names):
        names |= {"wayland", "wayland-egl"}
    return sorted(names)


def _plugin_folder() -> Path | None:
    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        return None  # the import will say it
    return Path(found.origin).parent / "Qt" / "plugins" / "platforms"


def _plugin_obstacle(name: str) -> Obstacle | None:
    """Return the libraries that keep Qt's plugin for a kind of screen from loading."""
    folder = _plugin_folder()
    plugin = None if folder is None else folder / f"libq{name}.so"
    try:
        if plugin is not None and plugin.is_file():
            ctypes.CDLL(str(plugin))
    except OSError as error:
        first = str(error).split(":")[0]
        missing = missing_of(needed_for(name)) or [first]
        return Obstacle(
            f"Qt needs {', '.join(missing)}, which is missing on this system",
            install_line(missing),
        )
    return None


def _wayland_obstacle(environment: Mapping[str, str]) -> Obstacle | None:
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    socket = Path(environment.get("XDG_RUNTIME_DIR", "/")) / name
    if not socket.exists():
        return Obstacle(
            f"the screen {name!r} (WAYLAND_DISPLAY) is not there",
            "Log in again, or set WAYLAND_DISPLAY and XDG_RUNTIME_DIR as your desktop has them",
        )
    return _plugin_obstacle("wayland")


def _xcb_obstacle(display: str) -> Obstacle | None:
    """Return what keeps Qt's plugin for X11 from loading or connecting."""
    obstacle = _plugin_obstacle("xcb")
    if obstacle is not None:
        return obstacle
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return Obstacle("Qt needs libxcb.so.1", install_line(["libxcb.so.1"]))
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    is_broken = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    if is_broken:
        return Obstacle(
            f"the screen {display!r} (DISPLAY) does not answer",
            "Log in again, or set DISPLAY to a screen that exists",
        )
    return None
