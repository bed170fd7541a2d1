"""Stores of nobody, without what a new store takes each time: 30 ms, and 10 ms for its statements.

A test gets a file of its own. What is shared is the engine, which compiles a statement only once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import time

from sqlalchemy import event

from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.store import Store

FILE = "lab.db"


@cache
def empty_file() -> bytes:
    """Return the file of a store of nobody."""
    with tempfile.TemporaryDirectory() as folder:
        Store.in_folder(Path(folder)).close()
        return (Path(folder) / FILE).read_bytes()


class _MovedStore:
    """A store that is in whichever folder a test has; in one at a time."""

    def __init__(self, folder: Path) -> None:
        self._store = Store.in_folder(folder)
        self._store.close()
        self._folder = folder
        self._is_open = False
        event.listen(self._store.engine, "do_connect", self._lead_there)

    @contextmanager
    def into(self, folder: Path) -> Iterator[Store]:
        """Give the store, in another folder."""
        assert not self._is_open, "a test has opened two labs with this"
        self._folder, self._is_open = folder, True
        try:
            yield self._store
        finally:
            self._store.close()
            self._is_open = False

    def _lead_there(
        self, _dialect: object, _record: object, arguments: list[str], _named: object
    ) -> None:
        arguments[0] = str(self._folder.absolute() / FILE)


@cache
def _moved_store() -> _MovedStore:
    with tempfile.TemporaryDirectory() as folder:
        return _MovedStore(Path(folder))


@contextmanager
def empty_store(folder: Path) -> Iterator[Store]:
    """Give a store of nobody in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(empty_file())
    with _moved_store().into(folder) as store:
        yield store


@contextmanager
def empty_lab(plan: Plan, now_s: Callable[[], float] = time) -> Iterator[Lab]:
    """Give a lab of nobody that is not at work; it is closed in the end."""
    with empty_store(plan.folder) as store:
        lab = Lab(plan, store, now_s=now_s)
        try:
            yield lab
        finally:
            lab.close()
