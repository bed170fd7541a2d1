"""Records a match while it is played: one of the arena's observers.

Unlike a run, a match has time to write: a cycle of its clock is 25 ms or more, and a block of 40
cycles takes about one. So there is no process for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import orjson
from mcap.records import Attachment, Channel, Metadata, Schema

from wsusim.ciber.arena import Arena
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.match_inputs import Input
from wsusim.ciber.picture import MatchPicture, is_new, picture_of
from wsusim.ciber.recorded.head import (
    CHANNELS,
    INPUTS,
    PICTURES,
    THOUGHTS,
    TOPICS,
    MatchHead,
)
from wsusim.formats.atomic import free_name
from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.file_layout import MATCH_HEADER, SUMMARY
from wsusim.recording.file_lock import hold_lock
from wsusim.recording.match_kind import MATCH_PROFILE
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.recorder import make_empty
from wsusim.recording.typed import json_bytes
from wsusim.version import __version__

BLOCK_CYCLES = 40
"""Cycles of a chunk: what a kill can cost at most."""

NS_A_MS = 1_000_000


class MatchRecorder:
    """Records matches of a server, each into a file of its own; ``note`` is the observer.

    The first one goes into ``file``; after a reset of the arena the next one goes into
    ``file-2`` and so on. If writing fails, ``tell`` is called and the match goes on without
    recording.

    Raises:
        CannotRecord: The file can't be made.
    """

    def __init__(
        self,
        file: Path,
        clock: str,
        agents: tuple[str, ...] = (),
        *,
        overwrite: bool = False,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.file = file.absolute()
        make_empty(self.file, overwrite=overwrite)
        self._clock, self._agents, self._tell = clock, agents, tell
        self._next_file = self.file
        self._arena: Arena | None = None
        self._stack = ExitStack()
        self._mcap: McapFile | None = None
        self._packer = ChunkPacker()
        self._pictures: list[MatchPicture] = []
        self._inputs: list[tuple[int, Input]] = []
        self._thoughts: list[Message] = []
        self._last_time = -1

    def note(self, server: ArenaServer) -> None:
        """Record a cycle; a new match begins with each arena."""
        arena = server.arena
        if arena is not self._arena:
            if self._arena is not None:
                self.close({"ending": " ".join(server.cut_before)})
            self._begin(arena)
        if self._mcap is None:
            return
        # What was given came before the step that has just been done.
        self._inputs += [(arena.steps - 1, what) for what in arena.given]
        for number in sorted(server.new_thoughts):
            self._thoughts.append(self._thought(arena, number, server))
        if is_new(arena, self._last_time):
            self._last_time = arena.time
            self._pictures.append(picture_of(arena, server.silent_cycles))
        if len(self._pictures) >= BLOCK_CYCLES:
            self._end_block()

    def close(self, summary: Mapping[str, Any]) -> None:
        """Finish the file with the match's closing figures; without them if it never began."""
        if self._arena is None:
            with suppress(OSError):
                self.file.unlink()
            return
        if self._mcap is not None:
            self._end_block()
        if self._mcap is not None:
            figures = {**summary, "trace_sha256": self._arena.trace_sha256()}
            values = {name: json_bytes(value).decode() for name, value in figures.items()}
            try:
                self._mcap.add(Metadata(SUMMARY, values))
                self._mcap.finish()
            except OSError as error:
                self._fail(error)
        self._mcap = None
        with suppress(OSError):
            self._stack.close()

    def _begin(self, arena: Arena) -> None:
        head = MatchHead.of(arena, self._clock, self._agents)
        self._arena, self._last_time = arena, -1
        self._pictures, self._inputs, self._thoughts = [], [], []
        try:
            stream = self._stack.enter_context(self._next_file.open("wb", buffering=0))
            self._stack.enter_context(hold_lock(stream))
            self._mcap = _begun(McapFile(stream, profile=MATCH_PROFILE, library=_LIBRARY), head)
        except OSError as error:
            self._fail(error)
        self._next_file = free_name(self.file)

    def _thought(self, arena: Arena, number: int, server: ArenaServer) -> Message:
        values = {"time": arena.time, "number": number, "thought": server.thoughts[number]}
        return Message(CHANNELS[THOUGHTS], self._ns(arena.time), orjson.dumps(values))

    def _ns(self, time: int) -> int:
        assert self._arena is not None
        return time * self._arena.parameters.cycle_ms * NS_A_MS

    def _end_block(self) -> None:
        """Write what has gathered as one chunk."""
        arena = self._arena
        if arena is None or self._mcap is None:
            return
        first = self._pictures[0].time if self._pictures else max(0, self._last_time)
        pictures = {
            "steps": arena.steps,
            "digest": arena.trace_sha256(),
            "pictures": self._pictures,
        }
        messages = [*self._thoughts]
        if self._inputs:
            inputs = {"inputs": self._inputs}
            messages.append(Message(CHANNELS[INPUTS], self._ns(first), orjson.dumps(inputs)))
        if self._pictures:
            messages.append(Message(CHANNELS[PICTURES], self._ns(first), orjson.dumps(pictures)))
        self._pictures, self._inputs, self._thoughts = [], [], []
        if messages:
            try:
                self._mcap.add_chunk(self._packer.pack(messages))
            except OSError as error:
                self._fail(error)

    def _fail(self, error: OSError) -> None:
        self._mcap = None
        self._tell(
            f"The recording {self.file.name} ends early: {error.strerror}. The match continues "
            "without it."
        )


_LIBRARY = f"wsusim {__version__}"


def _begun(file: McapFile, head: MatchHead) -> McapFile:
    """Write the head of a recorded match."""
    for topic, (name, title) in TOPICS.items():
        number = CHANNELS[topic]
        data = orjson.dumps({"title": title, "type": "object"})
        file.add(Schema(id=number, name=name, encoding="jsonschema", data=data))
        file.add(Channel(number, topic, "json", metadata={}, schema_id=number))
    file.add(Metadata(MATCH_HEADER, head.metadata()))
    for name, content in head.attachments().items():
        file.add(Attachment(0, 0, name, "text/xml", content))
    return file
