"""Passes the live view of a job on to a browser: its worker's stream, and the page's files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from wsusim.live.watch_address import stream_of

LONGEST_BYTES = 4 << 20
"""Of a message of the stream: the scene of a large maze is the longest."""

LOOK_S = 1.0

GONE = 4404
OVER = 1001
"""The run has ended, or its process has."""


async def relay(viewer: WebSocket, address: str, may_go_on: Callable[[], bool]) -> None:
    """Pass everything on, both ways, until either side has had enough.

    Args:
        viewer: Authorised, but not yet accepted.
        address: Of the worker's live view.
        may_go_on: Called every second: false for a viewer who has signed out or was revoked.
    """
    try:
        worker = await connect(
            stream_of(address), max_size=LONGEST_BYTES, compression=None, proxy=None
        )
    except (OSError, InvalidHandshake, TimeoutError):
        await viewer.close(GONE, "This run is over.")
        return
    try:
        await viewer.accept()
        async with worker:
            await _pass_on(viewer, worker, may_go_on)
    finally:
        worker.transport.abort()  # also where the goodbye, or the viewer's welcome, was broken off
    with suppress(RuntimeError):
        await viewer.close(OVER)


async def _pass_on(
    viewer: WebSocket, worker: ClientConnection, may_go_on: Callable[[], bool]
) -> None:
    """Pass everything on until one side has gone, or the viewer may not go on."""

    async def outward() -> None:
        async for message in worker:
            if isinstance(message, str):
                await viewer.send_text(message)

    async def inward() -> None:
        while True:
            await worker.send(await viewer.receive_text())

    async def watch() -> None:
        while may_go_on():
            await asyncio.sleep(LOOK_S)

    tasks = [asyncio.create_task(one()) for one in (outward, inward, watch)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            # A KeyError: bytes came where a viewer sends text.
            with suppress(
                asyncio.CancelledError,
                ConnectionClosed,
                WebSocketDisconnect,
                RuntimeError,
                KeyError,
            ):
                await task
