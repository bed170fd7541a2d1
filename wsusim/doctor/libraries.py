"""The system libraries that Qt needs on Linux, and the packages of Debian and Ubuntu with them."""

from __future__ import annotations

import ctypes

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Source: what ``ldd`` lists for Qt 6.11's core, GUI, X11 and Wayland libraries; Debian's index."""

ANY_WINDOW = (
    *("libEGL.so.1", "libGL.so.1", "libxkbcommon.so.0", "libdbus-1.so.3"),
    *("libfontconfig.so.1", "libfreetype.so.6", "libglib-2.0.so.0"),
)
"""Needed whatever the screen is."""


def is_there(library: str) -> bool:
    """Return whether the system can load a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_of(names: tuple[str, ...]) -> list[str]:
    """Return those that the system can't load."""
    return [name for name in names if not is_there(name)]


def needed_for(plugin: str) -> tuple[str, ...]:
    """Return the libraries that a platform plugin of Qt (``xcb``, ``wayland``) needs."""
    own = "xcb" if plugin.startswith("xcb") else plugin
    marks = {"xcb": ("xcb", "X11", "-x11"), "wayland": ("wayland",)}.get(own, ())
    return (*ANY_WINDOW, *(name for name in PACKAGES if any(mark in name for mark in marks)))


def install_line(missing: list[str]) -> str:
    """Return what to type, so that these libraries are there."""
    packages = sorted({PACKAGES[name] for name in missing if name in PACKAGES})
    unknown = [name for name in missing if name not in PACKAGES]
    lines = []
    if packages:
        lines.append(f"On Debian and Ubuntu: sudo apt install {' '.join(packages)}")
    if unknown:
        lines.append(
            f"Find the packages that contain {', '.join(unknown)}: use apt-file search, or ask "
            "your system administrator"
        )
    return ". ".join(lines)
