"""What it costs that processes take turns: the figures behind ``backends.link_hub`` (Linux).

Bare processes that do nothing. Processor time of all together and wall clock, in microseconds a
round: one child that answers, or ten that are all woken before the first answer is read.

Run it: ``python -m tests.bench.bench_hand_offs``
"""

from __future__ import annotations

import mmap
import os
import resource
import time
from collections.abc import Callable, Sequence

from wsusim.backends.connection import Connection, lookout, pipe_pair, socket_pair

ROUNDS = 2000
QUESTION, ANSWER = bytes(40), bytes(82)
"""As long as those of a controller that polls eight sensors."""

Pair = Callable[[], tuple[Connection, Connection]]


def measure(name: str, run: Callable[[], Sequence[int]]) -> None:
    """Print what ``run`` costs, which returns the children to wait for."""
    before, began_s = _processor_s(), time.perf_counter()
    for child in run():
        os.waitpid(child, 0)
    wall_s, processor_s = time.perf_counter() - began_s, _processor_s() - before
    scale = 1e6 / ROUNDS
    print(f"{name:38} {processor_s * scale:6.1f} of processor {wall_s * scale:7.1f} wall clock")


def star(pair: Pair, processors: Sequence[int]) -> list[int]:
    """Wake all children, each on its processor, then take their answers."""
    children, ends = [], []
    for processor in processors:
        mine, theirs = pair()
        ends.append(mine)
        children.append(_fork(processor, lambda end=theirs: _answer(end)))
    for _ in range(ROUNDS):
        for end in ends:
            end.sendall(ANSWER)
        for end in ends:
            end.recv(1000)
    return children


def _answer(end: Connection) -> None:
    for _ in range(ROUNDS):
        end.recv(1000)
        end.sendall(QUESTION)


def awake(processor: int) -> list[int]:
    """Ask a child on another processor, neither of which falls asleep."""
    mine, theirs = pipe_pair()

    def answer() -> None:
        stay_awake = lookout(theirs)
        for _ in range(ROUNDS):
            stay_awake()
            theirs.recv(1000)
            theirs.sendall(QUESTION)

    child = _fork(processor, answer)
    stay_awake = lookout(mine)
    for _ in range(ROUNDS):
        mine.sendall(ANSWER)
        stay_awake()
        mine.recv(1000)
    return [child]


def chain(processors: Sequence[Sequence[int]]) -> list[int]:
    """Hand a token on from child to child; what they say stands in shared memory.

    Args:
        processors: Those of each chain's children.
    """
    children, firsts = [], []
    back = os.eventfd(0, os.EFD_SEMAPHORE)
    memory = mmap.mmap(-1, mmap.PAGESIZE)

    def hand_on(mine: int, following: int) -> None:
        for _ in range(ROUNDS):
            os.eventfd_read(mine)
            memory[: len(QUESTION)] = QUESTION
            os.eventfd_write(following, 1)

    for group in processors:
        tokens = [*(os.eventfd(0) for _ in group), back]
        firsts.append(tokens[0])
        for processor, mine, following in zip(group, tokens, tokens[1:], strict=False):
            children.append(_fork(processor, lambda m=mine, f=following: hand_on(m, f)))
    for _ in range(ROUNDS):
        for _ in children:
            memory[: len(ANSWER)] = ANSWER
        for token in firsts:
            os.eventfd_write(token, 1)
        for _ in firsts:
            os.eventfd_read(back)
    return children


def _fork(processor: int, work: Callable[[], None]) -> int:
    child = os.fork()
    if not child:
        try:
            os.sched_setaffinity(0, {processor})
            work()
        finally:
            os._exit(0)
    return child


def _processor_s() -> float:
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def main() -> None:
    """Measure everything."""
    here, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {here})
    measure("one, sockets", lambda: star(socket_pair, [here]))
    measure("one, pipes", lambda: star(pipe_pair, [here]))
    measure("ten, sockets", lambda: star(socket_pair, [here] * 10))
    measure("ten, pipes", lambda: star(pipe_pair, [here] * 10))
    measure("ten, a chain and shared memory", lambda: chain([[here] * 10]))
    if others:
        there = others[0]
        measure("one, pipes, on the other processor", lambda: star(pipe_pair, [there]))
        measure("the same, both stay awake", lambda: awake(there))
        measure("ten, pipes, half on the other one", lambda: star(pipe_pair, [here, there] * 5))
        measure("ten, two chains, one on each", lambda: chain([[here] * 5, [there] * 5]))


if __name__ == "__main__":
    main()
