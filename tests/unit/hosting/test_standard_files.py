"""What becomes of what controllers print."""

from __future__ import annotations

import sys

import pytest

from tests.unit.hosting.stage import Stage
from wsusim.control.allowance import CHARACTERS_PER_SECOND, LINES_PER_SECOND
from wsusim.hosting.standard_files import (
    LONGEST_LINE,
    Prints,
)


class Paper:
    """Collects what is passed on; ``second`` is set by hand."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.second = 0
        self.prints = Prints(self.pieces.append, lambda: self.second)


@pytest.fixture
def paper() -> Paper:
    """Return an empty sheet."""
    return Paper()


def test_whole_lines(paper: Paper) -> None:
    """``print`` in pieces arrives as whole lines."""
    print("one", "two", file=paper.prints)
    print("three\nfour", file=paper.prints)
    assert paper.pieces == ["one two\n", "three\n", "four\n"]


def test_flush_passes_on_a_part(paper: Paper) -> None:
    """A line without an end is passed on when it is flushed, and once only."""
    print("...", end="", file=paper.prints)
    before = list(paper.pieces)
    paper.prints.flush()
    paper.prints.flush()
    assert (before, paper.pieces) == ([], ["..."])


def test_the_last_line_ends(paper: Paper) -> None:
    """What is shown after the prints begins on a new line."""
    print("speed? ", end="", flush=True, file=paper.prints)
    paper.prints.finish()
    paper.prints.finish()
    assert paper.pieces == ["speed? ", "\n"]


def test_long_lines_are_cut(paper: Paper) -> None:
    """A line of millions of characters takes no more room than a long one."""
    for _ in range(100):
        paper.prints.write("x" * 100_000)
    paper.prints.write("\n")
    assert paper.pieces == ["x" * LONGEST_LINE + "\n"]


def test_lines_of_a_second_are_counted(paper: Paper) -> None:
    """Beyond its share of a second a line is left out; the next second says how many were."""
    for number in range(LINES_PER_SECOND + 5):
        print(number, file=paper.prints)
    kept = len(paper.pieces)
    paper.second = 1
    print("next", file=paper.prints)
    assert kept == LINES_PER_SECOND
    assert paper.pieces[kept:] == ["... 5 more lines in one second were left out\n", "next\n"]


def test_characters_of_a_second_are_counted(paper: Paper) -> None:
    """Few but long lines have their limit as well."""
    for _ in range(LINES_PER_SECOND):
        print("x" * 1000, file=paper.prints)
    assert len("".join(paper.pieces)) <= CHARACTERS_PER_SECOND + LONGEST_LINE + 1000


def test_the_count_is_told_at_the_end(paper: Paper) -> None:
    """Lines that were left out in the last second are told when the run is over."""
    for number in range(LINES_PER_SECOND + 1):
        print(number, file=paper.prints)
    paper.prints.finish()
    assert paper.pieces[-1] == "... 1 more lines in one second were left out\n"


def test_only_text_is_taken(paper: Paper) -> None:
    """Bytes are refused as every text file refuses them."""
    with pytest.raises(TypeError, match="not bytes"):
        paper.prints.write(b"raw")  # type: ignore[arg-type]


def test_half_characters_are_passed_on_as_their_escapes(paper: Paper) -> None:
    """What can't be written as UTF-8 (a text cut apart, a name of a file) costs no recording."""
    paper.prints.write("half \ud83d\n")

    assert paper.pieces == ["half \\ud83d\n"]


def test_prints_arrive_in_order(stage: Stage) -> None:
    """What a controller prints and writes to stderr arrives in order, with robot and tick."""
    played = stage.play("""
        import sys

        class Talker(Controller):
            def run(self):
                for number in range(3):
                    print("number", number)
                    self.sleep(0.1)
                print("almost", "done", file=sys.stderr)
                print("no newline", end="")
    """)
    assert played.prints == [
        (0, 0, "number 0\n"),
        (0, 10, "number 1\n"),
        (0, 20, "number 2\n"),
        (0, 30, "almost done\n"),
        (0, 30, "no newline"),
        (0, 30, "\n"),
    ]


def test_module_prints_belong_to_the_controller(stage: Stage) -> None:
    """What the file prints while it is loaded is the controller's output as well."""
    played = stage.play("""
        print("loading")

        class Quiet(Controller):
            def run(self):
                pass
    """)
    assert played.text == "loading\n"


def test_a_flood_of_prints_is_cut(stage: Stage) -> None:
    """A flood of prints neither blocks the run nor arrives in full; how much is missing is said."""
    played = stage.play("""
        class Flood(Controller):
            def run(self):
                for number in range(20_000):
                    print("again and again", number)
                self.sleep(1.0)
                print("after the flood")
    """)
    assert played.host.outcome == "finished"
    assert len(played.prints) == 1002
    assert "19,000 more lines in one second were left out" in played.prints[-2][2]
    assert played.prints[-1][2] == "after the flood\n"


def test_output_is_given_back(stage: Stage) -> None:
    """After the run ``sys.stdout``, ``stderr`` and ``stdin`` are what they were."""
    before = (sys.stdout, sys.stderr, sys.stdin)
    stage.play("""
        import sys

        class Replacer(Controller):
            def run(self):
                sys.stdout = sys.stderr = None
    """)
    assert (sys.stdout, sys.stderr, sys.stdin) == before


def test_no_keyboard(stage: Stage) -> None:
    """``input()`` ends the controller at once and says why."""
    played = stage.play("""
        class Asker(Controller):
            def run(self):
                speed = input("Speed? ")
    """)
    failure = played.host.failure
    assert failure is not None
    assert "You can't use input() in a controller" in failure.message
    assert failure.line == played.line_of("Speed?")
