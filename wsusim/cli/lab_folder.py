"""What the commands on a lab's own computer have in common: its folder and its store."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsusim.cli.options import FOLDER, together
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.lab.store import Store

OF_A_LAB = together(
    click.argument("folder", type=FOLDER),
    click.option("--store", metavar="URL", help="Another database: postgresql+psycopg://..."),
)

IN_COURSE = click.option("--course", metavar="TITLE", help="In which course of the lab.")

_NEEDED = ("sqlalchemy", "alembic", "starlette", "uvicorn", "websockets")


@contextmanager
def store_of(folder: Path, url: str | None) -> Iterator[Store]:
    """Provide the store of a lab; raises ``BadInput`` if there is none."""
    require_lab()
    from wsusim.lab.store import Store

    if url is None and not folder.is_dir():
        raise BadInput(f"There is no lab in {folder}. Start it first: lab serve {folder}")
    store = Store.in_folder(folder) if url is None else Store(url)
    try:
        yield store
    finally:
        store.close()


def require_lab() -> None:
    """Raise ``BadInput`` if the lab's libraries are missing."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        folder = Path(__file__).parents[2]
        raise BadInput(
            f"A lab needs {', '.join(missing)}. Install what belongs to it:\n"
            f"  {sys.executable} -m pip install -r {folder / 'requirements-live.txt'} "
            f"-r {folder / 'requirements-lab.txt'}"
        )
