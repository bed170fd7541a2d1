"""A match in a thread of its own, for a window that looks, gives orders and never waits."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field

from wsusim.ciber.agents import Agent, end_all, started
from wsusim.ciber.arena import Phase
from wsusim.ciber.arena_server import ArenaServer, Spectators
from wsusim.ciber.match_choice import Scene
from wsusim.ciber.picture import MatchPicture, picture_of
from wsusim.ciber.recorded.match_recorder import MatchRecorder
from wsusim.ciber.seats import take_seats
from wsusim.ciber.thought import Thought
from wsusim.ciber.written import Written
from wsusim.errors import WsusimError

LOOK_CYCLES = 20
"""After so many cycles, about a second, it is seen what agents have written meanwhile."""


@dataclass(frozen=True, slots=True)
class LiveRequest:
    """What to play.

    Attributes:
        agents: Those that are started here; empty: they come by themselves.
        clock: ``real`` or ``lockstep``.
    """

    scene: Scene
    agents: tuple[str, ...] = ()
    clock: str = "real"
    host: str = "127.0.0.1"
    port: int = 0


@dataclass(frozen=True, slots=True)
class MatchView:
    """What is visible now.

    Attributes:
        thoughts: What each agent thinks, by the robot's number.
        refused: How many datagrams were refused, by the reason.
    """

    picture: MatchPicture
    thoughts: Mapping[int, Thought] = field(default_factory=dict)
    late_cycles: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    gone: Mapping[int, int] = field(default_factory=dict)
    """Exit codes of agents that were started here and have ended, by the robot's number."""
    written: Mapping[int, Written] = field(default_factory=dict)
    """Maps and paths of agents that were started here, by the robot's number."""


class LiveMatch:
    """An arena that is open until ``close``.

    ``start``, ``stop`` and ``remove`` count from the next cycle on. All methods may be called from
    any thread and return at once, except ``close``.

    Args:
        request: What to play.
        recorder: Records the match, if wanted.

    Raises:
        BadInput: The lab or the rules are wrong, or the port is taken.
    """

    def __init__(self, request: LiveRequest, recorder: MatchRecorder | None = None) -> None:
        self._request = request
        self._recorder = recorder
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._is_closing = threading.Event()
        self._agents: list[Agent] = []
        self._written: dict[int, Written] = {}
        self._server = ArenaServer(
            request.scene.arena_maker(),
            request.host,
            request.port,
            spectators=Spectators.START,
        )
        self.frame = MatchView(picture_of(self._server.arena, {}))
        """Replaced in each cycle, never changed."""
        self.failure = ""
        """Why it has ended or did not begin, in a sentence; empty while all is well."""
        self.lab = self._server.arena.lab
        self.grid = self._server.arena.grid
        self.parameters = self._server.arena.parameters
        self.scoring = self._server.arena.judge.name
        self.address = self._server.address
        self._thread = threading.Thread(target=self._run, name="match", daemon=True)

    def open(self) -> None:
        """Start the agents and let cycles pass."""
        self._thread.start()

    def start(self) -> None:
        """Begin, or go on."""
        self._orders.put(self._begin)

    def stop(self) -> None:
        """Stop the match."""
        self._orders.put(lambda: self._server.arena.stop())

    def remove(self, number: int) -> None:
        """Take a robot out of the match."""
        self._orders.put(lambda: self._server.arena.remove(number))

    def close(self) -> None:
        """End the agents and close the arena; wait for it."""
        self._is_closing.set()
        if self._thread.ident is not None:
            self._thread.join()
        else:
            self._server.close()

    @property
    def is_open(self) -> bool:
        """Whether cycles pass."""
        return self._thread.is_alive()

    # In the thread

    def _run(self) -> None:
        server = self._server
        observers = [] if self._recorder is None else [self._recorder.note]
        server.observers += [*observers, self._see]
        try:
            with server, started(self._request.agents, server) as self._agents:
                server.run(self._request.clock, self._is_over)
                if server.arena.phase is Phase.RUNNING:
                    server.arena.stop()
                    server.cycle()
                end_all(self._agents, wait_s=0.0)
                self._read()
        except WsusimError as error:
            self.failure = str(error)
        finally:
            if self._recorder is not None:
                robots = [
                    {"number": number, "written": asdict(written)}
                    for number, written in self._written.items()
                ]
                self._recorder.close({"robots": robots})

    def _is_over(self) -> bool:
        while not self._orders.empty():
            self._orders.get()()
        return self._is_closing.is_set()

    def _begin(self) -> None:
        take_seats(self._agents, self._server.agents)
        try:
            self._server.arena.start()
        except WsusimError as error:
            self.failure = str(error)

    def _read(self) -> None:
        """Keep what the agents have written so far, where the scoring asks for it."""
        mode = self.scoring.split()[0]
        texts = {agent.number: agent.texts(mode) for agent in self._agents}
        self._written |= {number: text for number, text in texts.items() if text is not None}

    def _see(self, server: ArenaServer) -> None:
        figures = server.figures
        if figures.cycles % LOOK_CYCLES == 0:
            self._read()
        self.frame = MatchView(
            picture_of(server.arena, server.silent_cycles),
            dict(server.thoughts),
            figures.late_cycles,
            dict(figures.refused),
            {a.number: code for a in self._agents if (code := a.process.poll()) is not None},
            dict(self._written),
        )
