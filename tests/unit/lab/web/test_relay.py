"""Who watches a run loses sight of it when they may not any more."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Iterator
from typing import cast

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.live_server import LiveServer
from tests.unit.lab.conftest import job_request
from tests.unit.lab.web.conftest import bearer
from wsusim.lab.job_process import Order
from wsusim.lab.lab import Lab
from wsusim.lab.people import People
from wsusim.lab.store import Store
from wsusim.lab.web.relay import OVER, relay
from wsusim.lab.work import Work

HERE = "http://127.0.0.1:8600"


@pytest.fixture
def watched(lab: Lab, tokens: dict[str, str]) -> Iterator[str]:
    """Return the address of the stream of a run of Ann's, which goes on until the test ends."""
    worker = LiveServer()
    ann = lab.people.by_token(tokens["Ann"], 0.0)
    assert ann is not None
    job = lab.jobs.add(ann, job_request(), 0.0)
    work = Work(Order("driver.py", "field"))
    work.going.watch_address = f"http://127.0.0.1:{worker.server.port}/#key=steer-key"
    worker.begin()
    with lab.running.shown(job.id, work):
        yield f"ws://127.0.0.1:8600/live/{job.id}/stream"
    worker.close()


def end_of(viewer: WebSocketTestSession) -> int:
    """Return with which code a stream ends; what comes before is passed over."""
    while (message := viewer.receive())["type"] != "websocket.close":
        pass
    code: int = message["code"]
    return code


def test_a_revoked_persons_stream_ends(
    lab: Lab, client: TestClient, tokens: dict[str, str], watched: str
) -> None:
    """It was theirs until then; the lab asks every second."""
    with client.websocket_connect(watched, headers=bearer(tokens["Ann"])) as viewer:
        viewer.receive_json()
        lab.people.revoke("Ann", 1.0)

        assert end_of(viewer) == OVER


def test_the_terminals_revoking_ends_the_stream_too(
    lab: Lab, client: TestClient, tokens: dict[str, str], watched: str
) -> None:
    """``lab revoke`` writes to the store of a lab that is being served, which reads it again."""
    with client.websocket_connect(watched, headers=bearer(tokens["Ann"])) as viewer:
        viewer.receive_json()
        other = Store.in_folder(lab.plan.folder)
        People(other).revoke("Ann", 1.0)
        other.close()
        lab.people.read()  # as the lab at work does every second

        assert end_of(viewer) == OVER


def test_a_new_token_ends_what_the_old_one_sees(
    lab: Lab, client: TestClient, tokens: dict[str, str], watched: str
) -> None:
    """A lost invitation shows no more to its finder once there is a new one."""
    with client.websocket_connect(watched, headers=bearer(tokens["Ann"])) as viewer:
        viewer.receive_json()
        lab.people.invite(["Ann"], 1.0)

        assert end_of(viewer) == OVER


def test_signing_out_ends_the_browsers_streams(
    client: TestClient, tokens: dict[str, str], watched: str
) -> None:
    """In every tab of that browser."""
    told = client.post("/api/sign-in", json={"token": tokens["Ann"]}).json()
    with client.websocket_connect(watched, headers={"Origin": HERE}) as viewer:
        viewer.receive_json()
        client.post("/api/sign-out", headers={"X-CSRF-Token": told["csrf"]}, json={})

        assert end_of(viewer) == OVER


def test_a_student_who_stays_sees_the_end(
    client: TestClient, tokens: dict[str, str], watched: str, lab: Lab
) -> None:
    """Revoking one person is nothing to the others."""
    with client.websocket_connect(watched, headers=bearer(tokens["Tess"])) as viewer:
        viewer.receive_json()
        lab.people.revoke("Bob", 1.0)

        assert client.get("/api/me", headers=bearer(tokens["Tess"])).status_code == 200


class Gone:
    """A viewer who has left by the time the worker is reached."""

    async def accept(self) -> None:
        """Tell so."""
        raise WebSocketDisconnect


def test_nothing_is_left_open_for_a_viewer_who_has_gone() -> None:
    """The worker's side of the stream ends, too."""
    worker = LiveServer()
    worker.begin()
    address = f"http://127.0.0.1:{worker.server.port}/"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        with pytest.raises(WebSocketDisconnect):
            asyncio.run(relay(cast(WebSocket, Gone()), address, lambda: True))
        gc.collect()
    worker.close()

    assert [str(one.message) for one in told] == []
