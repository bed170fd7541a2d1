"""A shared run of another computer while it is shown: its messages, and requests to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson

from wsusim.backends.contract import HostedBackend
from wsusim.hosting.host import Host, HostSettings
from wsusim.hosting.host_group import HostGroup
from wsusim.live.asking import Refusal, plain
from wsusim.live.told_snapshots import BROKEN, Scene, ShownState, broken
from wsusim.model.commands import ClearDrawing, Draw, RobotCommand, Say, SetSpeeds
from wsusim.model.geometry import Point
from wsusim.runs.actions import Action, Order
from wsusim.runs.observer import Observers, RunStart, RunUpdate
from wsusim.runs.sources.source import Finish

if TYPE_CHECKING:
    from wsusim.live.shared_run import RemoteRobots

GOING_AWAY = 1001
"""Why a server closes a connection that it has ended itself."""

LOOK_S = 0.05

AGAIN_S = 0.3
"""A robot that is driven is told so again and again: one whose driver is silent is stopped."""

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


class OpenedShare:
    """A shared run that is shown; fulfils ``runs.sources.source.Opened``."""

    def __init__(self, source: RemoteRobots, observers: Observers) -> None:
        self.request = source.request
        self._source = source
        self._scene, self._state = source.scene, source.state
        self._observers = observers
        self._is_stopped = threading.Event()
        self._second_s, self._messages = monotonic(), 0
        self._driven: dict[int, RobotCommand] = {}
        self._is_led = False
        """Whether it was told where robots have been."""

    def members(self) -> Sequence[tuple[str, HostedBackend]]:
        """Return no members: their controllers are where the run is."""
        return ()

    def settings(self) -> HostSettings:
        """Return the usual ones; no host needs them."""
        return HostSettings()

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start."""
        update = RunUpdate(self._source.first, self._state.statistics)
        options = {"maze": self._scene.world.name}
        seed = self._scene.seed
        return RunStart(
            self.request, self._source.abilities, self._scene.world, update, seed, False, options
        )

    def go(self, group: HostGroup) -> None:
        """Start nothing."""

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Show what comes until the run is over, or showing it is stopped."""
        again_s = 0.0
        for one in self._source.early:
            self._tell_checked(orjson.loads(one))
        self._source.early.clear()
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
        """Return the final state: nothing is left to report."""
        return Finish(self.tick, "stopped", self._state.mission(), self._state.statistics)

    def close(self) -> None:
        """Close the connection."""
        self._is_stopped.set()
        self._source.close()

    @property
    def tick(self) -> int:
        """The tick that is shown."""
        return self._state.tick

    def stop(self) -> None:
        """Stop watching; the run itself goes on."""
        self._is_stopped.set()

    def steer(self, action: Action) -> None:
        """Ask the run for an action."""
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
        """Accept only so many messages a second."""
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
        """Report what is printed, said and drawn."""
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
        """Report where robots have been; nothing for those that a message doesn't mention."""
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
            self._source.socket.send(orjson.dumps({"type": "steer", **values}).decode())
        except ConnectionClosed:
            return  # the thread that listens notices

    def _receive(self, timeout_s: float) -> Mapping[str, Any] | None:
        """Return the next message; ``None``: none has arrived, or there are no more."""
        from websockets.exceptions import ConnectionClosed

        try:
            return self._source.next(timeout_s)
        except ConnectionClosed as closed:
            self._end(
                "The run is no longer shared."
                if closed.rcvd is not None and closed.rcvd.code == GOING_AWAY
                else "The connection has broken off. The run itself may go on: open it again."
            )
            return None
