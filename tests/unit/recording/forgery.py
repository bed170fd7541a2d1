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

Change = Callable[[str, int, Any], object]
"""Called with topic, tick and the message's JSON, which it may change in place; ``False``: the
message is left out."""

Texts = Mapping[str, str | None]


def forge(
    source: Path,
    target: Path,
    change: Change = lambda topic, tick, fields: None,
    *,
    head: Texts | None = None,
    numbers: Mapping[int, int] | None = None,
    records: Mapping[str, Texts | None] | None = None,
    files: Mapping[str, bytes | None] | None = None,
    add: Callable[[McapFile], object] = lambda file: None,
) -> Path:
    """Write a copy of ``source`` with each message passed through ``change``.

    Args:
        source: A recording.
        target: The copy.
        change: Changes the messages.
        head: Replaces values of the ``HEADER`` record; ``None``: it has none of that name.
        numbers: Replace those of channels.
        records: Replace values of other metadata records; ``None``: there is none such.
        files: Replace attachments; ``None``: there is none such.
        add: Called at last, to add what it likes.
    """
    changes: dict[str, Texts | None] = {HEADER: head or {}, **(records or {})}
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
            new_values = changes.get(metadata.name, {})
            if new_values is not None:
                values = {**metadata.metadata, **new_values}
                kept = {name: value for name, value in values.items() if value is not None}
                file.add(Metadata(metadata.name, kept))
        for attachment in reader.iter_attachments():
            content = (files or {}).get(attachment.name, attachment.data)
            if content is not None:
                file.add(replace(attachment, data=content))
        packer = ChunkPacker()
        for number in range(len(recording.chunks)):
            changed = (
                _changed(channels[topic], topic, tick, data, change)
                for topic, tick, data in recording.read_chunk(number)
            )
            messages = [message for message in changed if message is not None]
            if messages:
                file.add_chunk(packer.pack(messages))
        add(file)
        file.finish()
    return target


def renumber(source: Path, target: Path, numbers: Mapping[int, int]) -> Path:
    """Write a copy of ``source`` whose channels have other numbers."""
    return forge(source, target, numbers=numbers)


def _changed(channel: int, topic: str, tick: int, data: bytes, change: Change) -> Message | None:
    fields = orjson.loads(data)
    if change(topic, tick, fields) is False:
        return None
    return Message(channel, tick * TICK_NS, orjson.dumps(fields))
