"""A recorded match as tables."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.unit.ciber.recorded.files import play, recorded
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.ciber.recorded.match_tables import export_match_csv
from wsusim.errors import BadInput


def test_a_line_for_each_robot_and_cycle(tmp_path: Path) -> None:
    """Numbers with all their digits, what was said, and the orders in a table of their own."""
    with recorded(tmp_path / "m.mcap") as server:
        server.arena.register("=evil()", 1)
        server.arena.start()
        server.cycle()
        server.cycle()
    with MatchRecording(tmp_path / "m.mcap") as recording:
        robots, orders = export_match_csv(recording, tmp_path / "t")
    rows = list(csv.DictReader(robots.read_text("utf-8-sig").splitlines()))
    assert [(r["cycle"], r["robot"]) for r in rows] == [("0", "1"), ("1", "1")]
    assert rows[0]["name"] == "'=evil()"  # no spreadsheet takes it for a formula
    assert len(orders.read_text().splitlines()) == 1


def test_tables_that_are_there_stay(tmp_path: Path) -> None:
    """Unless asked to replace them."""
    with recorded(tmp_path / "m.mcap") as server:
        play(server, 3)
    with MatchRecording(tmp_path / "m.mcap") as recording:
        export_match_csv(recording, tmp_path / "t")
        with pytest.raises(BadInput, match=r"already contains robots\.csv, orders\.csv"):
            export_match_csv(recording, tmp_path / "t")
        assert export_match_csv(recording, tmp_path / "t", overwrite=True)


def test_no_table_takes_the_place_of_something_else(tmp_path: Path) -> None:
    """Not even when old tables may be replaced: what is there is no table, and stays."""
    (tmp_path / "orders.csv").write_text("my own notes")
    with recorded(tmp_path / "m.mcap") as server:
        play(server, 3)
    with (
        MatchRecording(tmp_path / "m.mcap") as recording,
        pytest.raises(BadInput, match="may not replace it"),
    ):
        export_match_csv(recording, tmp_path, overwrite=True)
    assert [file.name for file in tmp_path.glob("*.csv")] == ["orders.csv"]
