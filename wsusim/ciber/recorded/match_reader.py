"""A recorded match, opened for reading: head, pictures, what came from outside, thoughts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import Field

from wsusim.ciber.match_inputs import Input
from wsusim.ciber.picture import MatchPicture
from wsusim.ciber.recorded.head import INPUTS, PICTURES, THOUGHTS, MatchHead, head_of
from wsusim.ciber.recorded.match_recorder import NS_A_MS
from wsusim.ciber.thought import Thought
from wsusim.errors import BadInput
from wsusim.recording.file_layout import MATCH_HEADER
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.typed import BAD_VALUES, typed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Block:
    """Some cycles in a row, and the state of the match at their end."""

    steps: int
    digest: str
    pictures: tuple[MatchPicture, ...]


@dataclass(frozen=True, slots=True)
class _Inputs:
    inputs: tuple[tuple[int, Annotated[Input, Field(discriminator="kind")]], ...]


@dataclass(frozen=True, slots=True)
class _Thought:
    time: int
    number: int
    thought: Thought


class MatchRecording:
    """A match on the disk; use it as a context manager.

    Raises:
        UnfinishedRecording: It must be repaired first.
        BadRecording: It is no recorded match, or is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = Recording(path)
        self._cached: tuple[int, Block] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @cached_property
    def head(self) -> MatchHead:
        """What decides the match."""
        metadata = self._file.metadata.get(MATCH_HEADER)
        if metadata is None:
            raise BadRecording(f"{self._file.name} is not a match. Use: python main.py replay")
        try:
            return head_of(metadata)
        except BadInput as error:
            raise BadRecording(f"{self._file.name}: {error}") from error

    @property
    def summary(self) -> Mapping[str, Any] | None:
        """The closing figures; ``None`` if the match was cut off."""
        return self._file.summary

    @property
    def was_repaired(self) -> bool:
        """Whether the file was cut off once."""
        return bool(self._file.repair_notes)

    @cached_property
    def _numbers(self) -> list[int]:
        numbers = self._file.chunks_with(PICTURES)
        if not numbers:
            raise BadRecording(f"{self._file.name} holds no cycle: the match had not begun.")
        return numbers

    @cached_property
    def _starts(self) -> list[int]:
        """When each block begins; a thought may be a little earlier than its first picture."""
        cycle_ns = self.head.parameters.cycle_ms * NS_A_MS
        chunks = self._file.chunks
        return [chunks[number].message_start_time // cycle_ns for number in self._numbers]

    @cached_property
    def last_time(self) -> int:
        """The last cycle."""
        return self._block(len(self._numbers) - 1).pictures[-1].time

    def blocks(self) -> Iterator[Block]:
        """Yield all blocks in order."""
        for place in range(len(self._numbers)):
            yield self._block(place)

    def pictures(self) -> Iterator[MatchPicture]:
        """Yield all pictures in order."""
        for block in self.blocks():
            yield from block.pictures

    def at(self, time: int) -> MatchPicture:
        """Return the picture of a cycle, or the first or last one outside the match."""
        place = max(0, bisect_right(self._starts, time) - 1)
        pictures = self._block(place).pictures
        if pictures[0].time > time and place:
            pictures = self._block(place - 1).pictures
        index = bisect_right(pictures, time, key=lambda picture: picture.time) - 1
        return pictures[max(0, index)]

    def inputs(self) -> Iterator[tuple[int, Input]]:
        """Yield what came from outside, each with the number of steps before it."""
        for _, data in self._file.messages(INPUTS):
            yield from self._typed(_Inputs, data).inputs

    @cached_property
    def _thoughts(self) -> dict[int, list[tuple[int, Thought]]]:
        found: dict[int, list[tuple[int, Thought]]] = {}
        for _, data in self._file.messages(THOUGHTS):
            value = self._typed(_Thought, data)
            found.setdefault(value.number, []).append((value.time, value.thought))
        return found

    def thoughts_at(self, time: int) -> dict[int, Thought]:
        """Return what each agent thought in a cycle, by the robot's number."""
        newest: dict[int, Thought] = {}
        for number, thoughts in self._thoughts.items():
            place = bisect_right(thoughts, time, key=lambda entry: entry[0])
            if place:
                newest[number] = thoughts[place - 1][1]
        return newest

    def _block(self, place: int) -> Block:
        if self._cached is None or self._cached[0] != place:
            messages = self._file.read_chunk(self._numbers[place])
            data = next((data for topic, _, data in messages if topic == PICTURES), b"")
            block = self._typed(Block, data)
            if not block.pictures:
                raise BadRecording(f"{self._file.name} holds an empty block. Use another copy.")
            self._cached = (place, block)
        return self._cached[1]

    def _typed(self, kind: type[T], data: bytes) -> T:
        try:
            return typed(kind, data)
        except BAD_VALUES as error:
            raise BadRecording(
                f"{self._file.name} contains something that makes no sense "
                f"({type(error).__name__}). Use another copy of the file."
            ) from error
