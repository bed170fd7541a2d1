"""The process of a job looks at the emergency stop before anything else."""

from __future__ import annotations

import subprocess
from dataclasses import asdict
from pathlib import Path

from wsusim.json_lines import line_of
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.job_fork_server import start_alone
from wsusim.lab.job_process import Order


def told_by_job(halt_file: str) -> tuple[int, bytes]:
    """Have a job done whose program is not there; return its exit code and what it tells."""
    process = start_alone()
    assert isinstance(process, subprocess.Popen)
    order = Order("nowhere.py", "field", halt_file=halt_file)
    told, _ = process.communicate(line_of(asdict(order)), timeout=600.0)
    return process.returncode, told


def test_a_job_that_is_told_to_stand_still_ends_before_it_loads_anything(tmp_path: Path) -> None:
    """An emergency stop doesn't wait for a robot's process that is just starting."""
    switch = HaltSwitch.in_folder(tmp_path)
    switch.press()
    switch.close()

    assert told_by_job(str(switch.file)) == (1, b"")


def test_a_job_that_may_drive_tells_how_it_went(tmp_path: Path) -> None:
    """That there is no such program, here."""
    switch = HaltSwitch.in_folder(tmp_path)
    switch.close()

    code, told = told_by_job(str(switch.file))
    assert code == 0
    assert b"nowhere.py" in told
