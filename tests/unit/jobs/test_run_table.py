"""Tables of runs, written and read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.jobs.run_table import Row, read_table, write_table

ROWS: list[Row] = [
    {
        "run": "0012", "controller": "a", "maze": "rooms", "seed": seed, "NEAR": near,
        "mood": "calm", "outcome": "goal", "goal": True, "goal_time_s": time_s,
        "sim_time_s": 0.1 + 0.2, "distance_mm": 12.345, "contacts": 0, "contact_time_s": 0.0,
        "caps_delivered": 2, "message": 'no, "this"', "line": 7, "trace_sha256": "00ff",
        "trail_mm": "1 2 3 4",
    }
    for seed, near, time_s in ((1, 600, None), (2, 700, 12.5))
]  # fmt: skip


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_table_reads_back_as_it_was_written(tmp_path: Path, name: str) -> None:
    """Every value is there again, to the last digit."""
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    write_table(tmp_path / name, ROWS, ["NEAR", "mood"])

    assert read_table(tmp_path / name) == ROWS


def test_another_table_is_refused(tmp_path: Path) -> None:
    """Another kind of file is not read as a table of runs."""
    file = tmp_path / "t.csv"
    file.write_text("name,mark\nann,3\n")

    with pytest.raises(BadInput, match="was not made by a plan"):
        read_table(file)
