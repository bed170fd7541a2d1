"""The process beside a shared run: serves the page and the stream to all viewers.

It is a process of its own, so that two hundred viewers cost the run no more than one, and nothing
that comes over the network reaches the run but the user actions that ``asking`` lets through.
Frames from the run come on standard input (see ``link``); what viewers ask for goes out on standard
output, a line of JSON each. When the input ends, all viewers are told, and the process ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from wsusim.interrupts import ignore_all
from wsusim.json_lines import JsonLines
from wsusim.live.asking import LONGEST, USUAL_RATE, Look, Refusal, parse, plain
from wsusim.live.console_port import ConsolePort
from wsusim.live.frames import read_frame
from wsusim.live.outgoing import Outgoing, frame_of, send
from wsusim.live.pages import read_pages
from wsusim.live.topics import TOPICS_ON_DEMAND, USUAL
from wsusim.live.typists import Reply, Typists
from wsusim.live.viewers import Channel
from wsusim.live.watch_address import Keys, Place, Right, is_loopback
from wsusim.model.commands import SetSpeeds
from wsusim.runs.actions import Order, TypeLine
from wsusim.start_up import end_loading

MOST_VIEWERS = 400
OPENING_S = 5.0
"""A client that has not said within this time what it wants is cut off."""

FULL_BYTES = 16_384
"""A viewer to which so many bytes have not yet gone out skips what is new until they have."""

PULSE_S = 1 / 60
NICENESS = 15
"""Where there are too few processors the run goes first."""

MOST_MESSAGES_PER_S = 80
"""Of one viewer; one that sends more is cut off."""

MOST_REFUSALS = 20
DEAD_MAN_S = 1.0
"""A robot whose driver says nothing for so long is stopped: a phone may have lost its network."""

GOING_AWAY, POLICY, WRONG_KEY, FULL = 1001, 1008, 4403, 4429

_SILENT = logging.getLogger("wsusim.live.viewers")
"""What viewers do wrong is no warning to anybody."""
_SILENT.setLevel(logging.CRITICAL + 1)

Tell = Callable[[dict[str, Any]], object]


@dataclass(slots=True, eq=False)
class Viewer:
    """One connection to the stream."""

    connection: ServerConnection
    may_steer: bool
    name: str = ""
    """As typist."""
    topics: frozenset[str] = frozenset(USUAL)
    rate: int = USUAL_RATE
    robot: int = 0
    """Whose rays, thoughts and eye it wants."""
    seen: int = 0
    scene: int = 0
    due_s: float = 0.0
    refusals: int = 0
    spoke_s: float = 0.0
    credit: float = MOST_MESSAGES_PER_S
    drives: dict[int, float] = field(default_factory=dict)
    """Robots that it has set going, with the time of its last order."""


class Server:
    """Serves one channel.

    Args:
        channel: What is visible; call ``pulse`` after a change.
        place: Where to listen.
        keys: Who may do what.
        tell: Called with what viewers ask for.
        console: Where to listen for typists, if anywhere.
    """

    def __init__(
        self,
        channel: Channel,
        place: Place,
        keys: Keys,
        tell: Tell,
        console: Place | None = None,
    ) -> None:
        self.channel = channel
        self.port = place.port
        self.console_port = 0
        self.is_serving = False
        """Whether viewers can come."""
        self.typists = Typists(tell)
        self._console_place = console
        self._console = ConsolePort(keys, self.typists)
        self._place = place
        self._keys = keys
        self._tell = tell
        self._pages = read_pages()
        self._viewers: set[Viewer] = set()
        self._wanted: dict[str, list[int]] = {}
        self._outgoing = Outgoing()

    async def run(self, ready: Callable[[], None], end: asyncio.Event) -> None:
        """Serve until ``end`` is set; raises ``OSError`` if the place can't be used."""
        async with serve(
            self._follow,
            self._place.host,
            self._place.port,
            process_request=self._answer,
            max_size=LONGEST,
            max_queue=8,
            open_timeout=OPENING_S,
            close_timeout=2.0,
            write_limit=FULL_BYTES,
            compression=None,
            server_header="wsusim",
            logger=_SILENT,
        ) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            self.is_serving = True
            if self._console_place is not None:
                self.console_port = await self._console.open(self._console_place)
            ready()
            ticker = asyncio.create_task(self._keep_time())
            await end.wait()
            ticker.cancel()
            self._console.close()
            self.pulse(is_last=True)

    def pulse(self, *, is_last: bool = False) -> None:
        """Send what is new to every viewer that is ready for it."""
        self._outgoing.finish()
        now_s = asyncio.get_running_loop().time()
        groups: dict[tuple[int, frozenset[str], int], list[ServerConnection]] = defaultdict(list)
        for viewer in self._viewers:
            if viewer.scene != self.channel.scene_number:
                self._send_scene(viewer)
            is_behind = viewer.seen < self.channel.version and viewer.scene
            if is_behind and (is_last or (now_s >= viewer.due_s and _has_room(viewer))):
                groups[viewer.seen, viewer.topics, viewer.robot].append(viewer.connection)
                viewer.seen = self.channel.version
                # By the viewer's own clock, but nothing is made up for.
                viewer.due_s = max(viewer.due_s + 1.0 / viewer.rate, now_s - PULSE_S)
        for wanted, connections in groups.items():
            # Made once, and the same bytes go to all: at 200 viewers that is what costs.
            frame = frame_of(self.channel.since(*wanted))
            self._outgoing.add(connections, frame)
        if is_last:
            self._outgoing.finish()
        else:
            self._outgoing.begin()

    # HTTP

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return a file of the page; ``None``: this is the stream's handshake."""
        origin = request.headers.get("Origin")
        try:
            parts = urlsplit(request.path)
            host = urlsplit(f"//{request.headers.get('Host', '')}").hostname or ""
            from_page = None if origin is None else urlsplit(origin).netloc
        except ValueError:
            return _response(HTTPStatus.BAD_REQUEST, b"This is no address.\n")
        if self._place.is_loopback and not is_loopback(host):
            # A page of the internet whose name was pointed to this computer (DNS rebinding).
            return _response(HTTPStatus.FORBIDDEN, b"Only for this computer.\n")
        if parts.path != "/stream":
            page = self._pages.get(parts.path)
            if page is None:
                return _response(HTTPStatus.NOT_FOUND, b"There is no such page.\n")
            return _response(HTTPStatus.OK, page.content, page.kind)
        if from_page is not None and from_page != request.headers.get("Host"):
            return _response(HTTPStatus.FORBIDDEN, b"Not for other pages.\n")
        return None

    # One viewer

    async def _follow(self, connection: ServerConnection) -> None:
        right = self._right_of(connection)
        if right == "none":
            await connection.close(WRONG_KEY, "The address has no valid key.")
            return
        if len(self._viewers) >= MOST_VIEWERS:
            await connection.close(FULL, f"{MOST_VIEWERS} viewers are watching already.")
            return
        viewer = Viewer(connection, may_steer=right == "steer")
        viewer.name = self.typists.enter(partial(_reply, viewer))
        self._viewers.add(viewer)
        self._tell({"viewers": len(self._viewers)})
        self.pulse()
        try:
            with suppress(ConnectionClosed):
                async for message in connection:
                    if not self._hear(viewer, message):
                        await connection.close(POLICY, "Too many messages, or too many bad ones.")
                        return
        finally:
            self._viewers.discard(viewer)
            self._let_go(viewer, list(viewer.drives))
            self.typists.leave(viewer.name)
            self._tell({"viewers": len(self._viewers)})
            self._say_what_is_wanted()

    def _right_of(self, connection: ServerConnection) -> Right:
        assert connection.request is not None
        keys = parse_qs(urlsplit(connection.request.path).query).get("key", [""])
        return self._keys.right_of(keys[0])

    def _hear(self, viewer: Viewer, message: str | bytes) -> bool:
        """Handle a viewer's message; return whether it may go on."""
        now_s = asyncio.get_running_loop().time()
        credit = viewer.credit + (now_s - viewer.spoke_s) * MOST_MESSAGES_PER_S
        viewer.spoke_s, viewer.credit = now_s, min(credit, MOST_MESSAGES_PER_S) - 1.0
        if viewer.credit < 0.0:
            return False
        try:
            said = parse(message)
            if isinstance(said, Look):
                # The rest of a topic that was not wanted so far: everything, once more.
                viewer.topics, viewer.rate, viewer.robot = said.topics, said.rate, said.robot
                viewer.seen = self.channel.nothing_seen
                self._say_what_is_wanted()
                return True
            if not viewer.may_steer:
                raise Refusal("This address is for watching only.")
        except Refusal as refusal:
            viewer.refusals += 1
            answer = orjson.dumps({"type": "refused", "text": str(refusal)})
            if _has_room(viewer):
                send(viewer.connection, frame_of(answer))
            return viewer.refusals < MOST_REFUSALS
        if isinstance(said, TypeLine):
            self.typists.type_line(viewer.name, said.robot, said.line)
            return True
        if isinstance(said, Order) and isinstance(said.command, SetSpeeds):
            viewer.drives.pop(said.robot, None)
            if said.command != SetSpeeds(0, 0):
                viewer.drives[said.robot] = now_s
        self._tell(plain(said))
        return True

    def _send_scene(self, viewer: Viewer) -> None:
        if self.channel.scene_number and _has_room(viewer):
            viewer.scene = self.channel.scene_number
            viewer.seen = self.channel.nothing_seen
            scene = {"type": "scene", "may_steer": viewer.may_steer, **self.channel.scene}
            send(viewer.connection, frame_of(orjson.dumps(scene)))

    def _say_what_is_wanted(self) -> None:
        """Report for which robots viewers want what is made only on demand."""
        wanted = {
            topic: sorted({viewer.robot for viewer in self._viewers if topic in viewer.topics})
            for topic in TOPICS_ON_DEMAND
        }
        if wanted != self._wanted:
            self._wanted = wanted
            self._tell({"wanted": wanted})

    # Time

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(PULSE_S)
            self.pulse()
            oldest_s = asyncio.get_running_loop().time() - DEAD_MAN_S
            for viewer in self._viewers:
                late = [robot for robot, at_s in viewer.drives.items() if at_s < oldest_s]
                self._let_go(viewer, late)

    def _let_go(self, viewer: Viewer, robots: list[int]) -> None:
        """Stop the robots of a driver that has gone."""
        for robot in robots:
            del viewer.drives[robot]
            self._tell({"wish": "order", "robot": robot, "order": "speeds", "left": 0, "right": 0})


def _has_room(viewer: Viewer) -> bool:
    return viewer.connection.transport.get_write_buffer_size() < FULL_BYTES


def _reply(viewer: Viewer, reply: Reply) -> None:
    if _has_room(viewer):
        send(viewer.connection, frame_of(orjson.dumps({"type": "reply", **reply})))


_HEADERS = {
    "Connection": "close",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self' ws: wss:",
}


def _response(status: HTTPStatus, body: bytes, kind: str = "text/plain; charset=utf-8") -> Response:
    about = {"Content-Type": kind, "Content-Length": str(len(body))}
    return Response(status.value, status.phrase, Headers(_HEADERS | about), body)


def main() -> None:
    """Serve what comes on standard input until it ends; the first frame says where."""
    ignore_all()
    if hasattr(os, "nice"):  # Windows has none
        os.nice(NICENESS)
    tell = JsonLines.of_this_process().send
    first = read_frame(sys.stdin.buffer)
    if first is None:
        return
    console = None if first["console"] is None else Place(**first["console"])
    server = Server(Channel(), Place(**first["place"]), Keys(**first["keys"]), tell, console)
    try:
        asyncio.run(_serve(server, tell))
    except OSError as error:
        tell({"trouble": error.strerror or str(error), "at_console": server.is_serving})


async def _serve(server: Server, tell: Tell) -> None:
    loop, end = asyncio.get_running_loop(), asyncio.Event()

    def take(values: dict[str, Any]) -> None:
        if "scene" in values:
            server.channel.begin(values["scene"])
        elif "reply" in values:
            server.typists.reply(values["to"], values["reply"])
            return
        else:
            server.channel.take(values)
        server.pulse()

    async def take_soon(values: dict[str, Any]) -> None:
        take(values)

    def listen() -> None:
        with suppress(RuntimeError):  # the loop has ended before the input
            while (frame := read_frame(sys.stdin.buffer)) is not None:
                # Waits until it is taken: what is too much waits in the run's thread, not here.
                asyncio.run_coroutine_threadsafe(take_soon(frame), loop).result()
            loop.call_soon_threadsafe(end.set)

    def ready() -> None:
        tell({"port": server.port, "console": server.console_port})
        threading.Thread(target=listen, name="frames", daemon=True).start()

    end_loading()
    await server.run(ready, end)
