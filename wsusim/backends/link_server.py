"""The parent's end of the link: does with the robot what the child asks for."""

from __future__ import annotations

import json
import socket
from dataclasses import asdict
from typing import Any

from wsusim.backends.contract import Backend, RobotInfo
from wsusim.backends.link_frames import (
    TIMES,
    Flag,
    Kind,
    Readings,
    Wire,
    pack_image,
    unpack_commands,
    unpack_look,
)
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.robots import introduced, robot_kind

LATEST_TICK = 10**12 * TICKS_PER_SECOND
"""Farthest tick a child may ask for; it keeps nonsense out of the lock-step."""


class LinkServer:
    """Answers one child until it ends.

    Args:
        connection: A connected stream socket; the child's ``LinkBackend`` holds the other end.
        backend: The robot, connected by the owner, who also closes it.
        info: What ``backend.connect`` returned.
    """

    def __init__(self, connection: socket.socket, backend: Backend, info: RobotInfo) -> None:
        self._wire = Wire(connection)
        self._backend = backend
        self._info = info
        self._max_speed = robot_kind(info.kind).motors.max_speed
        self._readings = Readings(len(robot_kind(info.kind).sensors))
        self.exchanges = 0
        """Questions so far."""
        self.is_child_computing = True
        """Whether the next move is the child's."""

    def serve(self) -> dict[str, Any] | None:
        """Answer until the child reports its end; return the report, ``None`` when it just went."""
        try:
            while True:
                kind, _, tick, mask, body = self._wire.receive()
                self.exchanges += 1
                self.is_child_computing = False
                if kind == Kind.DONE:
                    return self._end(body)
                self._answer(kind, tick, mask, body)
                self.is_child_computing = True
        except LinkLost:
            return None

    def _answer(self, kind: int, tick: int, mask: int, body: bytes) -> None:
        backend = self._backend
        flags = int(Flag.NONE)
        try:
            if body:
                self._obey(body)
            if kind == Kind.SLEEP:
                backend.sleep_until_tick(min(tick, LATEST_TICK))
            if kind == Kind.CONNECT:
                answer = self._introduce()
            elif kind == Kind.TIMES:
                answer = TIMES.pack(*backend.line_times())
            elif kind == Kind.LOOK:
                answer = pack_image(backend.look(unpack_look(tick)))
            elif mask:
                answer = self._readings.pack(mask, backend.read)
            else:
                answer = b""
        except RobotRefused as refused:
            answer, flags = str(refused).encode(), int(Flag.REFUSED)
        except LinkLost as lost:
            answer, flags = str(lost).encode(), int(Flag.LOST | Flag.STOPPING)
        if backend.is_stopping:
            flags |= int(Flag.STOPPING)
        self._wire.send(kind, flags, backend.now_ticks(), mask, answer)

    def _obey(self, bundle: bytes) -> None:
        for command in unpack_commands(bundle, self._max_speed):
            if command is None:
                self._backend.make_safe()
            else:
                self._backend.send(command)

    def _introduce(self) -> bytes:
        stands_still = getattr(self._backend, "time_stands_still", False)
        facts = {"time_stands_still": stands_still, **asdict(self._info)}
        return json.dumps(facts | {"robot_kinds": introduced([self._info.kind])}).encode()

    def _end(self, body: bytes) -> dict[str, Any] | None:
        length = int.from_bytes(body[:4], "little")
        self._obey(body[4 : 4 + length])
        try:
            report = json.loads(body[4 + length :])
        except ValueError:
            return None
        return report if isinstance(report, dict) else None
