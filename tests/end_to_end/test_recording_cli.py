"""Recordings on the command line: what a person types and reads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import command_line
from tests.command_line import Outcome
from tests.end_to_end.recorded_runs import controller, recorded

ROOT = Path(__file__).parents[2]


def wsusim(*arguments: object) -> Outcome:
    """Run a command in this process."""
    return command_line.wsusim([str(argument) for argument in arguments])


def program(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the program as a person would, without a terminal."""
    return subprocess.run(
        [sys.executable, "main.py", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A recorded run and its controller."""
    folder = tmp_path_factory.mktemp("run")
    recorded(folder / "run.mcap", controller(folder))
    return folder / "run.mcap"


def test_a_run_is_recorded_described_and_verified(tmp_path):
    """The three commands of the manual's first section work one after the other."""
    file = tmp_path / "run.mcap"

    ran = program("run", controller(tmp_path), "--time", 2, "--record", file, "--json")
    facts = wsusim("info", file, "--json")
    verdict = wsusim("replay", file, "--verify")

    report = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert report["recording"]["troubles"] == []
    assert report["recording"]["figures"]["size_bytes"] == file.stat().st_size
    assert json.loads(facts.stdout)["summary"]["trace_sha256"] == report["trace_sha256"]
    assert (verdict.stdout, verdict.returncode) == ("identical, 200 ticks\n", 0)


def test_a_recorded_run_is_the_same_run(tmp_path):
    """Recording changes nothing: the fingerprint is that of the run without it."""
    run = ("run", controller(tmp_path), "--time", 2, "--json")

    plain = wsusim(*run)
    kept = wsusim(*run, "--record", tmp_path / "r.mcap")

    assert json.loads(plain.stdout)["trace_sha256"] == json.loads(kept.stdout)["trace_sha256"]


def test_an_isolated_run_is_recorded_with_its_program(tmp_path):
    """A controller in a process of its own is recorded and verified like any other."""
    file = tmp_path / "run.mcap"

    wsusim("run", controller(tmp_path), "--time", 2, "--isolate", "--record", file)

    assert wsusim("replay", file, "--verify").stdout == "identical, 200 ticks\n"


def test_a_file_that_is_there_is_not_overwritten_and_the_run_goes_on(tmp_path):
    """One clear message; the old file is untouched; the run ran."""
    file = tmp_path / "run.mcap"
    file.write_text("my diary")

    result = wsusim("run", controller(tmp_path), "--time", 1, "--record", file)

    assert result.returncode == 0
    assert "Time is up after 1.00 s" in result.stdout
    assert "run.mcap already exists and was left as it is" in result.stderr
    assert file.read_text() == "my diary"


def test_a_missing_folder_does_not_stop_the_run(tmp_path):
    """The folder is named, the run ran."""
    result = wsusim(
        "run", controller(tmp_path), "--time", 1, "--record", tmp_path / "gone" / "run.mcap"
    )

    assert result.returncode == 0
    assert "There is no folder" in result.stderr


def test_a_controller_that_can_not_be_loaded_leaves_no_file(tmp_path):
    """Nothing ran, so nothing is recorded."""
    program = controller(tmp_path, "def broken(:\n", "broken.py")

    result = wsusim("run", program, "--record", tmp_path / "run.mcap")

    assert result.returncode == 2
    assert not (tmp_path / "run.mcap").exists()


def test_verify_exits_with_one_when_a_byte_was_changed(run, tmp_path):
    """A script can tell by the exit code."""
    content = bytearray(run.read_bytes())
    content[len(content) // 2] ^= 1
    file = tmp_path / "run.mcap"
    file.write_bytes(content)

    result = wsusim("replay", file, "--verify")

    assert result.returncode == 1
    assert "damaged" in result.stdout


def test_info_and_replay_say_that_a_cut_file_needs_repair_and_repair_says_how_much(run, tmp_path):
    """The commands lead from one to the next."""
    file = tmp_path / "run.mcap"
    file.write_bytes(run.read_bytes()[:30_000])

    facts = wsusim("info", file)
    story = wsusim("replay", file)
    mended = wsusim("repair", file)

    assert "needs repair" in facts.stdout
    assert story.returncode == 2
    assert f"main.py repair {file}" in story.stderr
    assert "s of simulated time" in mended.stdout
    assert wsusim("replay", file).returncode == 0


def test_a_run_goes_on_from_a_moment(run, tmp_path):
    """An edited controller starts at the second that was asked for."""
    edited = controller(
        tmp_path,
        "from wsusim import Controller\n\n\nclass Late(Controller):\n    def run(self):\n"
        "        print('it is', self.time)\n",
    )

    result = wsusim("run", edited, "--from", f"{run}@2.5")

    assert "it is 2.5" in result.stdout
    assert "starts from scratch at 2.5 s" in result.stderr


def test_from_does_not_go_with_another_maze(run):
    """What the recording decides can't be asked for otherwise."""
    result = wsusim("run", "wall_follower", "--from", f"{run}@2.5", "--maze", "field")

    assert result.returncode == 2
    assert "--maze can't be used with --from" in result.stderr
