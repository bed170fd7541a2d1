"""``python main.py doctor``."""

from __future__ import annotations

import json
import sys

import pytest

from tests.command_line import wsusim


def test_each_line_says_ok_or_what_to_do() -> None:
    """And the exit code agrees with the last line."""
    done = wsusim(["doctor"])
    *lines, last = done.stdout.splitlines()
    assert {line[:7] for line in lines} <= {"ok     ", "PROBLEM", "       "}
    assert any(line.startswith("ok       Qt: ") for line in lines)
    assert (done.returncode == 0) is (last == "All is well.")


def test_json_has_the_same() -> None:
    """One object with every check."""
    done = wsusim(["doctor", "--json"])
    report = json.loads(done.stdout)
    assert report["ok"] is (done.returncode == 0)
    subjects = {check["subject"] for check in report["checks"]}
    assert {"Python", "Qt", "display", "kernels"} <= subjects


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's plugins")
def test_a_problem_gives_exit_code_1_and_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform that Qt does not know."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "nonsense")
    done = wsusim(["doctor"])
    assert done.returncode == 1
    assert "unset QT_QPA_PLATFORM" in done.stdout
    assert "python main.py run" in done.stdout
