"""Tables, pictures and films of a recording."""

from __future__ import annotations

import csv
import sys

import pytest
from click.testing import CliRunner
from PIL import Image

from tests.unit.recording.streams import finished, record, snapshot
from wsusim.cli import cli
from wsusim.errors import BadInput
from wsusim.model.commands import SetProfile, SetSpeeds
from wsusim.recording.export_animation import export_animation
from wsusim.recording.export_csv import export_csv
from wsusim.recording.export_picture import export_picture
from wsusim.recording.reader import BadRecording, Recording


@pytest.fixture
def recording(tmp_path):
    """A second of two robots with an order and a print."""
    file = tmp_path / "run.mcap"
    recorder = record(file, 100)
    recorder.take_input(99, 0, SetSpeeds(3, -4))
    recorder.take_input(99, 1, SetProfile(20, 64, 19, 63))
    recorder.take_line(99, "print", 0, 'he said "so", twice\n')
    recorder.close({})
    with Recording(file) as opened:
        yield opened


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


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_recording_gives_the_same_picture(recording, tmp_path, kind):
    """Pictures can be compared byte by byte."""
    export_picture(recording, tmp_path / f"a.{kind}")
    export_picture(recording, tmp_path / f"b.{kind}")

    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


def test_a_gif_shows_the_run_in_its_own_time(recording, tmp_path):
    """One second of robot is one second of film."""
    export_animation(recording, tmp_path / "film.gif")

    with Image.open(tmp_path / "film.gif") as film:
        frames = film.n_frames
        duration_ms = film.info["duration"]
    assert frames == 21
    assert duration_ms == 50


def test_an_mp4_is_made(recording, tmp_path):
    """The file begins as MP4 files do."""
    export_animation(recording, tmp_path / "film.mp4", speed=2.0)

    assert (tmp_path / "film.mp4").read_bytes()[4:8] == b"ftyp"


def test_export_wants_to_know_what_to_make(tmp_path):
    """Without a target the command says which there are."""
    with pytest.raises(BadInput, match="--csv DIR"):
        CliRunner().invoke(
            cli, ["export", str(finished(tmp_path / "r.mcap"))], catch_exceptions=False
        )


def test_a_picture_is_not_written_over_another_file(tmp_path):
    """What is there stays, unless --overwrite is given."""
    (tmp_path / "way.png").write_bytes(b"\x89PNG old")
    arguments = ["export", str(finished(tmp_path / "r.mcap")), "--png", str(tmp_path / "way.png")]

    with pytest.raises(BadInput, match="already exists"):
        CliRunner().invoke(cli, arguments, catch_exceptions=False)
    result = CliRunner().invoke(cli, [*arguments, "--overwrite"], catch_exceptions=False)

    assert result.exit_code == 0
    assert (tmp_path / "way.png").stat().st_size > 1000


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has /dev/full")
def test_a_film_on_a_full_disk_is_an_error_and_no_broken_film(tmp_path):
    """The film program's failure is told with its reason."""
    film = tmp_path / "film.mp4"
    film.symlink_to("/dev/full")

    with Recording(finished(tmp_path / "r.mcap")) as recording, pytest.raises(OSError) as failure:
        export_animation(recording, film)

    assert failure.value.strerror == "No space left on device"
