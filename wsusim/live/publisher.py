"""Passes what is shown to a server process, from a thread of its own that may be late."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson

from wsusim.live.asking import Look, Refusal, Seek, parse
from wsusim.live.on_demand import OnDemand
from wsusim.live.rights import is_allowed
from wsusim.live.server_link import ServerLink
from wsusim.live.shapes import Scene, SceneAbilities
from wsusim.live.telling import Teller
from wsusim.live.topics import TOPICS_ON_DEMAND
from wsusim.live.watch_address import Keys, Place, address_of, host_and_port
from wsusim.model.geometry import Point
from wsusim.model.world import World
from wsusim.runs.actions import Action, TypeLine
from wsusim.runs.pictures import Picture

if TYPE_CHECKING:
    from wsusim.recording.samples import Samples

PERIOD_S = 1 / 60
"""Pictures are sent at most so often."""

MOST_PRINTS = 500
"""Prints that wait to be sent; older ones go."""

MOST_ACTS = 10_000
"""What else waits to be sent at most."""

MOST_REPLIES = 200
"""Answers of robots that wait to be sent; older ones go."""

NOT_YET = "? The run has not begun yet. Try again in a moment."

NOBODY_LISTENS = "? You can type only to a Khepera that has no controller."

GOODBYE_S = 5.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What is visible at a tick, and the function that sends it."""

    tick: int
    tell: Callable[[Teller], None]


class Publisher:
    """Shares one run or recording after the other; all methods return at once, from any thread.

    The newest picture wins, prints are bounded, and only its own thread ever waits for the server.

    Args:
        place: Where to share it.
        console_port: The port of the same host at which people can type to robots; ``None``: none.

    Attributes:
        place: Where the server listens.
        steer: Called with what viewers who may steer ask for, as far as the ``abilities`` of the
            scene allow it, in a thread of its own; set it.
        viewers: How many are watching.

    Raises:
        BadInput: The server can't listen there.
    """

    def __init__(self, place: Place, console_port: int | None = None) -> None:
        keys = Keys.new(place)
        self._keys = keys
        self._link = ServerLink(place, keys, console_port)
        self.place = self._link.place
        self.steer: Callable[[Action | Seek], None] = lambda action: None
        self.viewers = 0
        self._lock = threading.Lock()
        self._is_closing = threading.Event()
        self._scene: Scene | None = None
        self._abilities: SceneAbilities = {}
        self._world: World | None = None
        self._take_samples: Callable[[], list[Samples]] = list
        self._picture: Picture | None = None
        self._shown: Shown | None = None
        self._acts: deque[Callable[[Teller], None]] = deque(maxlen=MOST_ACTS)
        self._prints: deque[tuple[int, int, str]] = deque(maxlen=MOST_PRINTS)
        self._replies: deque[dict[str, Any]] = deque(maxlen=MOST_REPLIES)
        self._on_demand = OnDemand(self._newest, self._act)
        self._link.listen(self._hear)
        self._threads = [
            threading.Thread(target=self._run, name="wsusim-live", daemon=True),
            threading.Thread(
                target=self._on_demand.work,
                args=(self._is_closing,),
                name="wsusim-live-rays",
                daemon=True,
            ),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def watch_address(self) -> str:
        """What to open to watch."""
        return address_of(self.place, self._keys.watch)

    @property
    def steer_address(self) -> str:
        """What to open to watch and to steer."""
        return address_of(self.place, self._keys.steer)

    @property
    def console_address(self) -> str:
        """Host and port at which to type to robots; empty: nowhere."""
        console = self._link.console
        return "" if console is None else host_and_port(console)

    @property
    def steer_key(self) -> str:
        """The key for steering."""
        return self._keys.steer

    @property
    def server_process_id(self) -> int:
        """The process id of the server process."""
        return self._link.process_id

    def begin(
        self,
        scene: Scene,
        world: World | None = None,
        take_samples: Callable[[], list[Samples]] = list,
    ) -> None:
        """Show another run or recording from now on.

        Args:
            scene: Of ``telling.scene_of``, or of a match.
            world: The same maze, for rays and eyes; ``None``: there are none to see.
            take_samples: Returns the samples between pictures, for trails; called in another
                thread.
        """
        with self._lock:
            can_make = [] if world is None else list(TOPICS_ON_DEMAND)
            self._scene = {**scene, "on_demand": can_make}
            self._world, self._take_samples = world, take_samples
            self._abilities = scene["abilities"]
            self._picture = self._shown = None
            self._acts.clear()
            self._prints.clear()

    def show(self, picture: Picture) -> None:
        """Show a picture, unless a newer one comes before it is sent."""
        self._picture = picture
        self.show_as(picture.snapshot.tick, partial(Teller.show, picture=picture))

    def show_as(self, tick: int, tell: Callable[[Teller], None]) -> None:
        """Show something else than a run's picture, unless something newer comes before it is sent.

        Args:
            tick: When it is.
            tell: Sends it, in the publisher's thread, from immutable values.
        """
        self._shown = Shown(tick, tell)

    def print(self, tick: int, robot: int, text: str) -> None:
        """Show a print; ``robot`` -1: a remark about the run."""
        with self._lock:
            self._prints.append((tick, robot, text))

    def reply(self, asked: TypeLine, lines: Sequence[str]) -> None:
        """Send a robot's answer to the person who typed to it."""
        reply = {"robot": asked.robot, "line": asked.line, "lines": list(lines)}
        with self._lock:
            self._replies.append({"reply": reply, "to": asked.sender})

    def note(self, values: Mapping[str, Any]) -> None:
        """Send the state of the run: fields of the topic ``run``."""
        self._act(lambda teller: teller.note("run", values))

    def lead(self, robot: int, points_mm: Iterable[Point]) -> None:
        """Extend a trail."""
        points = list(points_mm)
        self._act(lambda teller: teller.lead(robot, points))

    def rewind(self) -> None:
        """Let viewers forget trails and prints, as a recording is shown from an earlier moment."""

        def forget(teller: Teller) -> None:
            teller.clear_trails()
            teller.clear_prints()

        with self._lock:
            self._prints.clear()
        self._act(forget)

    def close(self) -> None:
        """Send the rest, tell all viewers that it is over, and end."""
        self._is_closing.set()
        for thread in self._threads:
            thread.join(GOODBYE_S)
        self._link.close()

    # Inside

    def _act(self, act: Callable[[Teller], None]) -> None:
        with self._lock:
            self._acts.append(act)

    def _newest(self) -> tuple[World | None, Picture | None]:
        with self._lock:
            return self._world, self._picture

    def _hear(self, values: dict[str, Any]) -> None:
        """Handle a message of the server."""
        if "viewers" in values:
            self.viewers = values["viewers"]
        elif "wanted" in values:
            self._on_demand.wanted = values["wanted"]
        elif "wish" in values:
            try:
                said = parse(orjson.dumps({"type": "steer"} | values))
            except Refusal:
                return
            assert not isinstance(said, Look)
            if is_allowed(said, self._abilities):
                self.steer(said)
            elif isinstance(said, TypeLine):
                self.reply(said, (NOBODY_LISTENS if self._abilities else NOT_YET,))

    def _run(self) -> None:
        teller: Teller | None = None
        told: Shown | None = None
        due_s = monotonic()
        while True:
            is_last = self._is_closing.is_set()
            with self._lock:
                scene, self._scene = self._scene, None
                shown = self._shown
                acts, prints = _taken(self._acts), _taken(self._prints)
                replies = _taken(self._replies)
            if scene is not None:
                teller, told = Teller(len(scene["maze"]["robots"])), None
                self._link.send({"scene": scene})
            if teller is not None:
                for act in acts:
                    act(teller)
                if shown is not None and shown is not told:
                    told = shown
                    for block in self._take_samples():
                        for number, robot in enumerate(block.robots):
                            teller.lead(number, robot.track[:, :2].tolist())
                    shown.tell(teller)
                for print_ in prints:
                    teller.print(*print_)
                changes = teller.take(0 if told is None else told.tick, time.time())
                if changes is not None and not self._link.send(changes):
                    return
            for reply in replies:
                self._link.send(reply)
            if is_last:
                return
            due_s = max(due_s + PERIOD_S, monotonic())
            self._is_closing.wait(due_s - monotonic())


def _taken(waiting: deque[Any]) -> list[Any]:
    """Return the whole queue, and empty it."""
    taken = list(waiting)
    waiting.clear()
    return taken
