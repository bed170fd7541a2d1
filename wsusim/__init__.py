"""wsusim: a classroom simulator of the Khepera robot. Students import ``Controller`` from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsusim.version import __version__

if TYPE_CHECKING:
    from wsusim.control.controller import Controller
    from wsusim.errors import ControllerStopped, LinkLost, Misuse, WsusimError

__all__ = ["Controller", "ControllerStopped", "LinkLost", "Misuse", "WsusimError", "__version__"]


def __getattr__(name: str) -> object:
    """Import lazily, so that ``import wsusim`` costs nothing."""
    if name == "Controller":
        from wsusim.control.controller import Controller

        return Controller
    if name in __all__:
        from wsusim import errors

        return getattr(errors, name)
    raise AttributeError(f"wsusim has no {name!r}; it offers {', '.join(__all__)}.")
