"""``--publish``: shares what a command shows, and says where to watch it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING

from wsusim.cli.output import tell
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.ciber.arena_server import ArenaServer
    from wsusim.live.publisher import Publisher
    from wsusim.runs.run import Run

PUBLISH_HELP = (
    "Share it in browsers: at this port for this computer only; with a host (0.0.0.0:8008) for "
    "others, too."
)

CONSOLE_HELP = (
    "With --publish: let programs and terminals type the Khepera's commands at this port."
)

WATCHED_SPEED = 1.0
"""What is shared runs at the speed of the real robot by default."""


BY_HAND = "hand"
"""Stands where a controller would, for a robot that people drive from afar."""


def driven_by(controllers: tuple[str, ...], place: str | None) -> tuple[str, ...]:
    """Return the controllers, with an empty one for each robot that people drive.

    Raises:
        BadInput: Nothing would drive.
    """
    specs = tuple("" if spec == BY_HAND else spec for spec in controllers)
    if not any(specs) and BY_HAND in controllers and place is None:
        raise BadInput("To drive by hand from a browser, share the run: add --publish 8008.")
    if not any(specs) and BY_HAND not in controllers:
        raise BadInput("There is no controller to run. Give a file: run my_robot.py")
    return specs


@contextmanager
def published(
    place: str | None, console_port: int | None = None, *, is_steered: bool = True
) -> Iterator[Publisher | None]:
    """Share what is shown during the block; ``None``: not requested.

    Args:
        place: Where to share it.
        console_port: Where people and programs can type to robots, if anywhere.
        is_steered: Whether there is anything to steer, so that it needs an address.

    Raises:
        BadInput: It can't be shared there, or a package is missing.
    """
    if place is None:
        if console_port is not None:
            raise BadInput("A console belongs to a shared run: add --publish 8008 to --console.")
        yield None
        return
    from wsusim.live.publisher import Publisher
    from wsusim.live.watch_address import parse_place

    publisher = Publisher(parse_place(place), console_port)
    try:
        tell(f"To watch, open {publisher.watch_address}")
        if is_steered:
            tell(f"To watch and steer, open {publisher.steer_address}")
        if publisher.console_address:
            tell(
                f"To type to a robot, connect to {publisher.console_address}; the first line you "
                f"send must be {publisher.steer_key}"
            )
        if not publisher.place.is_loopback:
            tell("note: on this network, anyone who has the address can use it.")
        yield publisher
    finally:
        publisher.close()


def share(run: Run, publisher: Publisher | None) -> None:
    """Show a run that has not begun to the viewers."""
    if publisher is not None:
        from wsusim.live.run_feed import RunFeed

        RunFeed(publisher, run)


@contextmanager
def shared_match(
    publisher: Publisher | None, clock: str
) -> Iterator[list[Callable[[ArenaServer], None]]]:
    """Provide the observers with which an arena's match is shared; none without a publisher."""
    if publisher is None:
        yield []
        return
    from wsusim.live.match_feed import MatchFeed

    feed = MatchFeed(publisher)
    try:
        yield [feed.note] if clock == "real" else [feed.note, Pace().wait]
    finally:
        feed.ended()


class Pace:
    """Gives each cycle of a match in lock-step the time that it has in the contest.

    Without it a match is over before anyone has opened the page. It changes nothing in the match.

    Args:
        now_s: A clock in seconds.
        wait_s: Waits for so many seconds.
    """

    def __init__(
        self,
        now_s: Callable[[], float] = monotonic,
        wait_s: Callable[[float], None] = sleep,
    ) -> None:
        self._now_s = now_s
        self._wait_s = wait_s
        self._due_s = 0.0

    def wait(self, server: ArenaServer) -> None:
        """Wait for the end of the cycle, if the match is going on."""
        from wsusim.ciber.arena import Phase

        if server.arena.phase is Phase.RUNNING:
            self._wait_s(max(0.0, self._due_s - self._now_s()))
        self._due_s = max(self._due_s, self._now_s()) + server.arena.parameters.cycle_ms / 1000.0
