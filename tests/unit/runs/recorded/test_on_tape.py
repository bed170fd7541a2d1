"""The run of a real robot is done again on what the robot answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.seeds import few
from tests.taped_runs import record_taped_run
from tests.unit.recording.forgery import forge
from wsusim.recording.contents import tape
from wsusim.recording.file_layout import READINGS, TAPE
from wsusim.recording.reader import Recording
from wsusim.recording.repair import repair
from wsusim.runs.recorded.on_tape import of_its_own
from wsusim.runs.recorded.verify import verify

FOLLOWER = """
from wsusim import Controller

NEAR = 100


class Follower(Controller):
    def run(self):
        while self.active and self.time < TIME_S:
            near = self.sensors.proximities
            turn = max(near[0:3]) - max(near[3:6])
            self.motors.set_speeds(6 + turn // NEAR, 6 - turn // NEAR)
            if self.random.random() < 0.1:
                print(self.motors.left_position)
            self.sleep(0.05)
"""
PLACE = "controllers/0/follower.py"


def follower(folder: Path, time_s: float) -> Path:
    """Write the program; it drives so long."""
    file = folder / "follower.py"
    file.write_text(FOLLOWER.replace("TIME_S", str(time_s)), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded run of four seconds over a line with faults."""
    folder = tmp_path_factory.mktemp("real")
    file = folder / "run.mcap"
    record_taped_run(file, follower(folder, 4.0), seed=5, share=0.03)
    return file


@pytest.mark.parametrize("seed", few(list(range(1, 21)), 2))
def test_a_minute_over_a_bad_line_is_identical(seed: int, tmp_path: Path) -> None:
    """Late, half and lost answers, retries, a robot that goes lost: the program does the same."""
    file = tmp_path / "run.mcap"
    report, happened = record_taped_run(
        file, follower(tmp_path, 60.0), seed=seed, share=0.03, is_isolated=seed % 2 == 0
    )

    verdict = verify(file)

    assert happened.total() > report.sim_time_s / 4
    assert (verdict.finding, verdict.difference) == ("identical", None)
    assert verdict.is_taped


@pytest.mark.parametrize(
    "address", ["epuck:socket://hand:1", "epuck2:hand", "thymio:socket://hand:1"]
)
def test_other_robots_have_tapes_too(address: str, tmp_path: Path) -> None:
    """Whatever language a line speaks."""
    file = tmp_path / "run.mcap"
    record_taped_run(file, follower(tmp_path, 2.0), address=address)

    assert verify(file).finding == "identical"


def test_another_order_is_named_with_its_line(run: Path, tmp_path: Path) -> None:
    """Both orders, and where the program gives it."""
    program = FOLLOWER.replace("TIME_S", "4.0").replace("6 - turn", "7 - turn")
    digest_changed = forge(run, tmp_path / "other.mcap", files={PLACE: program.encode()})

    verdict = verify(digest_changed)

    assert verdict.finding in ("differs", "damaged")


def test_a_changed_answer_is_named(run: Path, tmp_path: Path) -> None:
    """One number of one answer, changed so that all checksums fit."""
    seen: list[int] = []

    def change(topic: str, tick: int, fields: dict) -> None:
        if topic == TAPE and not seen:
            row = next(row for row in fields["rows"] if row[1] == "read")
            row[3][4] += 1
            seen.append(row[0])

    verdict = verify(forge(run, tmp_path / "forged.mcap", change))

    assert verdict.finding == "differs"
    assert verdict.difference is not None
    assert verdict.difference.quantity == "answer proximity"
    assert verdict.difference.tick == seen[0]


def test_an_answer_that_was_changed_in_both_places_makes_the_program_differ(
    run: Path, tmp_path: Path
) -> None:
    """Then the first order that doesn't fit is named, with its line."""
    done: set[str] = set()

    def change(topic: str, tick: int, fields: dict) -> None:
        name = {TAPE: "rows", READINGS: "readings"}.get(topic)
        if name is None or name in done:
            return
        for row in fields[name]:
            is_own = topic == TAPE or row[5]
            if "PROXIMITY" in (row[1], row[2], *(row[2] if topic == TAPE else ())) and is_own:
                row[3][0] = 900
                done.add(name)
                return

    verdict = verify(forge(run, tmp_path / "forged.mcap", change))

    assert verdict.finding == "differs"
    assert verdict.difference is not None
    assert verdict.difference.quantity == "order"
    assert verdict.difference.recorded.startswith("SetSpeeds(")
    assert verdict.difference.again.startswith("SetSpeeds(")
    assert verdict.place == ("follower.py", 12)


def test_a_recording_that_was_cut_off_is_compared_up_to_there(run: Path, tmp_path: Path) -> None:
    """And that is said."""
    cut, repaired = tmp_path / "cut.mcap", tmp_path / "repaired.mcap"
    data = run.read_bytes()
    cut.write_bytes(data[: len(data) // 2])
    repair(cut, repaired)

    verdict = verify(repaired)

    assert verdict.finding == "identical"
    assert "cut off" in " ".join(verdict.remarks)


def test_a_simulated_run_has_no_tape(tmp_path: Path, run: Path) -> None:
    """Its program's answers follow from the world: nothing of it is kept twice."""
    with Recording(run) as recording:
        assert sum(1 for _ in tape(recording)) > 100


@pytest.mark.parametrize(
    ("program", "uses"),
    [
        (b"import time\ntime.sleep(1)", []),
        (b"from time import sleep", []),
        (b"import time\nt = time.perf_counter()", ["a clock of the computer"]),
        (b"from datetime import datetime", ["a clock of the computer"]),
        (b"import threading", ["threads or processes of its own"]),
        (b"import random, math", []),
        (b"import os\nos.urandom(3)", ["something outside (a network, a port, ...)"]),
    ],
)
def test_own_clocks_and_threads_are_told(program: bytes, uses: list[str]) -> None:
    """What a program hears beside its robot is not on the tape."""
    assert [what[:15] for what in of_its_own([program])] == [what[:15] for what in uses]
