"""Changes a recording so that all its checksums fit: what only running it again can find."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import orjson
from mcap.reader import make_reader

from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.layout import CHANNELS, HEADER, PROFILE, TICK_NS
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.reader import Recording

Change = Callable[[str, int, Any], None]
"""Called with topic, tick and the message's JSON, which it may change in place."""


def forge(
    source: Path, target: Path, change: Change, *, head: Mapping[str, str] | None = None
) -> Path:
    """Write a copy of ``source`` with each message passed through ``change``.

    ``head`` replaces values of the ``HEADER`` record.
    """
    with Recording(source) as recording, source.open("rb") as old, target.open("wb") as new:
        reader = make_reader(old)
        summary = reader.get_summary()
        assert summary is not None
        file = McapFile(new, profile=PROFILE, library="forger")
        for schema in summary.schemas.values():
            file.add_schema(schema)
        for channel in summary.channels.values():
            file.add_channel(channel)
        for metadata in reader.iter_metadata():
            new_values = head if head is not None and metadata.name == HEADER else {}
            file.add_metadata(metadata.name, {**metadata.metadata, **new_values})
        for attachment in reader.iter_attachments():
            file.add_attachment(attachment.name, attachment.media_type, attachment.data)
        packer = ChunkPacker()
        for number in range(len(recording.chunks)):
            messages = [
                _changed(topic, tick, data, change)
                for topic, tick, data in recording.read_chunk(number)
            ]
            file.add_chunk(packer.pack(messages))
        file.finish()
    return target


def _changed(topic: str, tick: int, data: bytes, change: Change) -> Message:
    fields = orjson.loads(data)
    change(topic, tick, fields)
    return Message(CHANNELS[topic], tick * TICK_NS, orjson.dumps(fields))
