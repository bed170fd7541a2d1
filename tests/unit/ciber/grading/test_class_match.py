"""A match of a group, in a process and a folder of its own."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from socket import AF_INET, SOCK_DGRAM, socket

import pytest

from tests.unit.ciber.grading.work import AGENT, group
from wsusim.ciber.arena_server import PORT
from wsusim.ciber.grading.agent_lock import AgentLock
from wsusim.ciber.grading.class_match import ClassMatch, Played
from wsusim.ciber.grading.groups import find_groups
from wsusim.ciber.match_choice import scene_of
from wsusim.hosting.sandbox import trouble_with

CURIOUS = AGENT.replace(
    "s = socket",
    """
import os
print("home", os.path.exists(os.path.expanduser("~root/.ssh")), file=sys.stderr)
print("secret", os.path.exists("SECRET"), file=sys.stderr)
print("processes", sum(name.isdecimal() for name in os.listdir("/proc")) < 9, file=sys.stderr)
try:
    socket.create_connection(("192.0.2.1", 53), 1)
except OSError as error:
    print("network", error, file=sys.stderr)
s = socket""",
    1,
)


GREEDY = AGENT.replace(
    "s = socket",
    """
def fill(folder):
    size_mb = 0
    try:
        for number in range(200):
            with open(f"{folder}/{number}.junk", "wb") as file:
                for _ in range(5):
                    file.write(bytes(1_000_000))
                    file.flush()
                    size_mb += 1
    except OSError as error:
        print(folder, size_mb < 70, error.strerror, file=sys.stderr)
    else:
        print(folder, "took all", file=sys.stderr)

for place in ("/dev/shm", "/dev", "/", "."):
    fill(place)
s = socket""",
    1,
)


def played(folder: Path, agent: str, *, is_sandboxed: bool, disk_mb: int = 200) -> Played:
    """Play a short match of a map challenge with one group."""
    group(folder / "ben", agent.replace("SECRET", str(folder / "ben")))
    (only,), _ = find_groups(folder)
    scene = scene_of("rmi-2122/C2", cycles=5)
    return ClassMatch(only, scene, "2", AgentLock(is_sandboxed, disk_mb=disk_mb)).do()


def test_a_match_comes_back_with_its_marks_and_files(tmp_path: Path) -> None:
    """And with what the agent printed."""
    one = played(tmp_path, AGENT, is_sandboxed=False)
    assert one.failure == ""
    assert one.result is not None
    assert one.result["cycles"] == 5
    assert "should be 27 x 55" in one.result["robots"][0]["mark"]["remark"]
    assert sorted(one.files) == [".map", ".mcap", ".xml"]
    assert "hello from ben-1" in one.words


@pytest.mark.parametrize(
    "is_sandboxed",
    [
        False,
        pytest.param(
            True,
            marks=[
                pytest.mark.slow,
                pytest.mark.skipif(bool(trouble_with("bubblewrap")), reason="no bubblewrap here"),
            ],
        ),
    ],
)
@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has one address for itself")
def test_an_agent_that_knows_only_the_contests_port_is_played(
    tmp_path: Path, *, is_sandboxed: bool
) -> None:
    """Those of the course in Python take a host and nothing else, also while another match runs."""
    agent = AGENT.replace('host, _, port = sys.argv[1].partition(":")', "host = sys.argv[1]")
    agent = agent.replace("int(port or 6000)", "6000")
    with socket(AF_INET, SOCK_DGRAM) as other:
        with suppress(OSError):  # somebody has it already
            other.bind(("127.0.0.1", PORT))

        one = played(tmp_path, agent, is_sandboxed=is_sandboxed)

    assert one.failure == ""
    assert one.result is not None
    assert one.result["cycles"] == 5


def test_an_agent_that_does_not_come_is_a_row_of_its_own(tmp_path: Path) -> None:
    """Why stands there; what it printed, too."""
    one = played(tmp_path, "raise SystemExit('no idea')", is_sandboxed=False)
    assert "ended with exit code 1 before it registered" in one.failure
    assert "no idea" in one.words


@pytest.mark.slow
@pytest.mark.skipif(bool(trouble_with("bubblewrap")), reason="there is no bubblewrap here")
def test_a_locked_in_agent_sees_its_folder_and_the_arena_only(tmp_path: Path) -> None:
    """No files of others, no other processes, no network; and it plays."""
    one = played(tmp_path, CURIOUS, is_sandboxed=True)
    assert one.failure == ""
    assert one.result is not None
    assert one.result["cycles"] == 5
    assert ".map" in one.files
    for told in ("home False", "secret False", "processes True", "Network is unreachable"):
        assert told in one.words


@pytest.mark.slow
@pytest.mark.skipif(bool(trouble_with("bubblewrap")), reason="there is no bubblewrap here")
def test_a_locked_in_agent_can_not_fill_the_disk_or_the_memory(tmp_path: Path) -> None:
    """Its folder has a size in all, whatever the number of files; it then still plays."""
    agent = GREEDY.replace('open(sys.argv[3] + ".map", "w").write("X")', "")
    one = played(tmp_path, agent, is_sandboxed=True, disk_mb=20)
    assert (one.failure, one.result is not None and one.result["cycles"]) == ("", 5)
    for told in (
        "/dev/shm True No space left on device",
        "/dev True Read-only file system",
        "/ True Read-only file system",
        ". True No space left on device",
    ):
        assert told in one.words.splitlines()
