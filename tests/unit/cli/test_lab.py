"""``lab`` as students type it, right and wrong: a lab that takes programs and runs none answers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.command_line import wsusim
from tests.lab_pages import served
from tests.lab_stores import empty_lab
from tests.unit.lab.conftest import PROGRAM
from wsusim.cli import lab as lab_commands
from wsusim.lab.alone import folder_alone
from wsusim.lab.lab import Lab
from wsusim.lab.lab_client import LabClient
from wsusim.lab.lab_plan import Plan


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab that is not at work."""
    with empty_lab(Plan(tmp_path / "lab")) as made:
        yield made


@pytest.fixture
def address(lab: Lab) -> Iterator[str]:
    """Where it is."""
    with served(lab) as place:
        yield place


@pytest.fixture
def ann(lab: Lab, address: str) -> list[str]:
    """The options that say which lab, and that Ann asks."""
    (invitation,) = lab.people.invite(["Ann"], 0.0)
    return ["--to", f"{address}#token={invitation.token}"]


@pytest.fixture
def program(tmp_path: Path) -> str:
    """A program to send."""
    file = tmp_path / "driver.py"
    file.write_text(PROGRAM)
    return str(file)


def test_a_program_is_sent_and_seen(lab: Lab, ann: list[str], program: str) -> None:
    """By its number."""
    sent = wsusim(["lab", "submit", program, "--no-wait", *ann])
    seen = wsusim(["lab", "status", *ann])

    assert sent.stdout == "Sent: run 1.\n"
    number, _date, _time, *rest = seen.stdout.split()
    assert [number, *rest] == ["1", "driver.py", "robot", "uploaded"]
    assert lab.jobs.program(lab.jobs.get(1)).source == PROGRAM


def test_a_programs_own_modules_go_along(lab: Lab, ann: list[str], tmp_path: Path) -> None:
    """Those that it imports, and those that are named."""
    main, data = tmp_path / "driver.py", tmp_path / "other.py"
    main.write_text(f"import walls\n{PROGRAM}")
    data.write_text("x = 1\n")
    (tmp_path / "walls.py").write_text("near = 5\n")
    (tmp_path / "unused.py").write_text("")
    sent = wsusim(["lab", "submit", str(main), "--with", str(data), "--no-wait", *ann])

    assert sent.stdout == "Sent: run 1, with walls.py, other.py.\n"
    assert lab.jobs.program(lab.jobs.get(1)).modules == {
        "walls.py": "near = 5\n",
        "other.py": "x = 1\n",
    }


def test_a_package_is_not_sent(ann: list[str], tmp_path: Path) -> None:
    """It is said what to do."""
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "__init__.py").touch()
    main = tmp_path / "driver.py"
    main.write_text(f"import tools\n{PROGRAM}")
    sent = wsusim(["lab", "submit", str(main), *ann])

    assert sent.returncode == 2
    assert "tools/__init__.py, which is in a folder of its own" in sent.stderr


def test_a_program_is_taken_out_of_the_queue(ann: list[str], program: str) -> None:
    """Once."""
    wsusim(["lab", "submit", program, "--no-wait", *ann])
    first, again = (wsusim(["lab", "cancel", "1", *ann]) for _ in range(2))

    assert first.stdout == "cancelled\n"
    assert (again.returncode, "can't be cancelled" in again.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["status", "1"], "You have no run 1."),
        (["status", "999999999999999999"], "You have no run 999999999999999999."),
        (["cancel", "1"], "You have no run 1."),
        (["fetch", "1", "{folder}/run.mcap"], "You have no run 1."),
        (["fetch", "1", "{program}"], "exists already"),
        (["fetch", "1", "{folder}/nowhere/run.mcap"], "Nothing can be saved in"),
        (["submit", "{program}", "--out", "{program}"], "exists already"),
        (["submit", "{program}", "--out", "{folder}/nowhere/x.mcap"], "Nothing can be saved in"),
        (["submit", "{folder}/none.py"], "There is no file"),
        (["submit", "{program}", "--simulate", "--maze", "moon"], "This lab has no maze 'moon'."),
        (["submit", "{program}", "--time", "1e9"], "must be a number from 1 to 120"),
        (["submit", "{program}", "--seed", "-1"], "must be a whole number from 0"),
    ],
)
def test_what_is_wrong_is_said_at_once(
    ann: list[str], program: str, tmp_path: Path, words: list[str], said: str
) -> None:
    """And nothing is sent."""
    asked = [word.format(folder=tmp_path, program=program) for word in words]
    answer = wsusim(["lab", *asked, *ann])

    assert answer.returncode == 2
    assert said in answer.stderr
    assert "no runs yet" in wsusim(["lab", "status", *ann]).stdout


def test_anothers_run_is_as_good_as_none(lab: Lab, ann: list[str], program: str) -> None:
    """The answer doesn't reveal that another student's run exists."""
    wsusim(["lab", "submit", program, "--no-wait", *ann])
    (bob,) = lab.people.invite(["Bob"], 0.0)
    answer = wsusim(["lab", "status", "1", *ann, "--token", bob.token])

    assert answer.stderr == "You have no run 1. See: lab status.\n"


def test_a_token_that_has_ended_is_refused(lab: Lab, ann: list[str], tmp_path: Path) -> None:
    """As soon as the server reads that the teacher has ended it, in another program."""
    told = wsusim(["lab", "revoke", str(tmp_path / "lab"), "Ann"])
    lab.people.read()
    answer = wsusim(["lab", "status", *ann])

    assert told.stdout == "The token of Ann has ended. Invite Ann again for a new one.\n"
    assert "isn't valid" in answer.stderr


def test_people_are_invited_listed_and_only_known_ones_revoked(tmp_path: Path, lab: Lab) -> None:
    """In the folder of the lab, while it is served."""
    folder = str(tmp_path / "lab")
    invited = wsusim(["lab", "invite", folder, "Ann", "Bob", "--to", "https://lab.example"])
    listed = wsusim(["lab", "people", folder])
    ended = wsusim(["lab", "revoke", folder, "Cal"])

    assert invited.stdout.count("https://lab.example/#token=") == 2
    assert listed.stdout.split() == ["Ann", "student", "Bob", "student"]
    assert "Nobody called 'Cal' was invited." in ended.stderr


def test_without_a_lab_inviting_is_refused(tmp_path: Path) -> None:
    """The folder is not made by mistake."""
    answer = wsusim(["lab", "invite", str(tmp_path / "none"), "Ann"])

    assert "There is no lab in" in answer.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--cert", "{program}"], "TLS needs both"),
        (["--robot", "serial:/dev/x", "--robot", "/dev/x"], "/dev/x is there twice."),
        (["--robot", "nonsense"], "is not a robot's address"),
        (["--simulations", "0"], "0 simulations at once"),
        (["--time", "0"], "The time limit is 0 s"),
        (["--hours", "sometimes"], "sometimes"),
        (["--maze", "rooms", "--maze", "field"], "--maze is there twice"),
        (["--robot", "serial:/dev/ttyNONE"], "There is no port /dev/ttyNONE."),
        (["--camera", "/dev/video777"], "There is no camera /dev/video777."),
        pytest.param(["--homing", "{program}:None"], "no class None", marks=pytest.mark.slow),
    ],
)
def test_a_lab_that_cannot_be_served_says_why(
    tmp_path: Path, program: str, options: list[str], said: str
) -> None:
    """And leaves no folder behind."""
    words = [word.format(program=program) for word in options]
    answer = wsusim(["lab", "serve", str(tmp_path / "new"), "--trust-uploads", *words])

    assert (answer.returncode, said in answer.stderr) == (2, True)
    assert not (tmp_path / "new").exists()


def test_a_folder_is_served_once(tmp_path: Path, program: str) -> None:
    """The second server is told."""
    with folder_alone(tmp_path / "new"):
        answer = wsusim(["lab", "serve", str(tmp_path / "new"), "--trust-uploads"])

    assert "Another server runs the lab in" in answer.stderr


def test_other_computers_are_let_in_by_a_decision_only(tmp_path: Path) -> None:
    """Anyone in the network could read the tokens; the sentence says what to do."""
    answer = wsusim(["lab", "serve", str(tmp_path / "new"), "--listen", "0.0.0.0:8600"])

    assert answer.returncode == 2
    assert "can read their tokens and yours" in answer.stderr
    assert "--no-tls" in answer.stderr


def test_a_lab_within_the_installation_is_refused(tmp_path: Path) -> None:
    """Every student's program may read what is there."""
    answer = wsusim(["lab", "serve", str(Path(os.__file__).parent / "my_lab")])

    assert answer.returncode == 2
    assert "which every student's program may read" in answer.stderr


def test_all_robots_are_stopped_in_the_terminal(lab: Lab, tmp_path: Path) -> None:
    """And let drive again; the server sees it without being asked."""
    stopped = wsusim(["lab", "halt", str(tmp_path / "lab")])
    is_halted = lab.switch.is_pressed
    again = wsusim(["lab", "halt", "--go-on", str(tmp_path / "lab")])

    assert stopped.stdout.startswith("No robot was driving.\nNo robot drives until you say so")
    assert (is_halted, lab.switch.is_pressed) == (True, False)
    assert again.stdout == "Robots may drive again.\n"


def test_a_program_in_another_encoding_is_refused_at_its_line(
    lab: Lab, ann: list[str], tmp_path: Path
) -> None:
    """Instead of being sent with other letters."""
    file = tmp_path / "driver.py"
    file.write_bytes(PROGRAM.encode() + "# für alle\n".encode("latin-1"))
    answer = wsusim(["lab", "submit", str(file), *ann])

    assert answer.returncode == 2
    assert "driver.py, line 8: this isn't text in UTF-8 (byte 0xFC)" in answer.stderr
    assert lab.jobs.newest() == []


def test_a_run_is_told_with_its_date_kind_and_reason(
    lab: Lab, ann: list[str], program: str
) -> None:
    """As the page does."""
    wsusim(["lab", "submit", program, "--no-wait", "--simulate", *ann])
    lab.jobs.take_to_check("simulation", 1.0)
    lab.jobs.ended(1, "failed", 2.0, text="driver.py, line 7: no such sensor\nmore")
    seen = wsusim(["lab", "status", *ann]).stdout

    assert re.search(r"^ +1  \d{4}-\d\d-\d\d \d\d:\d\d  driver.py +simulation, rooms +failed$",
                     seen, re.MULTILINE)  # fmt: skip
    assert "driver.py, line 7: no such sensor" in seen


def test_the_list_of_runs_says_why_one_failed(lab: Lab, ann: list[str], program: str) -> None:
    """Not only where: lines of the program, and how it came there, stand in between."""
    wsusim(["lab", "submit", program, "--no-wait", *ann])
    lab.jobs.take_to_check("robot", 1.0)
    told = (
        "driver.py, line 7, in run\n    near = self.left()\ndriver.py, line 9, in left\n    a = b\n"
    )
    lab.jobs.ended(1, "refused", 2.0, text=f"{told}    where c = 3\nNo b.\nHint: Write a.")

    seen = wsusim(["lab", "status", *ann]).stdout

    assert seen.splitlines()[1:] == ["       driver.py, line 7, in run: No b."]


def test_a_lab_is_saved_and_restored(lab: Lab, tmp_path: Path) -> None:
    """In one command each."""
    file, again = str(tmp_path / "lab.tar.gz"), str(tmp_path / "again")
    saved = wsusim(["lab", "backup", str(tmp_path / "lab"), file])
    restored = wsusim(["lab", "restore", file, again])
    people = wsusim(["lab", "people", again])

    assert saved.stdout.startswith(f"Saved {file} (")
    assert restored.stdout.startswith("Restored. Everybody's tokens still work.")
    assert people.returncode == 0


class Told:
    """A lab's client that tells what a run looks like, look after look."""

    def __init__(self, *looks: tuple[str, list[str]]) -> None:
        self._looks = list(looks)

    def job(self, number: int) -> dict[str, Any]:
        """Return the next look."""
        state, printed = self._looks.pop(0)
        ended_s = 1.0 if state == "done" else None
        words = {"place": None, "robot": "robot 1", "text": "", "wait_s": None}
        return {**words, "id": number, "state": state, "printed": printed, "ended_s": ended_s}


def followed(monkeypatch: pytest.MonkeyPatch, *looks: tuple[str, list[str]]) -> list[str]:
    """Return what is shown of a run's prints."""
    shown: list[str] = []
    monkeypatch.setattr(lab_commands, "LOOK_S", 0.0)
    monkeypatch.setattr(lab_commands, "show", shown.append)
    lab_commands._follow(cast(LabClient, Told(*looks)), 1)
    return [text for text in shown if text.startswith("line")]


def test_what_is_printed_on_the_robot_is_shown_after_the_trial(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also when it is the same as in the trial."""
    looks = [("checking", ["line 1\n"]), ("running", ["line 1\n"]), ("done", ["line 1\n"])]

    assert followed(monkeypatch, *looks) == ["line 1", "line 1"]


def test_of_many_lines_all_new_ones_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lab tells the newest ones only."""
    looks = [("running", ["line 1\n", "line 2\n"]), ("done", ["line 2\n", "line 3\n"])]

    assert followed(monkeypatch, *looks) == ["line 1\nline 2", "line 3"]
