"""Pages for people who change wsusim name files, modules and tasks that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tasks import TASKS

ROOT = Path(__file__).parents[2]
PAGES = ("adding.md", "contributing.md", "style.md", "words.md", "processes.md")
PLACES = (
    "",
    "wsusim/",
    "wsusim/gui/",
    "manual/",
    "wsusim/gui/features/",
    "tests/unit/gui/features/",
)


def text_of(page: str) -> str:
    """Return a page."""
    return (ROOT / "manual/developer" / page).read_text(encoding="utf-8")


def is_there(name: str) -> bool:
    """Return whether a file, folder or module of this name exists."""
    file = name.replace(".", "/") if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", name) else name
    tries = [place + end for place in PLACES for end in (name, file, f"{file}.py")]
    attribute = file.rpartition("/")[0]
    tries += [
        place + end for place in PLACES for end in (attribute, f"{attribute}.py") if attribute
    ]
    is_some_test = "/" not in name and any((ROOT / "tests").rglob(name))
    return is_some_test or any((ROOT / one).exists() for one in tries)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_module_that_a_page_names_exists(page: str) -> None:
    """Names in code style with a slash or dots; NAME stands for the reader's own."""
    named = re.findall(r"`([a-z_]+(?:[./]\w[\w./]*)+)`", text_of(page))
    invented = {"karel", "mine.toml", "my_package", "icuuc.dll"}  # or Windows' own
    known = [name for name in named if not any(word in name for word in (*invented, "NAME"))]

    assert [name for name in known if not is_there(name)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_task_that_a_page_names_exists(page: str) -> None:
    """``python -m tests.tasks`` knows the word."""
    words = re.findall(r"python -m tests\.tasks ([a-z]+)", text_of(page))

    assert [word for word in words if word not in TASKS] == []


def test_one_task_renews_every_page_that_is_made() -> None:
    """Whatever the manual's pages say they are made by, ``tests.tasks tables`` runs."""
    pages = (ROOT / "manual").rglob("*.md")
    texts = [page.read_text(encoding="utf-8") for page in pages]
    made_by = set(re.findall(r"<!--.*python -m (tests\.pages\.\w+)", "\n".join(texts)))

    assert made_by
    assert made_by - {command[2] for command in TASKS["tables"].commands} == set()


def test_the_word_list_has_about_forty_words() -> None:
    """The word list stays short enough to be read."""
    rows = re.findall(r"^\| (?!word |---)(.+?) \|", text_of("words.md"), re.MULTILINE)

    assert 38 <= len(rows) <= 46
