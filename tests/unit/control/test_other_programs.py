"""What is no controller is answered with how it runs here."""

from __future__ import annotations

import re

import pytest

from wsusim.control.loader import load_controllers
from wsusim.control.other_programs import by_imports
from wsusim.control.source_file import find_file
from wsusim.errors import ControllerLoadError


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Avoid.java", "how-to/port-from-java.md"),
        ("avoid.m", "how-to/octave-and-matlab.md"),
        ("avoid.cpp", "beside a simulated robot: python main.py emulate"),
        ("bump.aesl", "Aseba programs don't run here"),
        ("lab.ipynb", "Executable Script"),
        ("maze.json", "give it with --maze"),
        ("robot.TOML", "give it with --robot"),
        ("run.mcap", "python main.py replay"),
        ("all.zip", "Unpack it first"),
        ("robot.docx", "a file that ends in .py"),
    ],
)
def test_a_file_of_another_kind_is_told_where_it_belongs(write, name: str, told: str) -> None:
    """Programs in other languages, mazes, recordings and documents each have their own way."""
    with pytest.raises(ControllerLoadError, match=r"doesn't end in \.py\. ") as caught:
        find_file(str(write(name, "?")))

    assert told in str(caught.value)


def test_an_ending_that_nobody_knows_is_refused_alone(write) -> None:
    """Nothing is guessed of it."""
    with pytest.raises(ControllerLoadError, match=r"doesn't end in \.py\.$"):
        find_file(str(write("robot.qqq", "?")))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("from croblink import *", r"CiberMouse contest \('croblink'\).*ciber match"),
        ("import thymiodirect", r"Thymio \('thymiodirect'\).*emulate --robot thymio"),
        ("def f():\n    from unifr_api_epuck import wrapper", r"e-puck .*--robot epuck"),
        ("import serial.tools", r"serial port \('serial'\).*python main\.py emulate"),
        ("from controller import Robot", r"Webots \('controller'\), not as a controller"),
    ],
)
def test_a_program_for_something_else_is_named(line: str, told: str) -> None:
    """By what it imports, wherever it does, with how it runs here."""
    assert re.search(f"^It is written for .*{told}", by_imports(f"import math\n{line}"))


@pytest.mark.parametrize("source", ["import math, numpy", "from .serial import x", "def ("])
def test_of_other_programs_nothing_is_said(source: str) -> None:
    """Imports that say nothing, a neighbour's name, and text that is no program."""
    assert by_imports(source) == ""


@pytest.mark.parametrize("end", ["", "quit()\n"])
def test_no_controller_and_an_end_are_told_as_another_program(write, end: str) -> None:
    """An agent that finds no options of its own ends itself; nobody is told to remove that."""
    write("croblink.py", "")
    program = write("mainRob.py", f"from croblink import *\n{end}")

    with pytest.raises(ControllerLoadError, match="written for the CiberMouse contest"):
        load_controllers(str(program))
