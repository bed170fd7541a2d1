"""Texts that people read are in plain English: no words that only wsusim's makers would use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import wsusim
from tests.examples.test_option_names import LEAVES
from wsusim.shipped import shipped_folder

HOUSE_WORDS = re.compile(
    # One \b for all that begin with a word: each of its own would be looked for at each letter.
    r"\b(?:(?:is|are|was|were|be|been) ended\b|anew\b|whoever\b|amiss\b"
    r"|stands? at (?:its|their|the) starts?\b|nobody knows\b|mind who\b"
    r"|(?:makes?|made) way\b|tells? most\b|upper storey\b|stands? in (?:its|the) header\b"
    r"|direction brings\b|orders in force\b|(?:to|be) mend(?:ed)?\b|usual: )"
    r"|, and told so\b",
    re.I,
)
"""Each was once in a text that students read; the plain words are others."""

MANUAL = shipped_folder("manual")
PAGES = [page for page in sorted(MANUAL.rglob("*.md")) if "developer" not in page.parts]
LESSONS = sorted((shipped_folder("templates") / "lessons").glob("*/*.md"))
CODE = Path(wsusim.__file__).parent
PUBLIC = [*sorted(CODE.rglob("*.html")), CODE.parent / "README.md"]


def found_in(text: str) -> list[str]:
    """Return the house words of a text, with what stands around them."""
    return [text[max(0, one.start() - 30) : one.end() + 30] for one in HOUSE_WORDS.finditer(text)]


@pytest.mark.parametrize(
    "page", [*PAGES, *LESSONS, *PUBLIC], ids=lambda page: f"{page.parent.name}/{page.stem}"
)
def test_a_page_is_in_plain_english(page: Path) -> None:
    """In the manual, the lessons, and what browsers show."""
    assert found_in(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(("name", "command"), LEAVES)
def test_help_is_in_plain_english(name: str, command: click.Command) -> None:
    """Of each command and each of its options."""
    assert found_in(command.get_help(click.Context(command))) == []


def told(source: str) -> Iterator[str]:
    """Yield the texts of a module that people may read: all but its docstrings."""
    tree = ast.parse(source)
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings and " " in node.value:
            yield node.value


def test_messages_are_in_plain_english() -> None:
    """In the window, in the terminal and in a lab."""
    sources = (file.read_text(encoding="utf-8") for file in sorted(CODE.rglob("*.py")))
    strange = [
        words
        for source in sources
        if HOUSE_WORDS.search(source)
        for text in told(source)
        for words in found_in(text)
    ]
    assert strange == []


def test_what_browsers_are_told_is_in_plain_english() -> None:
    """By the scripts of the lab's and the shared runs' pages; their comments are for developers."""
    strange = [
        words
        for file in sorted(CODE.rglob("*.js"))
        for words in found_in(re.sub(r"(?m)(?:^|\s)//.*$", "", file.read_text(encoding="utf-8")))
    ]
    assert strange == []


@pytest.mark.parametrize("words", ["it is ended", "begin Anew", "3 AMISS", "stands at its start"])
def test_a_house_word_is_found(words: str) -> None:
    """Or the tests above would find nothing."""
    assert found_in(f"So {words} now.")
