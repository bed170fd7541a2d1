"""What ``replay`` tells of a recording."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import wsusim
from tests.end_to_end.recorded_runs import controller, recorded


def test_a_damaged_recording_is_told_after_what_could_be_read(tmp_path: Path) -> None:
    """One line with the next step, and the exit code of bad input; it was silent and 0."""
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path), maze="caps")
    whole = wsusim(["replay", str(file)])
    data = bytearray(file.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 50] = bytes(byte ^ 0x55 for byte in data[middle : middle + 50])
    file.write_bytes(data)

    damaged = wsusim(["replay", str(file)])

    assert whole.returncode == 0
    assert damaged.returncode == 2
    assert "Use another copy" in damaged.stderr
