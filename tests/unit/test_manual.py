"""The manual as data: contents, sections, search; and that all its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wsusim.gui.features.help.context import BUILDING, PAGES, RECORDING
from wsusim.manual import Manual, anchor_of, sections_of
from wsusim.shipped import shipped_folder

FOLDER = shipped_folder("manual")
PAGE_FILES = sorted(FOLDER.rglob("*.md"))
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@pytest.fixture
def manual(tmp_path: Path) -> Manual:
    """Return a manual of two pages."""
    (tmp_path / "index.md").write_text(
        "# The manual\n\n## Tutorial: do it\n\n- [First](first.md): begin.\n\n"
        "## Reference\n\n- [Second](second.md).\n"
    )
    (tmp_path / "first.md").write_text(
        "# First\n\nA robot drives.\n\n## The `jaws`, closed\n\nThey hold a **cap**.\n\n"
        "```python\n# no heading\nself.gripper.close()\n```\n"
    )
    (tmp_path / "second.md").write_text(
        "# Second\n\nSee [the caps](first.md).\n\n| cap | robot |\n|---|---|\n| 1 | 2 |\n"
    )
    return Manual(tmp_path)


def test_the_contents_are_those_of_the_index(manual: Manual) -> None:
    """Headings with the pages below them; what a heading adds after a colon is left out."""
    names = [(chapter.title, [title for title, _ in chapter.pages]) for chapter in manual.chapters]
    assert names == [("Tutorial", ["First"]), ("Reference", ["Second"])]


def test_a_heading_inside_of_code_is_none(manual: Manual) -> None:
    """A comment of Python begins with the same sign."""
    headings = [section.heading for section in sections_of(manual.page("first"))]
    assert headings == ["First", "The jaws, closed"]


def test_all_words_must_be_there(manual: Manual) -> None:
    """In any order, in small or capital letters."""
    found = manual.search("CLOSE gripper")
    assert [hit.section.anchor for hit in found] == ["the-jaws-closed"]
    assert manual.search("gripper sausage") == ()


def test_words_in_a_heading_come_first(manual: Manual) -> None:
    """However often others have them."""
    assert manual.search("second")[0].section.page.name == "second.md"


def test_an_excerpt_has_no_marks(manual: Manual) -> None:
    """Neither of links nor of tables."""
    (hit,) = manual.search("see caps")
    assert hit.excerpt.startswith("See the caps. cap robot 1 2")


@pytest.mark.parametrize("words", ["", "   "])
def test_no_words_find_nothing(manual: Manual, words: str) -> None:
    """Rather than everything."""
    assert manual.search(words) == ()


def test_anchors_are_those_of_the_hosts_of_markdown() -> None:
    """Small letters, hyphens, no other signs."""
    assert anchor_of("What's left out, and why?") == "whats-left-out-and-why"


@pytest.mark.parametrize("page", PAGE_FILES, ids=lambda page: str(page.relative_to(FOLDER)))
def test_every_link_of_the_manual_leads_somewhere(page: Path) -> None:
    """To a file or folder that is there, and to a heading that is on the page."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    local = [link for link in LINK.findall(text) if "://" not in link]
    split = [link.partition("#") for link in local]
    targets = [((page.parent / name) if name else page, anchor) for name, _, anchor in split]
    assert [str(target) for target, _ in targets if not target.exists()] == []
    assert [
        f"{target}#{anchor}"
        for target, anchor in targets
        if anchor and anchor not in {section.anchor for section in sections_of(target)}
    ] == []


def test_the_index_lists_every_page() -> None:
    """Decisions are listed by their folder."""
    listed = {path for chapter in Manual(FOLDER).chapters for _, path in chapter.pages}
    parents = {path.parent if path.parent in listed else path for path in PAGE_FILES}
    assert {str(path.relative_to(FOLDER)) for path in parents - listed} == {"index.md"}


@pytest.mark.parametrize(("name", "anchor"), [*PAGES.values(), BUILDING, RECORDING])
def test_pages_for_panels_are_there(name: str, anchor: str) -> None:
    """With their headings."""
    anchors = [section.anchor for section in sections_of(Manual(FOLDER).page(name))]
    assert not anchor or anchor in anchors


def test_pages_for_developers_are_found_last(tmp_path: Path) -> None:
    """However often they say the word: a student looks for the others."""
    (tmp_path / "developer").mkdir()
    (tmp_path / "index.md").write_text("# Index\n\n## Pages\n")
    (tmp_path / "developer" / "house.md").write_text("# Pulse\n\npulse pulse pulse\n")
    (tmp_path / "robot.md").write_text("# Robot\n\nA pulse is 0.08 mm.\n")
    pages = [hit.section.page.name for hit in Manual(tmp_path).search("pulse")]
    assert pages == ["robot.md", "house.md"]


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("stuck", "my-robot-does-not"),
        ("robot does nothing", "my-robot-does-not"),
        ("keyboard shortcut", "keys"),
        ("ImportError", "my-robot-does-not"),
    ],
)
def test_what_a_student_types_finds_the_page(words: str, page: str) -> None:
    """First of all."""
    assert Manual(shipped_folder("manual")).search(words)[0].section.page.stem == page
