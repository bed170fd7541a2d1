"""``export`` makes what was asked for, and replaces nothing unasked."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

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
