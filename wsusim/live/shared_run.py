"""The robots of a run that another computer shares: a source for our own window."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson

from wsusim.errors import BadInput
from wsusim.live.asking import Refusal, plain
from wsusim.live.server_link import check_installed
from wsusim.live.told_snapshots import BROKEN, Scene, ShownState, broken
from wsusim.live.watch_address import stream_of
from wsusim.model.commands import ClearDrawing, Draw, RobotCommand, Say, SetSpeeds
from wsusim.model.geometry import Point
from wsusim.model.snapshot import Snapshot
from wsusim.runs.actions import Action, Order
from wsusim.runs.observer import Abilities, Observers, RunStart, RunUpdate
from wsusim.runs.request import RunRequest
from wsusim.runs.sources.source import Finish

if TYPE_CHECKING:
    from wsusim.backends.contract import HostedBackend
    from wsusim.control.hosting.host import Host, HostSettings
    from wsusim.control.hosting.host_group import HostGroup

_LIBRARY_LOG = logging.getLogger(f"{__name__}.library")
_LIBRARY_LOG.addHandler(logging.NullHandler())
_LIBRARY_LOG.propagate = False
"""The library tells a connection's end with a traceback; whoever watches is told in a sentence."""

OPENING_S = 10.0
CLOSING_S = 0.5
"""A server that does not say goodbye is waited for no longer."""

SILENT_S = 60.0
"""A server that doesn't answer for so long is gone. A busy computer takes its time to hear it."""

LOOK_S = 0.05
FIRST_PICTURE_S = 30.0
AGAIN_S = 0.3
"""A robot that is driven is told so again and again: one whose driver is silent is stopped."""

GOING_AWAY, WRONG_KEY, FULL = 1001, 4403, 4429
LARGEST = 16_000_000
"""Bytes of a message that are taken."""

MOST_LISTS = 1_000_000
"""Lists and objects in a message; one takes 30 times as much memory here as in its text."""

MOST_WAITING = 2
"""So many messages wait here to be shown; further ones wait where they come from."""

MOST_BEFORE_PICTURE = 2 * LARGEST
"""Bytes that may come before everything has been told once."""

MOST_MESSAGES_PER_S = 200
"""More are taken slowly: a run tells sixty times a second where everything is."""

MOST_LINES = 2000
LONGEST_LINE = 10_000
"""Prints, drawings and characters of them that are taken of one message."""

MOST_POINTS = 10_000
"""Points of a robot's trail that are taken of one message: what a server keeps."""

LONGEST_NAME = 100
"""Characters of a shape or colour."""

LONGEST_REMARK = 500
"""Characters of what is told above the arena."""

NO_PAUSE = (
    "You are watching. To pause this run, drag things or drive, you need its address for steering."
)
NO_PAUSE_IN_LAB = "You are watching. A run in a lab can be stopped, but not paused or steered."


class RemoteRobots:
    """Robots of a shared run; fulfils ``runs.sources.source.Source``.

    Attributes:
        request: The request of the run that shows them.

    Raises:
        BadInput: There is no shared run at the address.
    """

    is_pinned = False

    def __init__(self, address: str, token: str = "") -> None:
        """``token``: for a run in a lab, what one signs in there with."""
        check_installed()
        self._url = stream_of(address)
        self._address = address
        self._begun_s = monotonic()
        self._socket = self._connect({"Authorization": f"Bearer {token}"} if token else {})
        self._is_stopped = threading.Event()
        self._early: list[bytes] = []
        """What came before anybody could hear of it, as text: that is small."""
        self._taken_bytes = 0
        self._second_s, self._messages = monotonic(), 0
        self._driven: dict[int, RobotCommand] = {}
        self._is_led = False
        """Whether it was told where robots have been."""
        self._observers = Observers()
        try:
            self._scene = Scene(self._receive_first("scene"))
            self._state = ShownState(self._scene)
            self._first = self._first_snapshot()
        except BadInput:
            self._socket.close()
            raise
        can = self._scene.abilities if self._scene.may_steer else {}
        self.abilities = Abilities(
            pause=bool(can.get("pause")),
            drag=bool(can.get("drag")),
            order=bool(can.get("order")),
            rays=True,
            no_pause=NO_PAUSE_IN_LAB if token else NO_PAUSE,
        )
        self.request = RunRequest((), self._scene.world, self._scene.seed)

    # Source

    def open(self, observers: Observers) -> None:
        """Tell from now on."""
        self._observers = observers

    def members(self) -> Sequence[tuple[str, HostedBackend]]:
        """Return no members: their controllers are where the run is."""
        return ()

    def settings(self) -> HostSettings:
        """Return the usual ones; no host needs them."""
        from wsusim.control.hosting.host import HostSettings

        return HostSettings()

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start."""
        update = RunUpdate(self._first, self._state.statistics)
        options = {"maze": self._scene.world.name}
        seed = self._scene.seed
        return RunStart(
            self.request, self.abilities, self._scene.world, update, seed, False, options
        )

    def go(self, group: HostGroup) -> None:
        """Start nothing."""

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Show what comes until the run is over, or showing it is stopped."""
        again_s = 0.0
        for one in self._early:
            self._tell_checked(orjson.loads(one))
        self._early.clear()
        while not self._is_stopped.is_set():
            message = self._receive(LOOK_S)
            if message is not None:
                self._take(message)
                self._hold_flood_back()
            look()
            if monotonic() >= again_s:
                again_s = monotonic() + AGAIN_S
                for robot, command in list(self._driven.items()):
                    self._say(plain(Order(robot, command)))

    def finish(self) -> Finish:
        """Return how it stands: nothing is left to be told."""
        return Finish(self.tick, "stopped", self._state.mission(), self._state.statistics)

    def close(self) -> None:
        """Close the connection."""
        self._is_stopped.set()
        self._socket.close()

    @property
    def tick(self) -> int:
        """The tick that is shown."""
        return self._state.tick

    def stop(self) -> None:
        """Watch no longer; the run itself goes on."""
        self._is_stopped.set()

    def steer(self, action: Action) -> None:
        """Ask the run for it."""
        if isinstance(action, Order) and isinstance(action.command, SetSpeeds):
            self._driven.pop(action.robot, None)
            if action.command != SetSpeeds(0, 0):
                self._driven[action.robot] = action.command
        try:
            self._say(plain(action))
        except Refusal as refusal:
            self._observers.refused(str(refusal))

    # Messages

    def _take(self, message: Mapping[str, Any]) -> None:
        if message.get("type") == "refused":
            self._observers.refused(str(message.get("text"))[:LONGEST_REMARK])
        elif message.get("type") == "scene":
            scene = Scene(message)
            if scene.world != self._scene.world:
                self._end("Another run has begun there. Open the address again to watch it.")
                return
            self._scene, self._state = scene, ShownState(scene)
        elif message.get("type") == "changes":
            self._state.take(message)
            self._tell_checked(message)
            snapshot = self._state.snapshot()
            if snapshot is not None:
                self._observers.seen(RunUpdate(snapshot, self._state.statistics))
            if self._state.value("run", "phase") == "ended":
                self._end("")

    def _hold_flood_back(self) -> None:
        """Take no more than so many messages a second."""
        self._messages += 1
        if self._messages >= MOST_MESSAGES_PER_S:
            self._is_stopped.wait(max(0.0, self._second_s + 1.0 - monotonic()))
            self._second_s, self._messages = monotonic(), 0

    def _tell_checked(self, message: Mapping[str, Any]) -> None:
        try:
            self._tell(message)
        except BROKEN as error:
            raise broken(error) from error

    def _tell(self, message: Mapping[str, Any]) -> None:
        """Tell what is printed, said and drawn."""
        tick, robots = self._state.tick, len(self._scene.world.robots)
        for robot, text in message.get("says", {}).items():
            self._observers.remarked(tick, int(robot) % robots, Say(str(text)[:LONGEST_LINE]))
        for robot, is_anew, figures in self._state.news(message, "drawings"):
            if is_anew:
                self._observers.remarked(tick, int(robot) % robots, ClearDrawing())
            for shape, colour, text, points in figures[-MOST_LINES:]:
                where = tuple((float(x_mm), float(y_mm)) for x_mm, y_mm in points)
                names = str(shape)[:LONGEST_NAME], str(colour)[:LONGEST_NAME]
                drawn = Draw(names[0], where, names[1], str(text)[:LONGEST_LINE])
                self._observers.remarked(tick, int(robot) % robots, drawn)
        self._lead(message)
        for _, _, entries in self._state.news(message, "prints"):
            for at_tick, robot, entry in entries[-MOST_LINES:]:
                text = str(entry)[:LONGEST_LINE]
                if 0 <= int(robot) < robots:
                    self._observers.printed(int(at_tick), int(robot), text)
                else:
                    self._observers.noticed(int(at_tick), text.rstrip()[:LONGEST_REMARK])

    def _lead(self, message: Mapping[str, Any]) -> None:
        """Tell where robots have been; of those that a message takes no notice of, nothing."""
        ways: dict[int, list[Point]] = {}
        is_wound = not self._is_led  # the first ones begin before what is shown already
        for robot, is_anew, points in self._state.news(message, "trails"):
            is_wound |= is_anew
            if int(robot) < len(self._scene.world.robots):
                newest = points[-MOST_POINTS:]
                ways[int(robot)] = [(float(x_mm), float(y_mm)) for x_mm, y_mm in newest]
        if ways:
            self._is_led = True
            self._observers.led(ways, is_wound)

    def _end(self, remark: str) -> None:
        if remark:
            self._observers.noticed(self._state.tick, remark)
        self._is_stopped.set()

    def _say(self, values: Mapping[str, Any]) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            self._socket.send(orjson.dumps({"type": "steer", **values}).decode())
        except ConnectionClosed:
            return  # whoever listens notices

    def _receive(self, timeout_s: float) -> Mapping[str, Any] | None:
        """Return the next message; ``None``: none has come, or there are no more."""
        from websockets.exceptions import ConnectionClosed

        try:
            return self._next(timeout_s)
        except ConnectionClosed as closed:
            self._end(
                "The run is no longer shared."
                if closed.rcvd is not None and closed.rcvd.code == GOING_AWAY
                else "The connection has broken off. The run itself may go on: open it again."
            )
            return None

    def _next(self, timeout_s: float) -> Mapping[str, Any] | None:
        """Return the next message; ``None``: none has come in time."""
        try:
            text = self._socket.recv(timeout=timeout_s)
            self._taken_bytes += len(text)
            message = parsed(text)
        except TimeoutError:
            return None
        except orjson.JSONDecodeError as error:
            raise broken(error) from error
        if not isinstance(message, dict):
            raise broken(TypeError())
        return message

    # Beginning

    def _connect(self, headers: Mapping[str, str]) -> Any:
        from websockets.exceptions import InvalidHandshake, InvalidURI
        from websockets.sync.client import connect

        try:
            return connect(
                self._url,
                additional_headers=headers,
                open_timeout=OPENING_S,
                close_timeout=CLOSING_S,
                max_size=LARGEST,
                max_queue=MOST_WAITING,
                ping_timeout=SILENT_S,
                logger=_LIBRARY_LOG,
                legacy=True,
                compression=None,
            )
        except (OSError, InvalidHandshake, InvalidURI, EOFError, UnicodeError) as error:
            raise BadInput(
                f"There is no shared run at {self._address} ({error}). Check the address, and "
                "whether the program that shares the run is still going."
            ) from error

    def _receive_first(self, kind: str) -> Mapping[str, Any]:
        """Return the first message of a kind."""
        from websockets.exceptions import ConnectionClosed

        until_s = self._begun_s + FIRST_PICTURE_S
        while monotonic() < until_s and self._taken_bytes < MOST_BEFORE_PICTURE:
            try:
                message = self._next(max(0.0, until_s - monotonic()))
            except ConnectionClosed as closed:
                raise self._refusal(closed.rcvd.code if closed.rcvd else None) from closed
            if message is not None and message.get("type") == kind:
                return message
        if self._taken_bytes:
            raise BadInput(
                f"What {self._address} sends doesn't become a picture of a run. Check the address: "
                "is it really wsusim's?"
            )
        raise BadInput(
            f"Nothing came from {self._address} within {FIRST_PICTURE_S:.0f} s: its run hasn't "
            "begun yet. Try again when it has."
        )

    def _refusal(self, code: int | None) -> BadInput:
        if code == WRONG_KEY:
            return BadInput(
                f"{self._address} isn't valid: its key is missing or wrong. Copy the whole "
                "address, with #key=..."
            )
        if code == FULL:
            return BadInput("Too many people are watching that run already. Try again later.")
        return BadInput(f"The run at {self._address} is no longer shared.")

    def _first_snapshot(self) -> Snapshot:
        while True:
            changes = self._receive_first("changes")
            self._early.append(orjson.dumps(changes))
            self._state.take(changes)
            if (snapshot := self._state.snapshot()) is not None:
                return snapshot


def parsed(text: str | bytes) -> Any:
    """Return what a message says.

    Raises:
        BadInput: It has more parts than a run tells.
        orjson.JSONDecodeError: It is no JSON.
    """
    if isinstance(text, str):
        lists = text.count("[") + text.count("{")
    else:
        lists = text.count(b"[") + text.count(b"{")
    if lists > MOST_LISTS:
        raise broken(ValueError("too many parts"))
    return orjson.loads(text)
