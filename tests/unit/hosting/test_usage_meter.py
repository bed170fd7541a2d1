"""What a locked-in program has on the disk is counted while it goes on writing."""

from __future__ import annotations

from pathlib import Path

from wsusim.hosting.usage_meter import _written


def test_a_file_in_the_place_of_a_folder_hides_nothing(tmp_path: Path) -> None:
    """A program may change its folders while they are being measured, and is not ended for that."""
    place = tmp_path / "notes"
    place.write_text("a file by now")

    assert list(_written(str(place))) == []
