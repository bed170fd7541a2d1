"""What only programs see that pass over a recording's index, or take the first of two."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from mcap.opcode import Opcode
from mcap.records import Attachment, Channel, Metadata

from tests.end_to_end.recorded_runs import controller, recorded
from tests.unit.recording.forgery import forge
from wsusim.recording.chunks import ChunkPacker, Message
from wsusim.recording.file_layout import CHANNELS, MAZE, POSES, REPAIR, SUMMARY
from wsusim.recording.integrity import changed_part
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.reader import Recording
from wsusim.runs.recorded.verify import verify

DRIVER = """
from wsusim import Controller


class Driver(Controller):
    period = 0.1

    def step(self):
        self.motors.set_speeds(5, 5)
"""

PACKED = ChunkPacker().pack([Message(CHANNELS[POSES], 0, b'{"poses":[]}')])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recording."""
    folder = tmp_path_factory.mktemp("run")
    recorded(folder / "run.mcap", controller(folder, DRIVER), time_s=1.0)
    return folder / "run.mcap"


def hide_chunk(file: McapFile) -> None:
    """Add a part that the index doesn't name."""
    file.add_chunk(PACKED)
    file._summary[Opcode.CHUNK_INDEX].pop()


def add_message(file: McapFile) -> None:
    """Add a message that is in no part."""
    body = b"\x02\x00" + bytes(4) + bytes(16) + b"{}"
    file._append(b"\x05" + len(body).to_bytes(8, "little") + body)


ADDED: dict[str, tuple[Callable[[McapFile], object], str]] = {
    "a part": (hide_chunk, "its index doesn't name all"),
    "a message": (add_message, "a message that is in none of its parts"),
    "figures": (lambda file: file.add(Metadata(SUMMARY, {})), "it holds wsusim.summary twice"),
    "a maze": (
        lambda file: file.add(Attachment(0, 0, MAZE, "application/json", b"{}")),
        "it holds maze.json twice",
    ),
    "a channel": (lambda file: file.add(Channel(77, POSES, "json", {}, 1)), "it has /poses twice"),
}


@pytest.mark.parametrize("name", ADDED)
def test_what_another_program_would_take_for_the_run_is_told(
    run: Path, tmp_path: Path, name: str
) -> None:
    """Though wsusim does not look at it, and all checksums fit."""
    add, words = ADDED[name]
    forged = forge(run, tmp_path / "forged.mcap", add=add)

    assert verify(forged).finding == "damaged"
    with Recording(forged) as recording:
        assert words in str(changed_part(recording))


def test_a_file_that_was_repaired_twice_was_not_changed(run: Path, tmp_path: Path) -> None:
    """Each repair leaves a note."""
    notes = {"bad_chunks": "0"}

    def note_twice(file: McapFile) -> None:
        for _ in range(2):
            file.add(Metadata(REPAIR, notes))

    with Recording(forge(run, tmp_path / "repaired.mcap", add=note_twice)) as recording:
        assert changed_part(recording) is None
