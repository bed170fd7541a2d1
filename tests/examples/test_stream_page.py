"""The manual's page about the live stream says what the stream does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live_server import LiveServer, picture_of, told_of
from tests.worlds import empty_world
from wsusim.live.asking import parse
from wsusim.live.telling import scene_of
from wsusim.live.topics import PROTOCOL, TOPICS

pytest.importorskip("websockets", reason="sharing a run is an extra (requirements-live.txt)")

PAGE = (Path(__file__).parents[2] / "manual/reference/live-stream.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the page's pieces of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_pages_program_follows_a_robot() -> None:
    """The client on the page, run as it stands, prints where the robot is."""
    server = LiveServer()
    server.begin()
    server.take(told_of(picture_of(123.0)))
    client = subprocess.Popen(
        [
            sys.executable,
            "-u",
            "-c",
            blocks("python")[0],
            f"ws://127.0.0.1:{server.server.port}/stream",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with client:
        assert client.stdout is not None
        line = client.stdout.readline()
        server.close()
        client.wait(30)

    assert line == "0.0 s: 123.0 300.0 mm\n"


@pytest.mark.parametrize("message", "".join(blocks("json")).splitlines())
def test_each_message_on_the_page_is_understood(message: str) -> None:
    """What the page says that a viewer can say, the server takes."""
    parse(message)


def test_the_page_names_every_topic_and_field_of_the_scene() -> None:
    """Version, topics and the scene's fields stand in tables."""
    names = {*TOPICS, *scene_of(empty_world(), name="")}

    assert {name for name in names if f"| `{name}` |" not in PAGE} == set()
    assert f"version **{PROTOCOL}**" in PAGE
