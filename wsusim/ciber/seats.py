"""Which program took which start position: not every one takes the position that it is given.

Agents exist whose position stands in their source, and such as ask for 0, the first free one. The
kernel knows whose socket a robot's is; where it can't be asked, numbers, names and order must do. A
robot that a stranger has registered at the open arena is nobody's.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from wsusim.ciber.agents import Agent
from wsusim.ciber.client import Client
from wsusim.ciber.idle import ancestors_of


def take_seats(agents: Sequence[Agent], clients: Sequence[Client]) -> None:
    """Give each agent the number of the robot that it registered.

    Args:
        agents: As they were started; their numbers are changed.
        clients: Those that have registered a robot.
    """
    waiting, free = list(agents), [client for client in clients if client.robot is not None]
    for is_its_own in (_owns, _has_number, _has_name, _is_unknown):
        for agent in list(waiting):
            found = next((client for client in free if is_its_own(agent, client)), None)
            if found is not None and found.robot is not None:
                agent.number = found.robot.number
                waiting.remove(agent)
                free.remove(found)


def _owns(agent: Agent, client: Client) -> bool:
    """Return whether a client's socket is the agent's, or that of what it has started."""
    owner = _owner(client)
    if owner is None:
        return False
    with suppress(OSError):
        if os.getsid(owner) == agent.process.pid:
            return True
    return agent.process.pid in ancestors_of(owner)


def _owner(client: Client) -> int | None:
    return None if client.listener is None else client.listener.owner()


def _has_number(agent: Agent, client: Client) -> bool:
    return client.robot is not None and client.robot.number == agent.number


def _has_name(agent: Agent, client: Client) -> bool:
    return client.robot is not None and client.robot.name == agent.name


def _is_unknown(agent: Agent, client: Client) -> bool:
    return _owner(client) is None
