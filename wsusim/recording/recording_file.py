"""A recording under construction: an MCAP file with wsusim's head, channels and tail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO

import orjson
from mcap.records import Channel, Schema

from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.layout import CHANNELS, HEADER, PROFILE, SCENE, TOPICS, time_ns
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.schemas import SCHEMAS


def begin_recording(
    stream: BinaryIO,
    *,
    library: str,
    metadata: Mapping[str, str],
    attachments: Mapping[str, bytes],
    scene: bytes,
    first_tick: int = 0,
) -> McapFile:
    """Write the head of a recording to an empty, unbuffered ``stream``.

    Args:
        stream: Where to.
        library: Program and version, for the MCAP header.
        metadata: Values of the ``HEADER`` record.
        attachments: Files to attach, by name.
        scene: The SceneUpdate message that draws the maze.
        first_tick: Tick at which the run begins.

    Raises:
        OSError: The disk does not take it.
    """
    file = McapFile(stream, profile=PROFILE, library=library)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(TOPICS.values()), 1)}
    for name, number in numbers.items():
        data = orjson.dumps({"$schema": "http://json-schema.org/draft-07/schema#", **SCHEMAS[name]})
        file.add_schema(Schema(id=number, name=name, encoding="jsonschema", data=data))
    for topic, name in TOPICS.items():
        file.add_channel(
            Channel(
                id=CHANNELS[topic],
                topic=topic,
                message_encoding="json",
                metadata={},
                schema_id=numbers[name],
            )
        )
    file.add_metadata(HEADER, metadata)
    for name, content in attachments.items():
        media_type = "application/json" if name.endswith(".json") else "text/x-python"
        file.add_attachment(name, media_type, content)
    file.add_chunk(ChunkPacker().pack([Message(CHANNELS[SCENE], time_ns(first_tick), scene)]))
    return file
