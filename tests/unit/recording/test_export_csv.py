"""Tables of a recording."""

from __future__ import annotations

import csv
import errno
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pictures import drawn, on_floor
from tests.unit.recording.streams import HEADER, WORLD, finished, snapshot
from wsusim.model.robot_table import SEEN
from wsusim.recording.export_csv import export_csv
from wsusim.recording.reader import BadRecording, Recording


def table(folder, name):
    """Return the rows of a table as dictionaries."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_poses_have_a_row_for_every_sample_and_robot(recording, tmp_path):
    """Numbers come through exactly, units are in the headings."""
    export_csv(recording, tmp_path)

    rows = table(tmp_path, "poses")
    pose = snapshot(2).robots[1].pose
    assert len(rows) == 51 * 2
    assert (rows[3]["time_s"], rows[3]["robot"]) == ("0.02", "2")
    assert float(rows[3]["x_mm"]) == pose.x_mm
    assert rows[3]["left_position_pulses"] == "-6"


def test_readings_are_named_after_the_sensors(recording, tmp_path):
    """A spreadsheet shows which sensor a column is."""
    export_csv(recording, tmp_path)

    row = table(tmp_path, "readings")[2]
    assert row["proximity_front_left"] == str(snapshot(2).robots[0].proximity[2])
    assert row["ambient_back_left"] == "2"


def test_all_that_can_be_drawn_as_a_curve_has_a_column(tmp_path):
    """Add a new group to the tables of ``export_csv``. A heading stands there in degrees."""
    picture = replace(on_floor(drawn("#"), 800.0, 600.0, 50.0), id=10)
    world = replace(WORLD, floor_pictures=(picture,), next_id=11)
    file = finished(tmp_path / "r.mcap", 2, header=replace(HEADER, world=world))
    with Recording(file) as seen:
        export_csv(seen, tmp_path / "tables")

    columns = [*table(tmp_path / "tables", "poses")[0], *table(tmp_path / "tables", "readings")[0]]
    names = [field.name for field in SEEN if field.is_curve]
    missing = [name for name in names if not any(column.startswith(name) for column in columns)]
    assert missing == ["heading_rad"]


def test_orders_events_and_prints_have_tables_of_their_own(recording, tmp_path):
    """One tidy table a subject."""
    export_csv(recording, tmp_path)

    orders = table(tmp_path, "commands")
    assert [row["command"] for row in orders] == ["SetSpeeds", "SetProfile"]
    assert (orders[0]["value_1"], orders[0]["value_2"], orders[0]["value_3"]) == ("3", "-4", "")
    assert table(tmp_path, "prints")[0]["text"] == 'he said "so", twice'
    assert table(tmp_path, "events") == []
    assert table(tmp_path, "objects")[0]["kind"] == "cap"


def test_tables_are_not_written_over_others(recording, tmp_path):
    """A folder that holds such a table already is left alone."""
    (tmp_path / "poses.csv").write_text("mine")

    with pytest.raises(BadRecording, match=r"already contains poses\.csv, so nothing was written"):
        export_csv(recording, tmp_path)

    assert not (tmp_path / "prints.csv").exists()


def test_no_table_is_left_where_one_can_not_be_written(recording, tmp_path):
    """Tables come all at once, or a full disk would leave half of them, and the last one cut off.

    A folder that has the name of a draft stands for the disk.
    """
    hindrance = tmp_path / "tables" / ".prints.draft.csv"
    hindrance.mkdir(parents=True)

    with pytest.raises(BadRecording, match="can't be written"):
        export_csv(recording, hindrance.parent)

    assert list(hindrance.parent.iterdir()) == [hindrance]


def test_a_full_disk_is_told_with_the_file_and_leaves_no_folder(recording, tmp_path, monkeypatch):
    """Nor a table; the folder above, which was there, stays."""
    open_file = Path.open

    def full(path, *arguments, **options):
        if "prints" in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        return open_file(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(BadRecording, match=r"prints\.csv can.t be written \(No space"):
        export_csv(recording, tmp_path / "new" / "tables")

    assert not (tmp_path / "new").exists()
