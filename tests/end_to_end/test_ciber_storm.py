"""Ten thousand datagrams of all kinds: the match goes on, and no agent drives another's robot."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.ciber.recorded.files import GRID, LAB, NOISY
from wsusim.ciber.arena import Arena
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.recorded.match_recorder import MatchRecorder
from wsusim.ciber.recorded.match_verify import verify_match
from wsusim.ciber.scoring import judge_named
from wsusim.ciber.thought import Cells, Thought

CYCLES, A_CYCLE = 200, 50
VALID = (
    b'<Actions LeftMotor="0.15" RightMotor="-0.15" EndLed="On"><Say>hello</Say></Actions>',
    b'<Actions VisitingLed="On"><SensorRequests Compass="Yes" IRSensor0="Yes"/></Actions>',
    b'<Robot Name="stranger" Id="1"/>',
    b'<RobotBeacon Name="b" Id="0" Height="3"/>',
    b"<Start/>",
    b"<Stop/>",
    b'<Robot Removed="Yes" Id="1"/>',
    Thought("lab", Cells(0.0, 0.0, 0.5, 4, "0123"), ((1.0, 2.0),), "x").to_xml().encode(),
)


def storm(chance: random.Random) -> Iterator[bytes]:
    """Yield valid, damaged, cut, oversize and senseless datagrams without end."""
    while True:
        valid = bytearray(chance.choice(VALID))
        yield bytes(valid)
        valid[chance.randrange(len(valid))] = chance.randrange(256)
        yield bytes(valid)
        yield bytes(valid[: chance.randrange(len(valid))])
        yield bytes(valid) + b" " * chance.randrange(60_000)
        yield chance.randbytes(chance.randrange(200))
        yield b"<!DOCTYPE a [<!ENTITY b 'c'>]><Actions>&b;</Actions>"
        yield b"<Actions>" + b"<a>" * chance.randrange(5_000)


def long_arena() -> Arena:
    """Return an arena whose match outlasts the storm."""
    rules = replace(NOISY, sim_time_cycles=2 * CYCLES)
    return Arena(LAB, GRID, rules, judge_named("0"), 5)


def trace_of_match(recording: Path | None = None) -> tuple[str, int]:
    """Play a match of two robots, stormed where it is recorded; return trace and refusals."""
    orders = [b'<Actions LeftMotor="0.15" RightMotor="0.1"/>',
              b'<Actions LeftMotor="0.1" RightMotor="0.12"/>']  # fmt: skip
    weather = storm(random.Random(7))
    chance = random.Random(8)
    with ExitStack() as stack:
        server = stack.enter_context(ArenaServer(long_arena, port=0))
        if recording is not None:
            recorder = MatchRecorder(recording, "lockstep")
            server.observers.append(recorder.note)
            stack.callback(recorder.close, {})
        sockets = [
            stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in range(3)
        ]
        homes = []
        for number, agent in enumerate(sockets[:2], start=1):
            agent.bind(("127.0.0.1", 0))
            agent.settimeout(5.0)
            agent.sendto(b'<Robot Name="r" Id="%d"/>' % number, server.address)
            server.cycle()
            homes.append(agent.recvfrom(65_536)[1])
        stranger = sockets[2]
        server.arena.start()
        server.cycle()
        for _ in range(CYCLES):
            for agent, home, order in zip(sockets, homes, orders, strict=False):
                agent.sendto(order, home)
            for _ in range(A_CYCLE if recording is not None else 0):
                # A stranger to all ports; one robot's agent to the other's.
                sender, to = chance.choice(
                    [(stranger, server.address), (stranger, homes[0]), (sockets[0], homes[1])]
                )
                sender.sendto(next(weather), to)
            server.cycle()
        return server.arena.trace_sha256(), sum(server.figures.refused.values())


@pytest.mark.slow
def test_a_storm_changes_nothing_in_the_match(tmp_path: Path) -> None:
    """10,000 datagrams: the same trace as without them, each refused one counted, no late comer.

    The recording of the stormy match verifies, too.
    """
    quiet, none_refused = trace_of_match()
    stormy, refused = trace_of_match(tmp_path / "m.mcap")
    assert (stormy, none_refused) == (quiet, 0)
    assert refused > 0.7 * CYCLES * A_CYCLE
    assert verify_match(tmp_path / "m.mcap").is_identical
