"""``export`` makes what was asked for, and replaces nothing unasked."""

from __future__ import annotations

import importlib

import pytest
from click.testing import CliRunner

from tests.added_rows import added_to
from tests.command_line import wsusim
from tests.unit.recording.streams import finished
from wsusim.cli import cli, export
from wsusim.errors import BadInput
from wsusim.recording import export_table
from wsusim.recording.export_format import ExportFormat


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


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--png", "x.png", "--at", "1"], "only works with --view"),
        (
            ["--svg", "x.svg", "--view", "eye"],
            "can't be exported as SVG. Use --png FILE, --gif FILE or --mp4 FILE.",
        ),
        (["--png", "x.png", "--view", "chase", "--robot", "9"], "There is no robot 9"),
    ],
)
def test_a_view_that_makes_no_sense_is_refused(tmp_path, monkeypatch, options, says):
    """In a sentence, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    finished(tmp_path / "r.mcap")
    outcome = wsusim(["export", "r.mcap", *options])
    assert outcome.returncode == 2
    assert says in outcome.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["r.mcap"]


def test_a_view_is_exported(tmp_path):
    """As a picture of a moment."""
    run, picture = finished(tmp_path / "r.mcap"), tmp_path / "look.png"
    outcome = wsusim(["export", f"{run}@1", "--png", str(picture), "--view", "eye"])
    assert outcome.stdout.strip() == str(picture)
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.fixture
def tracks():
    """Install a package that exports tracks."""

    def write(_recording, file, _choices):
        file.write_text("{}")

    with added_to(export_table.GROUP, export_table.export_formats.cache_clear) as rows:
        rows.append(ExportFormat("geo", "Tracks", "Make tracks.", write, ".geo", begins=rb"\{"))
        rows.append(ExportFormat("trk", "Steps", "Make steps.", write, ".trk"))
        importlib.reload(export)
        yield
    importlib.reload(export)


def test_another_packages_format_is_an_option(tracks, tmp_path):
    """With its line of help; only a file of its own kind is ever replaced."""
    run, file = finished(tmp_path / "r.mcap"), tmp_path / "a.geo"
    words = ["export", str(run), "--geo", str(file), "--overwrite"]

    assert "Make tracks." in wsusim(["export", "--help"]).stdout
    assert [wsusim(words).returncode for _ in range(2)] == [0, 0]
    file.write_text("mine")
    assert "not a .geo file of wsusim" in wsusim(words).stderr
    assert file.read_text() == "mine"


def test_a_format_may_say_nothing_of_its_files(tracks, tmp_path):
    """Then any file with its ending is replaced when that is asked for."""
    words = ["export", str(finished(tmp_path / "r.mcap")), "--trk", str(tmp_path / "a.trk")]

    assert wsusim(words).returncode == 0
    assert "already exists" in wsusim(words).stderr
    assert wsusim([*words, "--overwrite"]).returncode == 0
