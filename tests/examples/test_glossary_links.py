"""A word that is not everyday English leads to the glossary where a reader first meets it."""

from __future__ import annotations

import re

import pytest

from wsusim.manual import anchor_of
from wsusim.shipped import shipped_folder

MANUAL = shipped_folder("manual")
READING = (
    *("tutorial/first-steps", "tutorial/the-window", "how-to/write-a-controller"),
    *("tutorial/building-a-maze", "tutorial/a-lesson", "how-to/record-and-replay"),
    *("how-to/grade-a-class", "how-to/run-a-lab", "how-to/teach-with-a-lab"),
)
"""The pages of a beginner, then those of a teacher, in the order in which they are read."""

WORDS = {
    "seed": "Seed",
    "trace": "Trace",
    "fingerprint": "Fingerprint",
    "trail": "Trail",
    "tick": "Tick",
    "cap": "Cap",
    "goal region": "Goal region",
    "mission": "Mission",
    "recording": "Recording",
    "resume": "Resume",
    "patience": "Patience",
    "assignment": "Assignment",
    "profile": "Profile",
}
"""A word, and its entry in the glossary."""


def prose(page: str) -> str:
    """Return a page without code, comments, headings and pictures; places stay as they are."""
    text = (MANUAL / f"{page}.md").read_text(encoding="utf-8")
    hidden = r"^```.*?^```|<!--.*?-->|`[^`\n]*`|^#.*?$|!\[[^\]]*\]\([^)]*\)|^\|.*?$"
    return re.sub(hidden, lambda found: " " * len(found[0]), text, flags=re.S | re.M)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_linked_where_it_is_first_met(word: str) -> None:
    """On the first page of a reader's way that has it."""
    for page in READING:
        text = prose(page)
        first = re.search(rf"\b{word}s?\b", text, re.I)
        if first is not None:
            link = rf"\[[^\]]*{word}s?[^\]]*\]\([./a-z-]*glossary\.md#{anchor_of(WORDS[word])}\)"
            linked = re.search(link, text, re.I)
            assert linked is not None, f"{page}: {word}"
            assert linked.start() <= first.start(), f"{page}: {word}"
            return
    pytest.fail(f"No page has {word}: take it off the list.")


def test_each_entry_of_the_glossary_is_a_heading_in_order() -> None:
    """So that a link can lead to it, and people find it."""
    entries = re.findall(r"^### (.+)$", (MANUAL / "reference/glossary.md").read_text("utf-8"), re.M)

    assert set(WORDS.values()) <= set(entries)
    assert entries == sorted(entries, key=str.casefold)
