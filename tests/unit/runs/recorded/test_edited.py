"""An edited program on the answers of a real robot: where it would have ordered something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import wsusim
from tests.taped_runs import record_taped_run
from tests.unit.runs.recorded.test_on_tape import follower
from wsusim.model.commands import Say, SetLed, SetSpeeds
from wsusim.runs.recorded.edited import FROM_THERE, differing, try_edited


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A recorded run of three seconds, and its program's text."""
    folder = tmp_path_factory.mktemp("real")
    file = folder / "run.mcap"
    program = follower(folder, 3.0)
    record_taped_run(file, program, seed=5, share=0.02)
    return file, program.read_text(encoding="utf-8")


def edited(folder: Path, text: str, old: str, new: str) -> str:
    """Write the program with a change; return its name."""
    assert old in text
    file = folder / "follower.py"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return str(file)


def test_the_same_program_orders_the_same(run: tuple[Path, str], tmp_path: Path) -> None:
    """A comment changes nothing."""
    file, text = run
    found = try_edited(
        str(file), edited(tmp_path, text, "NEAR = 100", "NEAR = 100  # near"), is_sandboxed=False
    )

    assert found.moments == ()
    assert found.is_true
    assert found.end_tick > 290


def test_other_orders_are_told_with_line_and_reading(run: tuple[Path, str], tmp_path: Path) -> None:
    """Old and new command, both lines, and what the program had read."""
    file, text = run
    spec = edited(tmp_path, text, "set_speeds(6 + turn", "set_speeds(7 + turn")
    found = try_edited(str(file), spec, is_sandboxed=False)

    first = found.moments[0]
    assert first.old.startswith("SetSpeeds(")
    assert first.new.startswith("SetSpeeds(")
    assert first.old != first.new
    assert first.new_place == first.old_place == ("follower.py", 12)
    assert first.reading.startswith("proximity ")
    assert FROM_THERE in found.remarks


def test_another_rhythm_is_followed_in_time(run: tuple[Path, str], tmp_path: Path) -> None:
    """It waits longer and gets the answers that were there by then, up to the end."""
    file, text = run
    spec = edited(tmp_path, text, "self.sleep(0.05)", "self.sleep(0.08)")
    found = try_edited(str(file), spec, is_sandboxed=False)

    assert found.end_tick > 290
    assert found.moments


def test_what_the_robot_was_never_asked_ends_it(run: tuple[Path, str], tmp_path: Path) -> None:
    """There is no answer for it, and that is said."""
    file, text = run
    spec = edited(tmp_path, text, "self.sleep(0.05)", "self.gripper.arm_position")
    found = try_edited(str(file), spec, is_sandboxed=False)

    assert "never asked for" in " ".join(found.remarks)


def test_the_command_lists_the_moments(run: tuple[Path, str], tmp_path: Path) -> None:
    """One line each, and exit code 1."""
    file, text = run
    spec = edited(tmp_path, text, "set_speeds(6 + turn", "set_speeds(7 + turn")
    result = wsusim(["replay", str(file), "--edited", spec, "--no-sandbox"])

    assert result.returncode == 1
    assert "->  SetSpeeds(" in result.stdout
    assert "follower.py, line 12" in result.stdout


def test_what_is_in_force_counts():
    """An order that only repeats what holds is no difference, nor is one that is over at once."""
    old = [(0, SetSpeeds(1, 1), None), (50, SetSpeeds(1, 1), None), (60, Say("a"), None)]
    new = [(0, SetSpeeds(1, 1), None, ""), (70, SetSpeeds(2, 2), None, ""),
           (71, SetSpeeds(1, 1), None, "")]  # fmt: skip

    assert differing(old, new, 100) == []


def test_lamps_and_wheels_are_apart():
    """Each is a stretch from where they part to where they agree again."""
    old = [(0, SetSpeeds(1, 1), None), (40, SetSpeeds(3, 3), None)]
    new = [(0, SetSpeeds(3, 3), None, ""), (10, SetLed(0, 1), None, "")]

    moments = differing(old, new, 100)
    assert [(one.tick, one.until_tick) for one in moments] == [(0, 40), (10, 100)]
    assert moments[1].old == "no order"
