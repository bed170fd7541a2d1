"""Changes a recording so that all its checksums fit: what only running it again can find."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
from mcap.reader import make_reader
from mcap.records import Metadata

from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.file_layout import HEADER, PROFILE, TICK_NS
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.reader import Recording

Change = Callable[[str, int, Any], None]
"""Called with topic, tick and the message's JSON, which it may change in place."""


def forge(
    source: Path,
    target: Path,
    change: Change,
    *,
    head: Mapping[str, str] | None = None,
    numbers: Mapping[int, int] | None = None,
) -> Path:
    """Write a copy of ``source`` with each message passed through ``change``.

    ``head`` replaces values of the ``HEADER`` record, ``numbers`` those of channels.
    """
    with Recording(source) as recording, source.open("rb") as old, target.open("wb") as new:
        reader = make_reader(old)
        summary = reader.get_summary()
        assert summary is not None
        file = McapFile(new, profile=PROFILE, library="forger")
        for schema in summary.schemas.values():
            file.add(schema)
        channels = {}
        for channel in summary.channels.values():
            new = replace(channel, id=(numbers or {}).get(channel.id, channel.id))
            channels[channel.topic] = new.id
            file.add(new)
        for metadata in reader.iter_metadata():
            new_values = head if head is not None and metadata.name == HEADER else {}
            file.add(Metadata(metadata.name, {**metadata.metadata, **new_values}))
        for attachment in reader.iter_attachments():
            file.add(attachment)
        packer = ChunkPacker()
        for number in range(len(recording.chunks)):
            messages = [
                _changed(channels[topic], topic, tick, data, change)
                for topic, tick, data in recording.read_chunk(number)
            ]
            file.add_chunk(packer.pack(messages))
        file.finish()
    return target


def renumber(source: Path, target: Path, numbers: Mapping[int, int]) -> Path:
    """Write a copy of ``source`` whose channels have other numbers."""
    return forge(source, target, lambda topic, tick, fields: None, numbers=numbers)


def _changed(channel: int, topic: str, tick: int, data: bytes, change: Change) -> Message:
    fields = orjson.loads(data)
    change(topic, tick, fields)
    return Message(channel, tick * TICK_NS, orjson.dumps(fields))
