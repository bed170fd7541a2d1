"""Reading a controller's file; most rules of it are told by ``test_loader``."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.control.source_file import LARGEST_BYTES, read_source
from wsusim.errors import ControllerLoadError


def test_a_file_of_any_size_is_not_read(tmp_path: Path) -> None:
    """What is larger than a program can be is refused with one line."""
    file = tmp_path / "large.py"
    file.write_bytes(b"#" * (LARGEST_BYTES + 1))

    with pytest.raises(ControllerLoadError, match=r"large\.py is larger than 1 MB"):
        read_source(file)


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    """The limit itself is allowed."""
    file = tmp_path / "large.py"
    file.write_bytes(b"#" * LARGEST_BYTES)

    assert len(read_source(file).text) == LARGEST_BYTES
