"""What a run looks like on the terminal."""

from __future__ import annotations

import io

from wsusim.cli.console import Console
from wsusim.model.commands import Say


def test_one_robot_prints_without_a_label() -> None:
    """With one controller its output arrives as it was written."""
    output = io.StringIO()
    console = Console(output, robots=1)

    console.printed(0, 0, "hello\nwor")
    console.printed(0, 0, "ld\n")

    assert output.getvalue() == "hello\nworld\n"


def test_several_robots_print_with_their_number() -> None:
    """Each line says which robot printed it; lines of two robots are never mixed."""
    output = io.StringIO()
    console = Console(output, robots=2)

    console.printed(0, 0, "a\nb")
    console.printed(0, 1, "c\n")
    console.printed(0, 0, "d\n")

    assert output.getvalue() == "robot 1: a\nrobot 1: b\nrobot 2: c\nrobot 1: d\n"


def test_a_line_left_open_is_ended_at_the_end() -> None:
    """What follows the run begins on a line of its own."""
    output = io.StringIO()
    console = Console(output, robots=1)

    console.printed(0, 0, "no newline")
    console.finish()

    assert output.getvalue() == "no newline\n"


def test_what_a_robot_says_carries_the_time() -> None:
    """``say`` shows simulated seconds before the text."""
    output = io.StringIO()
    console = Console(output, robots=1)

    console.remarked(150, 0, Say("stuck"))

    assert output.getvalue() == "[1.50 s] stuck\n"


class _Gone(io.StringIO):
    """An output whose reader has gone."""

    def write(self, text: str) -> int:
        """Fail as a pipe does."""
        raise BrokenPipeError


def test_an_output_that_fails_does_not_stop_the_run() -> None:
    """When the reader has gone, the robot goes on without it."""
    console = Console(_Gone(), robots=1)

    console.printed(0, 0, "hello\n")
    console.remarked(100, 0, Say("hello"))
    console.finish()


def test_what_a_robot_says_can_not_move_the_cursor() -> None:
    """Control characters in ``say`` become blanks, so a line stays a line."""
    output = io.StringIO()

    Console(output, robots=1).remarked(0, 0, Say("a\x1b[2Jb\nc"))

    assert output.getvalue() == "[0.00 s] a [2Jb c\n"


def test_what_a_controller_prints_can_not_act_on_the_terminal() -> None:
    """Control characters are shown as escapes; line ends, tabs and letters of any script stay."""
    output = io.StringIO()

    Console(output, robots=1).printed(0, 0, "a\x1b[2J\tb\nç 10\u00a0cm\n")

    assert output.getvalue() == "a\\x1b[2J\tb\nç 10\u00a0cm\n"
