"""``--publish``: shares what a command shows; says where it can be watched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wsusim.cli.output import tell
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.live.publisher import Publisher
    from wsusim.runs.run import Run

PUBLISH_HELP = (
    "Share it in browsers: at this port for this computer only; with a host (0.0.0.0:8008) for "
    "others, too."
)

WATCHED_SPEED = 1.0
"""What is shared runs at the speed of the real robot, unless somebody says otherwise."""


BY_HAND = "hand"
"""Stands where a controller would, for a robot that people drive from afar."""


def driven_by(controllers: tuple[str, ...], place: str | None) -> tuple[str, ...]:
    """Return the controllers, with nothing for each robot that people drive.

    Raises:
        BadInput: Nobody would drive.
    """
    specs = tuple("" if spec == BY_HAND else spec for spec in controllers)
    if not any(specs) and BY_HAND in controllers and place is None:
        raise BadInput("To drive by hand from a browser, share the run: add --publish 8008.")
    if not any(specs) and BY_HAND not in controllers:
        raise BadInput("There is no controller to run. Give a file: run my_robot.py")
    return specs


@contextmanager
def published(place: str | None) -> Iterator[Publisher | None]:
    """Share what is shown meanwhile; ``None``: nobody asked for it.

    Raises:
        BadInput: It can't be shared there, or a package is missing.
    """
    if place is None:
        yield None
        return
    from wsusim.live.address import parse_place
    from wsusim.live.publisher import Publisher

    publisher = Publisher(parse_place(place))
    try:
        tell(f"To watch, open {publisher.watch_address}")
        tell(f"To watch and steer, open {publisher.steer_address}")
        if not publisher.place.is_loopback:
            tell("note: on this network, anyone who has one of these addresses can use it.")
        yield publisher
    finally:
        publisher.close()


def share(run: Run, publisher: Publisher | None) -> None:
    """Show a run that has not begun to whoever watches."""
    if publisher is not None:
        from wsusim.live.run_feed import RunFeed

        RunFeed(publisher, run)
