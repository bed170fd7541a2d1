"""The table of what recordings are exported to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.added_rows import added_to
from tests.unit.recording.streams import finished
from wsusim.errors import BadInput
from wsusim.recording import export_table
from wsusim.recording.export_format import Choices, ExportFormat
from wsusim.recording.reader import Recording


@pytest.fixture
def outside() -> Iterator[list[object]]:
    """Formats that another package adds."""
    with added_to(export_table.GROUP, export_table.export_formats.cache_clear) as rows:
        yield rows


def goals(recording: Recording, file: Path, _choices: Choices) -> None:
    """Write how many robots there are."""
    file.write_text(f"robots: {len(recording.header.world.robots)}")


def test_another_packages_format_is_used(outside: list[object], tmp_path: Path) -> None:
    """It comes after ours, and can't take the name of one."""
    outside += [
        ExportFormat("geojson", "Tracks", "Tracks for maps.", goals, ".geojson"),
        ExportFormat("png", "Mine", "Another picture.", goals, ".png"),
    ]
    formats = export_table.export_formats()
    with Recording(finished(tmp_path / "r.mcap")) as recording:
        made = export_table.export_with(
            formats["geojson"], recording, tmp_path / "a.geojson", Choices()
        )

    assert list(formats)[-1] == "geojson"
    assert formats["png"].title == "Picture"
    assert [file.read_text() for file in made] == ["robots: 2"]


@pytest.mark.parametrize("kind", [ValueError, RecursionError, KeyError])
def test_whatever_another_packages_format_raises_is_a_sentence(
    outside: list[object], tmp_path: Path, kind: type[Exception]
) -> None:
    """In one line, with the package to ask about it."""

    def fails(*_: object) -> None:
        raise kind("line 3\nholds nonsense")

    outside.append(ExportFormat("geojson", "Tracks", "Tracks for maps.", fails, ".geojson"))
    row = export_table.export_formats()["geojson"]

    with pytest.raises(BadInput, match="row 0 of the package karel-robots failed") as told:
        export_table.export_with(row, None, tmp_path / "a.geojson", Choices())
    assert kind.__name__ in str(told.value)
    assert "\n" not in str(told.value)


def test_a_fault_of_ours_is_not_hidden(tmp_path: Path) -> None:
    """What wsusim's own rows raise is told as wsusim's fault."""
    row = export_table.export_formats()["csv"]

    with pytest.raises(AttributeError):
        export_table.export_with(row, None, tmp_path, Choices())
