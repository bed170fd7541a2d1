"""What is where in a recording: topics, metadata and attachment names, and the format's version.

A recording is an MCAP file. Its messages are JSON; a message's time is the simulated time in
nanoseconds since the run's tick 0. Everything about the run as a whole is in metadata records and
attachments at the head (``HEADER``, ``MAZE``, ``CONTROLLERS``) and, if the run ended normally, at
the tail (``SUMMARY``).
"""

from __future__ import annotations

from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World

FORMAT_VERSION = 1
"""Grows when an older reader could misread a newer file."""

SUFFIX = ".mcap"
PROFILE = "wsusim"
"""The MCAP header's profile, by which a recording is told from other MCAP files."""

TICK_NS = 1_000_000_000 // TICKS_PER_SECOND

HEADER = "wsusim.run"
"""Metadata record: versions, seed, options, robots."""
MATCH_HEADER = "wsusim.match"
"""Metadata record instead of ``HEADER`` where a match of the contest was recorded."""
SUMMARY = "wsusim.summary"
"""Metadata record at the tail: how the run ended, ``trace_sha256`` among it."""
WRITER = "wsusim.writer"
"""Metadata record at the tail: how much was written and what had to be dropped."""
REPAIR = "wsusim.repair"
"""Metadata record at the tail of a repaired file: what was saved."""

MAZE = "maze.json"
CONTROLLERS = "controllers/"
"""Attachments ``controllers/NUMBER/file.py``, NUMBER = index of the robot that it drove."""

SAMPLES = "/wsusim/samples"
COMMANDS = "/wsusim/commands"
EVENTS = "/wsusim/events"
POSES = "/poses"
TRANSFORMS = "/tf"
SCENE = "/scene"
DRAWINGS = "/drawings"
LOG = "/log"
READINGS = "/wsusim/readings"
"""Only of a real robot: what it answered, one by one."""

EYE = "/robot_{number}/eye"
"""What the eye of robot ``number`` (from 1) sees; only where pictures are recorded."""
ABOVE = "/arena_camera"
"""What the camera above the arena sees; likewise."""
VIDEO = "/camera"
"""What a camera beside the robots saw, a real one; only where a lab has one."""
VIDEO_CHANNEL = 0xFFFF
"""Behind all others: it is opened by the first picture."""
TAPE = "/wsusim/tape"
"""Only of a real robot: all that its program asked and was told, by which it can be run again."""
TAPE_SCHEMA = "wsusim.Tape"
TAPE_CHANNEL = 0xFFFE
"""Behind the others, too, and opened by its first part."""
IMAGE = "foxglove.CompressedImage"
"""The schema of pictures."""

TOPICS: dict[str, str] = {
    SAMPLES: "wsusim.Samples",
    COMMANDS: "wsusim.Commands",
    EVENTS: "wsusim.Event",
    POSES: "foxglove.PosesInFrame",
    TRANSFORMS: "foxglove.FrameTransforms",
    SCENE: "foxglove.SceneUpdate",
    DRAWINGS: "foxglove.SceneUpdate",
    LOG: "foxglove.Log",
    READINGS: "wsusim.Readings",
}
"""The schema of each topic that is always there; the order gives the channels numbers from 1."""

CHANNELS: dict[str, int] = {topic: number for number, topic in enumerate(TOPICS, 1)}

BLOCK_TICKS = 80
"""So much simulated time goes into one chunk: what a kill can cost at most. One second is promised;
each block costs the same, whatever is in it, so it is not much shorter than that."""


def camera_topics(world: World) -> list[str]:
    """Return the topics of all cameras of a world, whose channels follow the usual ones."""
    eyes = [EYE.format(number=number) for number in range(1, len(world.robots) + 1)]
    return eyes if world.arena_camera is None else [*eyes, ABOVE]


def time_ns(tick: int) -> int:
    """Return the time stamp of a tick."""
    return tick * TICK_NS
