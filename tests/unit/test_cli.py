"""What the command line says when the computer does not let it do something."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from wsusim import cli
from wsusim.errors import BadInput

MAIN = Path(__file__).parents[2] / "main.py"

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="POSIX's rules")


def test_a_missing_package_is_named() -> None:
    """With the line that installs it, whichever of them it is."""
    code = (
        "import sys; sys.modules['numba'] = None; sys.path.append(sys.argv.pop(1)); "
        "from wsusim.cli import main; main()"
    )
    command = [sys.executable, "-c", code, str(MAIN.parent), "run", "wall_follower"]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == cli.EXIT_BAD_INPUT
    assert done.stderr.startswith("The package numba is missing. Install what wsusim needs:")


@POSIX_ONLY
def test_sigterm_stops_a_run_as_ctrl_c_does(tmp_path: Path) -> None:
    """The run comes to its end and says so."""
    file = tmp_path / "robot.py"
    file.write_text(
        "from wsusim import Controller\nclass A(Controller):\n    def run(self):\n"
        "        while self.active:\n            self.sleep(0.1)\n"
        "            print('going', flush=True)\n"
    )
    command = [sys.executable, str(MAIN), "run", str(file), "--speed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "going\n"
        program.send_signal(signal.SIGTERM)
        rest = program.stdout.read()

    assert "Stopped after" in rest


@POSIX_ONLY
def test_sigterm_ends_a_fork_of_a_controllers_at_once(tmp_path: Path) -> None:
    """As ``multiprocessing.Pool`` does with its workers: nothing is raised in them."""
    file = tmp_path / "robot.py"
    file.write_text(
        "import os, signal, time\nfrom wsusim import Controller\nclass A(Controller):\n"
        "    def run(self):\n"
        "        child = os.fork()\n"
        "        if child == 0:\n"
        "            signal.pause()\n"
        "        os.kill(child, signal.SIGTERM)\n"
        "        print(os.WTERMSIG(os.waitpid(child, 0)[1]))\n"
    )
    command = [sys.executable, str(MAIN), "run", str(file)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.stdout.startswith(f"{signal.SIGTERM.value}\n")
    assert "Traceback" not in done.stderr


def test_a_file_alone_opens_the_window(tmp_path: Path) -> None:
    """A maze or a recording is no command."""
    maze = tmp_path / "mine.json"
    maze.touch()

    chosen = cli.cli.resolve_command(click.Context(cli.cli), [str(maze)])

    assert chosen == (str(maze), cli._open, [str(maze)])


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("mine.json", "There is no file 'mine.json'"),
        ("robot.py", "python main.py run robot.py"),
        ("rum", "Did you mean 'run'?"),
    ],
)
def test_what_is_neither_command_nor_file_is_told(word: str, told: str) -> None:
    """With what was most likely meant."""
    with pytest.raises(BadInput) as refused:
        cli.cli.resolve_command(click.Context(cli.cli), [word])

    assert told in str(refused.value)
