"""What a host needs to know of whoever debugs its controller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from wsusim.control.debugging.exchanges import ExchangeLog

Tell = Callable[..., None]


class HostDebugger(Protocol):
    """A debugger as hosts see it; any thread may call."""

    @property
    def was_changed(self) -> bool:
        """Whether a person has, or may have, changed what a program does."""

    def enter(self, robot: int, load: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
        """Take care of a controller that is about to be loaded; return what it has to know.

        Args:
            robot: Which it drives.
            load: What its process is told beside this.
            tell: Sends it a message.
        """

    def echo_of(self, robot: int) -> bytes | None:
        """Return what a controller tells by heart at first; ``None``: nothing."""

    def keep_log(self, robot: int) -> ExchangeLog | None:
        """Return what keeps a controller's exchanges, if they are kept."""

    def is_held(self, robot: int) -> bool:
        """Return whether a controller stands because of a person: it does not hang."""

    def take(self, robot: int, message: Mapping[str, Any]) -> None:
        """Hear what a controller's process says; raises ``KeyError`` or the like for nonsense."""

    def leave(self, robot: int) -> None:
        """A controller has come to its end."""
