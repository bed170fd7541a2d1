"""One server at a time for a lab: a second one would think that running jobs are lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from wsusim.errors import BadInput
from wsusim.lab.store import Store
from wsusim.recording.file_lock import FileInUse, hold_lock

_LOCK = 0x7753  # any number that no other program of this database takes


@contextmanager
def folder_alone(folder: Path) -> Iterator[None]:
    """Keep other servers out of a lab's folder, which is made if it is not there.

    Raises:
        BadInput: Another server has it, or it can't be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = (folder / "server.lock").open("wb")
    except OSError as error:
        raise BadInput(
            f"The lab's folder {folder} can't be used: {error.strerror or error}. Choose another "
            "one, or look at its permissions."
        ) from None
    with stream:
        try:
            with hold_lock(stream):
                yield
        except FileInUse:
            raise BadInput(
                f"Another server runs the lab in {folder}. Stop it first, or use another folder."
            ) from None


@contextmanager
def store_alone(store: Store) -> Iterator[None]:
    """Keep servers with other folders out of a lab's database.

    A file needs no more than the lock of its folder.

    Raises:
        BadInput: Another server has it.
    """
    if store.engine.dialect.name != "postgresql":
        yield
        return
    # Without a transaction, which would be open as long as the server is.
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if not connection.execute(text(f"SELECT pg_try_advisory_lock({_LOCK})")).scalar_one():
            raise BadInput(
                "Another server runs the lab in this database. Stop it first, or use another "
                "database."
            )
        try:
            yield
        finally:
            connection.execute(text(f"SELECT pg_advisory_unlock({_LOCK})"))
