"""Writes the part of the manual's page on recordings that the robot table says.

``python -m tests.pages.recording_columns manual/reference/recording-format.md`` renews the page.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wsusim.model.robot_table import OF_SENSORS, SEEN

BEGIN = "<!-- From the robot table, by: python -m tests.pages.recording_columns <this file> -->\n"
END = "<!-- End of the made part. -->\n"


def columns_table() -> str:
    """Return the columns of a robot's samples as Markdown; alike ones share a row."""
    rows: dict[tuple[str, str], list[str]] = {}
    for field in SEEN:
        columns = (
            "a column for each sensor" if field.group in OF_SENSORS else f"{field.size} columns"
        )
        numbers = f"{columns}: {field.meaning}" if field.size > 1 else field.meaning
        rows.setdefault((field.unit, numbers), []).append(f"`{field.name}`")
    lines = ["| column | unit | meaning |", "|---|---|---|"]
    lines += [f"| {', '.join(names)} | {unit} | {text} |" for (unit, text), names in rows.items()]
    return "\n".join(lines) + "\n"


def page_with_table(page: str) -> str:
    """Return the page with its made part brought up to date."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{columns_table()}\n{END}{after}"


def main(path: str) -> None:
    """Bring the page at ``path`` up to date."""
    page = Path(path)
    page.write_text(page_with_table(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
