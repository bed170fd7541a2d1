"""The manual's pages on real robots name commands and options that exist."""

from __future__ import annotations

import re

import pytest

from wsusim.calibration.measurements import read_csv
from wsusim.cli import cli
from wsusim.shipped import shipped_folder

PAGES = ("from-simulator-to-robot", "calibrate-a-robot", "serial-line-troubles")


def text(page: str) -> str:
    """Return a page."""
    return (shipped_folder("manual") / "how-to" / f"{page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_exists(page: str) -> None:
    """Each ``python main.py ...`` of a page names a command and options that there are."""
    calls = re.findall(r"python main\.py (\w+)([^`\n#]*)", text(page))
    unknown = [
        f"{name} {option}"
        for name, rest in calls
        for option in re.findall(r"--[\w-]+", rest)
        if option not in str([p.opts + p.secondary_opts for p in _command(name).params])
    ]

    assert calls
    assert unknown == []


def _command(name: str):
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None, name
    return command


def test_the_example_table_can_be_read(tmp_path) -> None:
    """The table of measurements on the page is one."""
    (block,) = re.findall(r"```csv\n(what,.*?)```", text("calibrate-a-robot"), re.DOTALL)
    file = tmp_path / "table.csv"
    file.write_text(block, encoding="utf-8")

    measured = read_csv(file)

    assert measured.pulse_mm == pytest.approx(0.08)
    assert measured.proximity[0].value == 815
