"""Pictures of a recording."""

from __future__ import annotations

import pytest

from wsusim.recording.export_picture import export_picture


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_recording_gives_the_same_picture(recording, tmp_path, kind):
    """Pictures can be compared byte by byte."""
    export_picture(recording, tmp_path / f"a.{kind}")
    export_picture(recording, tmp_path / f"b.{kind}")

    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
