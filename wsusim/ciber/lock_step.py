"""Lock-step: a cycle passes as soon as each agent has answered the last one, or stays silent."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from wsusim.ciber.arena import Phase
from wsusim.ciber.client import Client, collect
from wsusim.ciber.pace import ANSWER_S, STARVING_S, Verdict

if TYPE_CHECKING:
    from wsusim.ciber.arena_server import ArenaServer

GRACE_S = 0.0005
"""So long is waited for a second order after everybody's first one."""

SECOND_S = 0.05
"""And so long for one of an agent that has sent two in a cycle before and is still computing."""

QUIET_S, SETTLE_S = 0.08, 1.5
"""A match begins when no agent has said anything for so long, or after so long."""

REPEAT_S = 0.15
"""Until then, agents are told the same again so often: none may think that the arena has gone."""

GLANCE_S, GLANCES_S, LOOK_S = 0.001, 0.05, 0.02
"""So often it is looked whether an agent still computes; after ``GLANCES_S`` less often."""

TOLD_S = 0.3
"""Whom the arena waits for is told when it takes longer than this."""


class LockStep:
    """Lets the cycles of a server pass in lock-step with its agents."""

    def __init__(self, server: ArenaServer, answer_s: float = ANSWER_S) -> None:
        self._server = server
        self._answer_s = answer_s

    def run(self, is_over: Callable[[], bool]) -> None:
        """Let cycles pass until ``is_over``."""
        server, was_running = self._server, False
        while not is_over():
            is_running = server.arena.phase is Phase.RUNNING
            if is_running and not was_running:
                self._settle()
            elif is_running:
                self._await_orders(is_over)
            else:
                time.sleep(server.arena.parameters.cycle_ms / 1000.0)
            was_running = is_running
            server.cycle()

    def _settle(self) -> None:
        """Wait until every agent has answered all that it was told before the start.

        An answer that is still on its way would be taken as that of the first cycle, and its agent
        would be a cycle late until the end.
        """
        now_s = time.monotonic()
        end_s, quiet_since_s, told_s = now_s + SETTLE_S, now_s, now_s
        while now_s < end_s and now_s - quiet_since_s < QUIET_S:
            agents = self._server.agents
            if not agents or all(_has_nothing_to_say(client) for client in agents):
                return
            ready = select.select([c.socket for c in agents], [], [], GLANCE_S)[0]
            now_s = time.monotonic()
            if ready:
                self._server.take_all_orders()
                quiet_since_s = now_s
            elif now_s - told_s > REPEAT_S:
                self._server.tell_again()
                told_s = now_s

    def _await_orders(self, is_over: Callable[[], bool]) -> None:
        """Wait until every agent has sent something, or will not, and for their second orders."""
        server, begun_s = self._server, time.monotonic()
        waiting = [c for c in server.agents if c.robot is not None and c.robot.is_moving]
        others = len(server.agents) > 1
        limit_s = min(self._answer_s, STARVING_S) if others else self._answer_s
        answering: list[Client] = []
        passed_s = 0.0
        while waiting:
            pause_s = GLANCE_S if passed_s < GLANCES_S else LOOK_S
            sockets = [client.socket for client in waiting]
            ready = select.select([*sockets, server.door], [], [], pause_s)[0]
            if server.door in ready:  # thoughts, and clients that want to come in
                server.open_door()
            passed_s = time.monotonic() - begun_s
            for client in [c for c in waiting if c.socket in ready]:
                collect(client, server.figures)
                if client.inbox:
                    client.pace.answered(passed_s, is_seen=client.listener is not None)
                    waiting.remove(client)
                    answering.append(client)
            waiting = [c for c in waiting if self._is_awaited(c, passed_s, limit_s)]
            if not ready and passed_s > TOLD_S:
                server.wait_for(waiting)
                if is_over():
                    break
        server.wait_for([])
        if answering:
            answering[-1].pace.waited_s += passed_s
            time.sleep(GRACE_S)
            self._await_seconds(answering)

    def _is_awaited(self, client: Client, passed_s: float, limit_s: float) -> bool:
        """Return whether to wait on for an agent; count a silence, or that it was too slow."""
        pace, listener = client.pace, client.listener
        if passed_s < pace.patience_s(is_seen=listener is not None):
            return True
        is_waiting = None if listener is None else listener.is_waiting()
        if is_waiting is None and listener is not None and listener.is_gone():
            client.has_left = True
            return False
        verdict = pace.judge(passed_s, limit_s, is_waiting=is_waiting)
        if verdict is Verdict.WAIT:
            return True
        pace.waited_s += passed_s
        self._server.figures.late_cycles += verdict is Verdict.SLOW
        return False

    def _await_seconds(self, clients: list[Client]) -> None:
        """Wait for the second orders of agents that send two, as long as they compute."""
        end_s = time.monotonic() + SECOND_S
        for client in clients:
            collect(client, self._server.figures)
            while len(client.inbox) < client.pace.most_sent and time.monotonic() < end_s:
                if client.listener is None or client.listener.is_asleep() is not False:
                    break
                select.select([client.socket], [], [], GLANCE_S)
                collect(client, self._server.figures)
            collect(client, self._server.figures)


def _has_nothing_to_say(client: Client) -> bool:
    """Return whether an agent has read all messages and waits for more, if known."""
    is_ready = bool(select.select([client.socket], [], [], 0.0)[0])
    return not is_ready and client.listener is not None and bool(client.listener.is_waiting())
