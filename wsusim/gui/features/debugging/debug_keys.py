"""The debugger's actions, and the keys that they have while a program is stopped.

They are those of Thonny's neighbours in many schools, VS Code and PyCharm (F5, F9, F10, F11). Some
of them mean something else while no program is stopped: a key then does what it does without a
debugger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.widgets.phrases import translate

WHILE_IT_STANDS = {
    "debug go": "F5",
    "debug over": "F10",
    "debug into": "F11",
    "debug out": "Shift+F11",
}
"""Keys that other actions have while no program stands."""

_OTHERS = ("run", "step", "present", "full screen")

ALWAYS = {
    "debug wait": "Ctrl+F11",
    "debug pause": "Shift+F9",
    "debug back": "Ctrl+F10",
    "debug last": "Ctrl+F9",
    "debug here": "Ctrl+F12",
}

WATCH = "debug watch"
WATCH_KEYS = "Ctrl+Shift+F12"

IN_BAR = ("debug go", "debug over", "debug into", "debug out", "debug back", "debug last")
"""Buttons of the panel and above the program."""


class DebugKeys(QObject):
    """Makes the actions, and reassigns keys.

    Args:
        actions: All of the window.
        runs: What each action does, by its name.
        watch: Switches the watch on changes on or off.
    """

    def __init__(
        self,
        actions: ActionSet,
        runs: Mapping[str, Callable[[], object]],
        watch: Callable[[bool], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._set = actions
        self._taken: dict[str, list[QKeySequence]] = {}
        for name, (words, icon, tip) in _words().items():
            action = actions.make(name, words, runs[name], keys=ALWAYS.get(name, ""), icon=icon)
            action.setStatusTip(tip)
        words = translate("Debugger", "&Watch what changes do from here")
        self._watch = actions.switch(WATCH, words, watch, keys=WATCH_KEYS)
        self._watch.setStatusTip(
            translate("Debugger", "Show what will become of the run whenever you save your program")
        )

    def show_watching(self, is_on: bool) -> None:
        """Show whether changes are watched."""
        self._watch.blockSignals(True)
        self._watch.setChecked(is_on)
        self._watch.blockSignals(False)

    def take(self) -> None:
        """Give the keys to the debugger, as a program has stopped."""
        if self._taken:
            return
        names = set(self._set.names())
        for name in _OTHERS:
            if name in names:
                action = self._set[name]
                self._taken[name] = list(action.shortcuts())
                keys = WHILE_IT_STANDS.values()
                action.setShortcuts([k for k in action.shortcuts() if k.toString() not in keys])
                self._set.explain(name)
        for name, key in WHILE_IT_STANDS.items():
            self._set[name].setShortcut(QKeySequence(key))
            self._set.explain(name)

    def give_back(self) -> None:
        """Give the keys back, as no program is stopped."""
        for name in WHILE_IT_STANDS if self._taken else ():
            self._set[name].setShortcut(QKeySequence())
            self._set.explain(name)
        for name, keys in self._taken.items():
            self._set[name].setShortcuts(keys)
            self._set.explain(name)
        self._taken.clear()

    def allow(self, is_allowed: Mapping[str, bool]) -> None:
        """Enable what can be done now."""
        for name, is_on in is_allowed.items():
            self._set[name].setEnabled(is_on)


def _words() -> dict[str, tuple[str, str, str]]:
    """Return text, icon and explanation of each action."""
    return {
        "debug go": (
            translate("Debugger", "&Continue"),
            "run",
            translate("Debugger", "Go on to the next breakpoint"),
        ),
        "debug over": (
            translate("Debugger", "Step &over"),
            "step over",
            translate("Debugger", "Do this line, calls and all"),
        ),
        "debug into": (
            translate("Debugger", "Step &into"),
            "step into",
            translate("Debugger", "Go into the function that is called"),
        ),
        "debug out": (
            translate("Debugger", "Step o&ut"),
            "step out",
            translate("Debugger", "Do the rest of this function"),
        ),
        "debug wait": (
            translate("Debugger", "Step to after the next &wait"),
            "",
            translate("Debugger", "Go on until the program has waited once"),
        ),
        "debug pause": (
            translate("Debugger", "&Pause the program"),
            "",
            translate("Debugger", "Stop the program after its next wait"),
        ),
        "debug back": (
            translate("Debugger", "Step &back"),
            "step back in time",
            translate("Debugger", "Go back to the line before"),
        ),
        "debug last": (
            translate("Debugger", "Back to the &last breakpoint"),
            "breakpoint back",
            translate("Debugger", "Go back to where the program last came by a breakpoint"),
        ),
        "debug here": (
            translate("Debugger", "&Stop here in my program"),
            "",
            translate("Debugger", "Show what the program thought at the moment that is shown"),
        ),
        "debug present": (
            translate("Debugger", "&Return to the present"),
            "",
            translate("Debugger", "Look at the run again where it stands"),
        ),
        "debug future": (
            translate("Debugger", "Go on from here as a &new run"),
            "",
            translate("Debugger", "Begin a run that goes on from this moment, with your changes"),
        ),
        "debug origin": (
            translate("Debugger", "When did this &variable get its value?"),
            "",
            translate("Debugger", "Find the line that gave the chosen variable its value"),
        ),
        "debug first": (
            translate("Debugger", "&Find when something was first true..."),
            "",
            translate(
                "Debugger", "Go back to where a reading or a variable first was what you ask for"
            ),
        ),
        "debug clear": (
            translate("Debugger", "Remove &all breakpoints"),
            "",
            translate("Debugger", "Remove the breakpoints of all programs"),
        ),
    }
