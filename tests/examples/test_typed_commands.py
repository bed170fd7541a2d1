"""A reader who types what a page says gets what the page shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.command_line import Outcome, wsusim
from tests.pages.reader import NOT_TYPED, Reader, pages_with_commands, why_not
from tests.pages.readers_desk import lay_out
from wsusim.shipped import shipped_folder

MANUAL = shipped_folder("manual")
LONG = {
    *("how-to/cibermouse", "how-to/cibermouse-contest", "how-to/connect-an-agent"),
    *("how-to/soccer", "how-to/eye", "how-to/evolve-and-learn"),
    *("how-to/grade-a-class", "how-to/many-runs", "reference/commands"),
    *("how-to/run-a-lab", "how-to/teach-with-a-lab", "how-to/lab-on-a-network"),
    *("how-to/make-a-lesson", "how-to/check-my-solution", "how-to/record-and-replay"),
    *("how-to/calibrate-a-robot", "how-to/last-years-agent", "how-to/port-from-java"),
}
"""Pages whose commands take long."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with all that the pages take for granted."""
    folder = tmp_path_factory.mktemp("desk")
    lay_out(folder)
    return folder


def _pages() -> list[object]:
    names = [
        page.relative_to(MANUAL).with_suffix("").as_posix() for page in pages_with_commands(MANUAL)
    ]
    return [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in names]


@pytest.mark.parametrize("name", _pages())
def test_the_commands_of_a_page_do_and_print_what_it_says(
    name: str, desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To paste what is printed now: ``python -m tests.pages.reader``."""
    text = (MANUAL / f"{name}.md").read_text(encoding="utf-8")
    shutil.copytree(desk, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    reader = Reader(wsusim)

    renewed = reader.read(text)

    failed = [
        (one.words, one.outcome.stderr)
        for one in reader.typed
        if one.outcome.returncode and not one.is_shown
    ]
    assert failed == []
    assert renewed == text


def test_a_command_stands_in_a_block_that_is_typed() -> None:
    """A block without a language would be passed over in silence."""
    typed = {"sh", "bat", "console", "text"}
    passed_over = [
        f"{page.name}: {block[2].strip()}"
        for page in MANUAL.rglob("*.md")
        for block in re.finditer(r"^ *```(\w*)\n(.*?)^ *```", page.read_text("utf-8"), re.S | re.M)
        if block[1] not in typed and re.search(r"^ *python main\.py ", block[2], re.M)
    ]
    assert passed_over == []


# The reader


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    """Return a reader in an empty folder, whose commands print their words."""
    monkeypatch.chdir(tmp_path)
    return Reader(lambda words: Outcome(0, f"{' '.join(words)}\n", ""))


def test_what_is_printed_now_takes_the_place_of_what_was(reader: Reader) -> None:
    """Below its command."""
    page = "```console\n$ python main.py a\nold\n$ python main.py b\n```\n"

    assert reader.read(page) == "```console\n$ python main.py a\na\n$ python main.py b\n```\n"


def test_a_block_can_belong_to_a_command_elsewhere(reader: Reader) -> None:
    """A comment names the command."""
    page = "<!-- printed by: python main.py a b -->\n```text\nold\n```\n"

    assert reader.read(page) == page.replace("old", "a b")


def test_dots_stand_for_any_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown round them must still be true."""
    monkeypatch.chdir(tmp_path)
    reader = Reader(lambda _: Outcome(0, "1\n2\n3\n4\n", ""))
    good = "```console\n$ python main.py a\n1\n...\n4\n```\n"

    assert reader.read(good) == good
    assert reader.read(good.replace("1", "9")) == good


def test_how_quick_the_computer_is_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Speeds differ from computer to computer, and from run to run."""
    monkeypatch.chdir(tmp_path)
    reader = Reader(lambda _: Outcome(0, "seed 1, 712 times real time, trace a\n", ""))
    page = "```console\n$ python main.py a\nseed 1, 3,122 times real time, trace a\n```\n"

    assert reader.read(page) == page


def test_a_program_of_the_page_is_saved_and_changed(reader: Reader, tmp_path: Path) -> None:
    """Under the names that the comments give."""
    reader.read(
        "<!-- file: a.py -->\n\n```python\nx = 1\n```\n<!-- change a.py as b.py: 1 -> 2 -->\n"
    )

    assert (tmp_path / "a.py").read_text() == "x = 1\n"
    assert (tmp_path / "b.py").read_text() == "x = 2\n"


def test_output_goes_into_a_file(reader: Reader, tmp_path: Path) -> None:
    """As a shell does it."""
    reader.read("```sh\npython main.py a > a.txt   # for later\n```\n")

    assert (tmp_path / "a.txt").read_text() == "a\n"


@pytest.mark.parametrize(
    "words",
    [
        *("run my.py --robot serial:/dev/ttyUSB0", "", "my_maze.json", "emulate --tcp 5331"),
        *("run a --publish 8008", "batch a.toml --cluster local", "lab status 17 --to ADDRESS"),
    ],
)
def test_some_commands_are_not_typed(words: str) -> None:
    """Each for a reason."""
    assert why_not(words) in NOT_TYPED.values()
