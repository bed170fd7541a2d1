"""What a host needs to know about its controller's debugger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from wsusim.control.debugging.exchanges import ExchangeLog

Tell = Callable[..., None]


class HostDebugger(Protocol):
    """A debugger as hosts see it; any thread may call."""

    @property
    def was_changed(self) -> bool:
        """Whether a person has changed, or may have changed, what a program does."""

    def enter(self, robot: int, load: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
        """Attach to a controller that is about to be loaded; return what its process has to know.

        Args:
            robot: The one that it drives.
            load: What else its process is told.
            tell: Sends it a message.
        """

    def echo_of(self, robot: int) -> bytes | None:
        """Return what a controller replays at first; ``None``: nothing."""

    def keep_log(self, robot: int) -> ExchangeLog | None:
        """Return the log that keeps a controller's exchanges, if there is one."""

    def is_held(self, robot: int) -> bool:
        """Return whether a person has stopped a controller, so that it does not hang."""

    def take(self, robot: int, message: Mapping[str, Any]) -> None:
        """Handle a message of a controller's process; raises ``KeyError`` etc. if malformed."""

    def leave(self, robot: int) -> None:
        """Note that a controller has ended."""
