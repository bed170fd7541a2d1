"""The manual as data: its contents, and a search; without widgets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

INTERNAL = "developer"
"""Folder of the pages for those who change wsusim."""

INDEX = "index.md"
HITS_MAX = 60
EXCERPT_CHARS = 90

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
_ENTRY = re.compile(r"^- \[(?P<title>[^\]]+)\]\((?P<target>[^)]+)\)(?P<rest>.*)$")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"[`*|]|^[#>\-\s]+|\s+")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page with the text below it, up to the next heading."""

    page: Path
    page_title: str
    heading: str
    anchor: str
    text: str
    """Without the marks of Markdown."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section with the words that were looked for."""

    section: Section
    excerpt: str
    """The text round the first of the words."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A group of pages in the table of contents."""

    title: str
    pages: tuple[tuple[str, Path], ...]
    """(title, file)"""


class Manual:
    """The folder of the manual; files are read when they are first needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def index(self) -> Path:
        """The page with the table of contents."""
        return self.folder / INDEX

    def page(self, name: str) -> Path:
        """Return the file of a page: ``tutorial/first-steps``."""
        return self.folder / f"{name}.md"

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The table of contents: the lists of pages in the index, under its headings."""
        chapters: list[tuple[str, list[tuple[str, Path]]]] = []
        for line in self.index.read_text(encoding="utf-8").splitlines():
            heading, entry = _HEADING.match(line), _ENTRY.match(line)
            if heading is not None and len(heading[1]) == 2:
                chapters.append((heading[2].split(":")[0], []))
            elif entry is not None and chapters:
                chapters[-1][1].append((entry["title"], self.folder / entry["target"]))
        return tuple(Chapter(title, tuple(pages)) for title, pages in chapters)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All sections of all pages, those of the table of contents first."""
        listed = [path for chapter in self.chapters for _title, path in chapter.pages]
        others = sorted(self.folder.rglob("*.md"))
        paths = dict.fromkeys([*(path for path in listed if path.is_file()), *others])
        return tuple(section for path in paths for section in sections_of(path))

    def search(self, words: str) -> tuple[Hit, ...]:
        """Return the sections that hold all the words; those with them in a heading come first.

        The pages for those who change wsusim come last.
        """
        wanted = words.casefold().split()
        if not wanted:
            return ()
        found: list[tuple[tuple[bool, int], Hit]] = []
        for section in self.sections:
            title = f"{section.page_title} {section.heading}".casefold()
            text = section.text.casefold()
            if all(word in title or word in text for word in wanted):
                in_title = sum(word in title for word in wanted)
                count = sum(text.count(word) for word in wanted)
                is_internal = INTERNAL in section.page.relative_to(self.folder).parts
                rank = (is_internal, -(100 * in_title + min(count, 99)))
                found.append((rank, Hit(section, _excerpt(section.text, wanted))))
        found.sort(key=lambda pair: pair[0])
        return tuple(hit for _rank, hit in found[:HITS_MAX])


def sections_of(page: Path) -> Iterator[Section]:
    """Yield the sections of a page."""
    title = heading = anchor = ""
    lines: list[str] = []
    is_code = False
    for line in page.read_text(encoding="utf-8").splitlines():
        is_code ^= line.startswith("```")
        found = None if is_code else _HEADING.match(line)
        if found is None:
            lines.append(line)
            continue
        if heading:
            yield Section(page, title, heading, anchor, _plain(lines))
        heading = plain_text(found[2])
        title = title or heading
        anchor, lines = anchor_of(heading), []
    if heading:
        yield Section(page, title, heading, anchor, _plain(lines))


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as the well-known hosts of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.casefold()).strip().replace(" ", "-")


def plain_text(markdown: str) -> str:
    """Return a line without Markdown's markup."""
    return re.sub(r"[`*]", "", _LINK.sub(r"\1", markdown)).strip()


def _plain(lines: list[str]) -> str:
    told = (line for line in lines if not line.startswith(("```", "|--", "| --", "<!--")))
    words = (_MARKUP.sub(" ", _LINK.sub(r"\1", line)) for line in told)
    return re.sub(r"\s+", " ", " ".join(words)).strip()


def _excerpt(text: str, wanted: list[str]) -> str:
    places = [text.casefold().find(word) for word in wanted]
    first = min((place for place in places if place >= 0), default=0)
    begin = max(0, first - EXCERPT_CHARS // 3)
    begin = text.find(" ", begin) + 1 if begin else 0
    part = text[begin : begin + EXCERPT_CHARS]
    is_cut = begin + EXCERPT_CHARS < len(text)
    if is_cut:
        part = part.rpartition(" ")[0] + " …"
    return f"… {part}" if begin else part
