"""A server of the stream for tests, in a thread, and viewers that are only a WebSocket."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.unit.analysis.pictures import robot_snapshot
from tests.worlds import empty_world
from wsusim.engine.snapshots import RobotStatistics
from wsusim.live.telling import Teller, scene_of
from wsusim.live.viewers import Channel
from wsusim.live.watch_address import Keys, Place
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot, Snapshot
from wsusim.runs.pictures import Picture

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

PATIENCE_S = 30.0
STEER_KEY = "steer-key"
WATCH_KEY = "watch-key"


class LiveServer:
    """Serves a channel until it is closed."""

    def __init__(
        self, keys: Keys | None = None, place: Place | None = None, console: Place | None = None
    ) -> None:
        from wsusim.live.server import Server

        self.channel = Channel()
        self.told: list[dict[str, Any]] = []
        self.server = Server(
            self.channel,
            place or Place("127.0.0.1", 0),
            keys or Keys("", STEER_KEY),
            self.told.append,
            console,
        )
        self._is_ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._is_ready.wait(PATIENCE_S)

    def do(self, act: Callable[[], object]) -> None:
        """Do something in the server's thread, and wait for it."""
        done = threading.Event()

        def wrapped() -> None:
            act()
            self.server.pulse()
            done.set()

        self._loop.call_soon_threadsafe(wrapped)
        assert done.wait(PATIENCE_S)

    def begin(self, scene: dict[str, Any] | None = None) -> None:
        """Begin a scene, by itself one of an empty arena."""
        world = empty_world()
        self.do(lambda: self.channel.begin(scene or scene_of(world, name="empty")))

    def take(self, changes: dict[str, Any] | None) -> None:
        """Tell changes."""
        assert changes is not None
        self.do(lambda: self.channel.take(changes))

    def viewer(self, key: str = "", **options: Any) -> ClientConnection:
        """Return a viewer: only a WebSocket."""
        from websockets.sync.client import connect

        query = f"?key={key}" if key else ""
        return connect(f"ws://127.0.0.1:{self.server.port}/stream{query}", max_size=None, **options)

    def until_told(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the server has told something, and return it."""
        given_up_s = time.monotonic() + PATIENCE_S
        while True:
            for values in list(self.told):
                if condition(values):
                    return values
            assert time.monotonic() < given_up_s, self.told
            time.sleep(0.005)

    def close(self) -> None:
        """End the server; it may have ended before."""
        if not self._thread.is_alive():
            return
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        await self.server.run(self._is_ready.set, self._end)


def receive(viewer: ClientConnection, kind: str = "", holding: str = "") -> dict[str, Any]:
    """Return the next message of a kind that holds a topic."""
    while True:
        message: dict[str, Any] = json.loads(viewer.recv(timeout=PATIENCE_S))
        if message["type"] == (kind or message["type"]) and (not holding or holding in message):
            return message


def picture_of(x_mm: float, tick: int = 0) -> Picture:
    """Return a picture of the empty arena with its robot at a place."""
    robot = robot_snapshot(id=1, pose=Pose(x_mm, 300.0, 0.0))
    return Picture(
        snapshot=Snapshot(tick, (robot,), (), MissionSnapshot(False, None, 0, ())),
        statistics=(RobotStatistics(5.0, 1, 2),),
        says=("",),
        drawings=((),),
    )


def told_of(picture: Picture, teller: Teller | None = None) -> dict[str, Any]:
    """Return the changes that tell a picture."""
    teller = teller or Teller(1)
    teller.show(picture)
    changes = teller.take(picture.snapshot.tick, 0.0)
    assert changes is not None
    return changes
