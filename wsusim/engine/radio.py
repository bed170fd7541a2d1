"""The air between the robots' radios: who hears which message, and when.

Who receives a message is a function of the world, the seed, where the robots are when it is sent
and how many were sent before. It costs nothing while no robot sends. It is not in the saved state:
a run that is continued from a state begins with empty air.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from wsusim.engine.seldom import Occasion, shares
from wsusim.model.commands import SendRadio
from wsusim.model.elementary import dist
from wsusim.model.geometry import Point
from wsusim.model.radio import EVERYBODY, KEPT_MESSAGES, Heard, to_values
from wsusim.model.units import seconds_to_ticks
from wsusim.model.world import World

WAITING_MESSAGES = 8
"""So many messages of a robot may wait to be sent; further ones are lost (guess)."""

READY, HEARD, FAILED = 1, 2, 4
"""Bits of a turret's status: it can send, something has come in, the last message was lost."""


@dataclass(slots=True)
class _Set:
    """One robot's radio."""

    incoming: list[tuple[int, Heard]] = field(default_factory=list)
    """Tick of arrival and message, in the order of arrival; those that came in are taken out."""
    kept: list[Heard] = field(default_factory=list)
    count: int = 0
    """How many ever came in."""
    free_at: int = 0
    """Tick at which its last message has left."""
    has_failed: bool = False


class Air:
    """Carries the messages of one run.

    Args:
        world: Its robots, and its radio.
        seed: Of the run.
        ideal: Without losses.
    """

    def __init__(self, world: World, *, seed: int = 0, ideal: bool = False) -> None:
        self._radio = world.radio
        self._seed = seed
        self._ideal = ideal
        self._ids = [start.id for start in world.robots]
        self._sets = [_Set() for _ in world.robots]
        self._delay_ticks = max(1, seconds_to_ticks(world.radio.delay_s))
        self._sent = 0

    def send(self, robot: int, order: SendRadio, tick: int, places_mm: list[Point]) -> None:
        """Send a message from where a robot is now.

        Args:
            robot: The sender, from 0.
            order: The text, and its receiver.
            tick: Now.
            places_mm: Where all robots are.
        """
        own = self._sets[robot]
        begin = max(tick, own.free_at)
        own.has_failed = begin - tick > WAITING_MESSAGES * self._delay_ticks
        if own.has_failed:
            return
        arrival = own.free_at = begin + self._delay_ticks
        self._sent += 1
        heard = Heard(robot + 1, bytes(order.data))
        for other, place_mm in enumerate(places_mm):
            is_meant = order.to in (EVERYBODY, other + 1) and other != robot
            if is_meant and self._reaches(other, dist(places_mm[robot], place_mm)):
                self._sets[other].incoming.append((arrival, heard))
                self._sets[other].incoming.sort(key=lambda one: one[0])

    def read(self, robot: int, tick: int) -> tuple[int, ...]:
        """Return what a robot has heard, as ``model.radio.to_values`` has it."""
        own = self._received(robot, tick)
        return to_values(own.count, own.kept)

    def status(self, robot: int, tick: int) -> int:
        """Return the bits ``READY`` and ``FAILED`` of a robot's turret."""
        own = self._sets[robot]
        return READY * (own.free_at <= tick) | FAILED * own.has_failed

    def _reaches(self, other: int, distance_mm: float) -> bool:
        if distance_mm > self._radio.range_mm:
            return False
        if self._ideal or self._radio.loss == 0.0:
            return True
        (share,) = shares(self._seed, self._ids[other], Occasion.RADIO, self._sent, 1)
        return share >= self._radio.loss

    def _received(self, robot: int, tick: int) -> _Set:
        own = self._sets[robot]
        while own.incoming and own.incoming[0][0] <= tick:
            own.kept.append(own.incoming.pop(0)[1])
            own.count += 1
        del own.kept[:-KEPT_MESSAGES]
        return own
