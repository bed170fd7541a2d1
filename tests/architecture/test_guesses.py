"""Which physical figures are guesses: the list that someone with a real robot should go through."""

from __future__ import annotations

import re
from pathlib import Path

TABLES = Path(__file__).parents[2] / "wsusim" / "robots"


def test_every_figure_of_the_robot_tables_has_a_source_or_says_guess() -> None:
    """Each number in a robot's table carries a comment: a source, or the word guess."""
    bare = [
        f"{file.name}:{number}: {line.strip()}"
        for file in sorted(TABLES.glob("khepera*.py"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if re.match(r"\s+[a-z_]+=-?[\d.]+,", line) and "#" not in line
    ]

    assert bare == []
