"""The robots of a run that another computer shares: a source for our own window."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from time import monotonic
from typing import Any

import orjson

from wsusim.errors import BadInput
from wsusim.live.opened_share import OpenedShare
from wsusim.live.server_link import check_installed
from wsusim.live.told_snapshots import Scene, ShownState, broken
from wsusim.live.watch_address import stream_of
from wsusim.model.snapshot import Snapshot
from wsusim.runs.observer import Abilities, Observers
from wsusim.runs.request import RunRequest

_LIBRARY_LOG = logging.getLogger(f"{__name__}.library")
_LIBRARY_LOG.addHandler(logging.NullHandler())
_LIBRARY_LOG.propagate = False
"""The library tells a connection's end with a traceback; viewers are told in a sentence."""

OPENING_S = 10.0
CLOSING_S = 0.5
"""A server that does not say goodbye is waited for no longer."""

SILENT_S = 60.0
"""A server that doesn't answer for so long is gone. A busy computer takes its time to hear it."""

FIRST_PICTURE_S = 30.0

WRONG_KEY, FULL = 4403, 4429
LARGEST = 16_000_000
"""Bytes of a message that are taken."""

MOST_LISTS = 1_000_000
"""Lists and objects in a message; one takes 30 times as much memory here as in its text."""

MOST_WAITING = 2
"""So many messages wait here to be shown; further ones wait where they come from."""

MOST_BEFORE_PICTURE = 2 * LARGEST
"""Bytes that may come before everything has been told once."""

NO_PAUSE = (
    "You are watching. To pause this run, drag things or drive, you need its address for steering."
)
NO_PAUSE_IN_LAB = "You are watching. A run in a lab can be stopped, but not paused or steered."


class RemoteRobots:
    """Robots of a shared run; fulfils ``runs.sources.source.Source``.

    Attributes:
        request: The request of the run that shows them.
        scene: Its first message.
        state: What it has sent until now.
        first: Where everything is.
        early: Its messages meanwhile, as text, which is small.

    Raises:
        BadInput: There is no shared run at the address.
    """

    is_pinned = False

    def __init__(self, address: str, token: str = "") -> None:
        """``token``: for a run in a lab, the token with which to sign in there."""
        check_installed()
        self._url = stream_of(address)
        self._address = address
        self._begun_s = monotonic()
        self.socket = self._connect({"Authorization": f"Bearer {token}"} if token else {})
        self.early: list[bytes] = []
        self._taken_bytes = 0
        try:
            self.scene = Scene(self._receive_first("scene"))
            self.state = ShownState(self.scene)
            self.first = self._first_snapshot()
        except BadInput:
            self.close()
            raise
        can = self.scene.abilities if self.scene.may_steer else {}
        self.abilities = Abilities(
            pause=bool(can.get("pause")),
            drag=bool(can.get("drag")),
            order=bool(can.get("order")),
            rays=True,
            no_pause=NO_PAUSE_IN_LAB if token else NO_PAUSE,
        )
        self.request = RunRequest((), self.scene.world, self.scene.seed)

    def open(self, observers: Observers) -> OpenedShare:
        """Begin to inform the observers."""
        return OpenedShare(self, observers)

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()

    def next(self, timeout_s: float) -> Mapping[str, Any] | None:
        """Return the next message; ``None``: none has arrived in time.

        Raises:
            BadInput: It makes no sense.
            ConnectionClosed: There are no more.
        """
        try:
            text = self.socket.recv(timeout=timeout_s)
            self._taken_bytes += len(text)
            message = parsed(text)
        except TimeoutError:
            return None
        except orjson.JSONDecodeError as error:
            raise broken(error) from error
        if not isinstance(message, dict):
            raise broken(TypeError())
        return message

    # Inside

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
                message = self.next(max(0.0, until_s - monotonic()))
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
            self.early.append(orjson.dumps(changes))
            self.state.take(changes)
            if (snapshot := self.state.snapshot()) is not None:
                return snapshot


def parsed(text: str | bytes) -> Any:
    """Return the contents of a message.

    Raises:
        BadInput: It has more parts than a run sends.
        orjson.JSONDecodeError: It is no JSON.
    """
    if isinstance(text, str):
        lists = text.count("[") + text.count("{")
    else:
        lists = text.count(b"[") + text.count(b"{")
    if lists > MOST_LISTS:
        raise broken(ValueError("too many parts"))
    return orjson.loads(text)
