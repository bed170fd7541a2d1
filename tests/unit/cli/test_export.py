"""``export`` makes what was asked for, and replaces nothing unasked."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tests.command_line import wsusim
from tests.unit.recording.streams import finished
from wsusim.cli import cli
from wsusim.errors import BadInput


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
        (["--svg", "x.svg", "--view", "eye"], "not as SVG"),
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
