"""An X server of one's own, with a mouse, keys and pictures of its screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from PySide6.QtGui import QImage
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

SIZE_PX = (1280, 800)
STEPS_OF_A_MOVE = 12
STEP_S = 0.008
"""So quickly a hand moves and types; X events that come all at once are no hand's."""

NAMES = {
    "+": "plus",
    "-": "minus",
    "/": "slash",
    "_": "underscore",
    ".": "period",
    " ": "space",
    "[": "bracketleft",
    "]": "bracketright",
    ",": "comma",
}
MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}
BUTTONS = {"left": 1, "middle": 2, "right": 3}


PROGRAMS = ("Xvfb", "openbox")
"""The server, and the manager that gives windows frames and the keyboard."""

START_S = 10.0


def obstacle() -> str:
    """Return why there can be no X server here; empty when there can."""
    if sys.platform != "linux":
        return "an X server of one's own is tried on Linux only"
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    return f"{' and '.join(missing)}: not installed; README.md names the packages" * bool(missing)


class Screen:
    """Xvfb with a window manager, and the hands on it; end it with ``close``."""

    def __init__(self, log_file: Path, home: Path) -> None:
        """Start both on a free display number; ``log_file`` gets what they say."""
        reading, writing = os.pipe()
        width, height = SIZE_PX
        with log_file.open("w") as log:
            self._server = subprocess.Popen(
                [
                    *("Xvfb", "-displayfd", str(writing)),
                    *("-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"),
                ],
                pass_fds=(writing,),
                stdout=log,
                stderr=log,
            )
        os.close(writing)
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        assert number, "Xvfb ended at once"
        self.name = f":{number}"
        self._display = Display(self.name)
        self._root = self._display.screen().root
        with log_file.open("a") as log:
            self._manager = subprocess.Popen(
                ["openbox", "--sm-disable"],
                env={"DISPLAY": self.name, "HOME": str(home), "PATH": os.environ["PATH"]},
                stdout=log,
                stderr=log,
            )
        ready = self._display.intern_atom("_NET_SUPPORTING_WM_CHECK")
        deadline_s = time.monotonic() + START_S
        while self._root.get_full_property(ready, X.AnyPropertyType) is None:
            assert time.monotonic() < deadline_s, "the window manager did not start"
            time.sleep(STEP_S)

    def close(self) -> None:
        """End both."""
        self._display.close()
        for process in (self._manager, self._server):
            process.terminate()
            process.wait()

    def move(self, x_px: int, y_px: int) -> None:
        """Move the mouse there, by way of the places between."""
        pointer = self._root.query_pointer()
        for step in range(1, STEPS_OF_A_MOVE + 1):
            share = step / STEPS_OF_A_MOVE
            self._send(
                X.MotionNotify,
                x=round(pointer.root_x + share * (x_px - pointer.root_x)),
                y=round(pointer.root_y + share * (y_px - pointer.root_y)),
            )

    def press(self, button: str = "left") -> None:
        """Press a button of the mouse."""
        self._send(X.ButtonPress, BUTTONS[button])

    def release(self, button: str = "left") -> None:
        """Let it go."""
        self._send(X.ButtonRelease, BUTTONS[button])

    def key(self, combination: str) -> None:
        """Press keys together, for instance ``ctrl+shift+z``, ``F5``, ``Return``."""
        *held, last = combination.split("+") if len(combination) > 1 else [combination]
        codes = [self._code(MODIFIERS[name])[0] for name in held]
        code, needs_shift = self._code(NAMES.get(last, last))
        if needs_shift:
            codes.append(self._code(MODIFIERS["shift"])[0])
        for each in (*codes, code):
            self._send(X.KeyPress, each)
        for each in (code, *reversed(codes)):
            self._send(X.KeyRelease, each)

    def picture(self, file: Path) -> None:
        """Keep what the screen shows as a PNG file."""
        width, height = SIZE_PX
        raw = self._root.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF)
        image = QImage(raw.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        assert image.save(str(file))

    def _code(self, name: str) -> tuple[int, bool]:
        """Return the key's number, and whether Shift must be held for it."""
        symbol = XK.string_to_keysym(name)
        code = self._display.keysym_to_keycode(symbol)
        assert code, f"no key makes {name!r}"
        return code, self._display.keycode_to_keysym(code, 0) != symbol

    def _send(self, kind: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        xtest.fake_input(self._display, kind, detail, x=x, y=y)
        self._display.sync()
        time.sleep(STEP_S)
