"""``--kremote``: the door for clients of the WSU lab of 2002, which speak lines over TCP.

The client connects and waits: ``#WAIT`` comes again and again until a robot is free, then
``#START``. From then on it sends the Khepera's lines and reads one for each. ``#TIMEOUT`` ends it
when its time is over, ``#STUCK`` when the robot can't be driven on (facts: KheperaRemote of the WSU
Khepera suite). Such clients carry no token, so anyone who reaches the port may drive; each waits in
the same queue as everyone else, and gets the same time.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from time import monotonic
from typing import TYPE_CHECKING

from wsusim.lab.listening import listen

if TYPE_CHECKING:
    from wsusim.lab.guests import Guests
    from wsusim.lab.work import Work

MOST_CLIENTS = 16
LONGEST_LINE = 256
WAIT_S = 2.0
"""So often a client that waits hears so."""

LOOK_S = 0.1
MOST_LINES_S = 200
"""Lines of a client that are taken in a second; a serial line carries fewer. A client that sends
more waits, and nothing piles up here."""

SILENCE_S, FIRST_S = 60.0, 15.0
"""A client that drives and says nothing for so long has gone; one that has never said anything is
waited for less long: others wait for the robot."""

GRACE_S = 1.0
"""A client that was told its end may close the line itself: that of 2005 reads on until then, and
takes the end of the line for an error."""


class RemoteClient:
    """One connection; the robot's thread calls ``start``, ``answer`` and ``end``."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        connection.settimeout(LOOK_S)
        self._left = b""
        self._heard_s = monotonic()
        self._has_spoken = False
        self.work: Work | None = None
        self.has_gone = False
        self.has_ended = threading.Event()

    def say(self, text: str) -> None:
        """Send a line; a client that doesn't accept it counts as gone."""
        try:
            self._connection.sendall(text.encode("ascii", "replace") + b"\r\n")
        except OSError:
            self.has_gone = True

    def end(self, outcome: str) -> None:
        """Tell the client how the run ended, and let it go."""
        if outcome == "time":
            self.say("#TIMEOUT")
        elif outcome not in ("finished", "goal", "stopped"):
            self.say("#STUCK")
        self.has_ended.set()

    def lines(self) -> list[bytes]:
        """Return the complete lines received so far; note when the client has hung up."""
        try:
            piece = self._connection.recv(4096)
        except TimeoutError:
            piece = None
        except OSError:
            piece = b""
        if piece is None:
            patience_s = SILENCE_S if self._has_spoken else FIRST_S
            self.has_gone = self.has_gone or monotonic() - self._heard_s > patience_s
            return []
        self._heard_s, self._has_spoken = monotonic(), self._has_spoken or bool(piece)
        whole = (self._left + piece).replace(b"\r", b"\n").split(b"\n")
        self._left = whole.pop()
        if not piece or len(self._left) > LONGEST_LINE:
            self.has_gone = True
        return [line for line in whole if line][:LONGEST_LINE]

    def wait_patiently(self) -> None:
        """Wait a moment, and note when the client has hung up; keep what it says meanwhile."""
        self._heard_s = monotonic()
        try:
            self.has_gone = not self._connection.recv(1, socket.MSG_PEEK)
            self.has_ended.wait(LOOK_S)
        except TimeoutError:
            return
        except OSError:
            self.has_gone = True

    def close(self) -> None:
        """Close the connection; a client that was told the end gets a moment to close it first."""
        end_s = monotonic() + (GRACE_S if self.has_ended.is_set() else 0.0)
        with contextlib.suppress(OSError):
            while not self.has_gone and monotonic() < end_s:
                with contextlib.suppress(TimeoutError):
                    self.has_gone = not self._connection.recv(4096)
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


class RemoteDoor:
    """Listens for old clients, and gives each a place in the queue.

    Args:
        guests: Where they get a place in the queue.
        host: Where to listen.
        port: 0: any free one.

    Raises:
        BadInput: The port can't be had.
    """

    def __init__(self, guests: Guests, host: str, port: int) -> None:
        self._guests = guests
        self._door = listen(host, port, "--kremote", MOST_CLIENTS)
        self.port: int = self._door.getsockname()[1]
        self._is_closing = threading.Event()
        self._threads: set[threading.Thread] = set()
        self._listener = threading.Thread(target=self._listen, name="wsusim-kremote", daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Accept no more connections, and close all."""
        self._is_closing.set()
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._listener.join()
        for thread in list(self._threads):
            thread.join()

    def _listen(self) -> None:
        while not self._is_closing.is_set():
            try:
                connection, _ = self._door.accept()
            except OSError:
                return
            if len(self._threads) >= MOST_CLIENTS:
                connection.close()
                continue
            thread = threading.Thread(
                target=self._serve, args=(connection,), name="wsusim-kremote-client", daemon=True
            )
            self._threads.add(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        client = RemoteClient(connection)
        number = self._guests.admit(client)
        try:
            told_s = 0.0
            while not client.has_ended.is_set() and not self._is_closing.is_set():
                if client.work is not None and client.work.has_begun:
                    lines = client.lines()
                    for line in lines:
                        client.work.send_line(line)
                    client.has_ended.wait(len(lines) / MOST_LINES_S)
                else:
                    if monotonic() - told_s >= WAIT_S:
                        told_s = monotonic()
                        client.say("#WAIT")
                    client.wait_patiently()
                if client.has_gone:
                    break
        finally:
            self._guests.dismiss(number)
            client.close()
            self._threads.discard(threading.current_thread())
