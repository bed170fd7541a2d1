"""Serves a lab's pages, with or without TLS, and drops connections that dawdle."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from wsusim.errors import BadInput
from wsusim.formats.atomic import read_whole
from wsusim.lab.lab import Lab
from wsusim.lab.listening import listen
from wsusim.lab.school_accounts import SchoolAccounts
from wsusim.lab.web.app import Pages
from wsusim.lab.web.doors import Doors, Visit
from wsusim.live.watch_address import Place
from wsusim.start_up import end_loading

MOST_WAITING = 600
"""To be let in."""

IDLE_S = 20.0
"""A client that sends no whole request for so long is cut off."""

ENDING_S = 1


@dataclass(frozen=True, slots=True)
class Certificate:
    """What TLS needs."""

    file: Path
    key: Path


class Server:
    """A lab's web server; ``run`` returns when ``stop`` was called.

    Args:
        lab: Whose pages.
        place: Where to listen.
        certificate: For TLS; ``None``: without.
        is_behind_proxy: A proxy in front of it speaks TLS, and forwards the clients' addresses.
        school: Accounts with which people may sign in, too; ``None``: none.

    Raises:
        BadInput: The place can't be used, or the certificate can't be read.
    """

    def __init__(
        self,
        lab: Lab,
        place: Place,
        certificate: Certificate | None = None,
        *,
        is_behind_proxy: bool = False,
        school: SchoolAccounts | None = None,
    ) -> None:
        if certificate is not None:
            _check(certificate)
        pages = Pages(
            lab,
            is_loopback=place.is_loopback and not is_behind_proxy,
            is_secure=certificate is not None or is_behind_proxy,
            school=school,
        )
        self._server = _Server(
            uvicorn.Config(
                pages.app,
                host=place.host,
                port=place.port,
                http=partial(_Impatient, doors=Doors(are_addresses_told=not is_behind_proxy)),  # type: ignore[arg-type]
                ws="websockets-sansio",
                ws_max_size=65_536,
                log_level="critical",
                access_log=False,
                lifespan="off",
                server_header=False,
                proxy_headers=is_behind_proxy,
                timeout_keep_alive=int(IDLE_S),
                timeout_graceful_shutdown=ENDING_S,
                ssl_certfile=None if certificate is None else str(certificate.file),
                ssl_keyfile=None if certificate is None else str(certificate.key),
            )
        )
        self._scheme = "http" if certificate is None else "https"
        self._host = place.host
        # Clients that come before the first answer wait.
        self._socket = listen(place.host, place.port, "--listen", MOST_WAITING)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        port = self._socket.getsockname()[1]
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{self._scheme}://{host}:{port}/"

    def run(self) -> None:
        """Serve until it is stopped."""
        end_loading()
        self._server.run([self._socket])

    def stop(self) -> None:
        """Make the server end; safe from any thread."""
        self._server.should_exit = True


class _Server(uvicorn.Server):
    """Leaves signals to the program that started it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


class _Impatient(H11Protocol):
    """HTTP that closes a connection without a complete request after a while, or to make room."""

    def __init__(self, *arguments: Any, doors: Doors, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._doors = doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout."""
        super().connection_made(transport)
        self._seen_cycle: object = self  # none that it will have
        self._visit = Visit(transport, (self.client or ("",))[0], self._is_busy)
        self._doors.enter(self._visit)
        self._look_again()

    def data_received(self, data: bytes) -> None:
        """Note that a client has sent something."""
        super().data_received(data)
        self._visit.since_s = monotonic()
        self._visit.has_asked = self._visit.has_asked or self._is_busy()

    def _is_busy(self) -> bool:
        is_stream = self.transport.get_protocol() is not self
        return is_stream or not (self.cycle is None or self.cycle.response_complete)

    def _look_again(self) -> None:
        self.loop.call_later(IDLE_S / 2.0, self._look)

    def _look(self) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        is_done = self.cycle is None or self.cycle.response_complete
        if is_done and self.cycle is self._seen_cycle:
            self.transport.close()
            return
        self._seen_cycle = self.cycle
        if self.transport.get_protocol() is self:  # else it has become a WebSocket
            self._look_again()


def _check(certificate: Certificate) -> None:
    for option, file in (("--cert", certificate.file), ("--key", certificate.key)):
        read_whole(file, f"a file for {option}")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
            certificate.file, certificate.key, password=lambda: ""
        )
    except (OSError, ssl.SSLError) as error:
        raise BadInput(
            f"--cert {certificate.file} --key {certificate.key}: TLS can't use them together "
            f"({error.strerror or error}). Both must be PEM files, and the key must be the "
            "certificate's own, without a password."
        ) from None
