"""The folders of the course's groups, started as the course starts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.ciber.run_script import (
    challenge_of,
    command_for,
    script_command,
    why_it_ended,
    without_script,
)


@pytest.mark.parametrize(
    ("judge", "challenge"),
    [
        *(("1 (version 2)", "1"), ("4", "1"), ("7", "1"), ("2", "2"), ("5", "2")),
        *(("3", "3"), ("6", "3"), ("0 (version 2)", "1"), ("team-2013", "1")),
    ],
)
def test_the_challenge_fits_the_scoring(judge: str, challenge: str) -> None:
    """Loops are challenge 1, maps 2, paths 3."""
    assert challenge_of(judge) == challenge


def test_a_script_is_told_everything(tmp_path: Path) -> None:
    """Challenge, host, position, name, and the name of its files without an ending."""
    assert script_command(tmp_path, "2", "127.0.0.1", 1, "anna") == [
        *("bash", "run.sh", "-c", "2", "-h", "127.0.0.1", "-p", "1", "-r", "anna", "-f", "anna")
    ]


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ('case $c in\n  1)\n ;;\n  "4")\n ;;\nesac', "It knows challenges 1, 4"),
        ("case $c in\n 4)\n;;\nesac", "It knows challenge 4: --challenge-number 4."),
        ("case $c in\n 3)\n;;\nesac", "Its run.sh was started with -c 3."),
        ("  julia agent.jl", "It needs julia, which is not installed here."),
    ],
)
def test_what_a_script_seems_to_need_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, told: str
) -> None:
    """Another challenge, or a program that is missing."""
    monkeypatch.setenv("PATH", "")
    (tmp_path / "run.sh").write_text(script)
    assert told in why_it_ended(tmp_path, "3")


def test_an_agent_that_has_to_be_built_is_told_so(tmp_path: Path) -> None:
    """There is a build script beside it."""
    (tmp_path / "run.sh").write_text("./agent")
    (tmp_path / "build.sh").write_text("make")
    assert why_it_ended(tmp_path, "1").endswith("There is a build.sh: has the agent been built?")


def test_an_option_that_the_agent_does_not_know_is_told(tmp_path: Path) -> None:
    """Its own words name it; a command line needs no such option."""
    (tmp_path / "run.sh").write_text("python3 agent.py -r $4")
    told = why_it_ended(tmp_path, "1", ["unknown argument -r", "see --help"])
    assert "Does its program know no -r? Then let run.sh leave that out." in told


def test_a_folder_without_a_script_gets_a_command_line(tmp_path: Path) -> None:
    """Its main program is proposed, in quotes that a shell and wsusim take."""
    folder = tmp_path / "my agent"
    folder.mkdir()
    for name in ("astar.py", "mainRob.py"):
        (folder / name).touch()

    assert without_script(folder).endswith(f": {command_for(folder / 'mainRob.py')}")
    assert command_for(folder / "mainRob.py") == (
        f"--listen 6000 \"python3 '{folder}/mainRob.py' -h {{host}} -p {{pos}} -r {{name}}\""
    )
