"""What a lab keeps: people, programs, jobs and the audit log, in SQLite or another database.

SQLite writes ahead (WAL), so that pages can read while the queue writes, and a killed server loses
nothing that it has confirmed. The schema's history is in ``migrations`` (Alembic); a store of an
older wsusim is brought up to date when it is opened.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    false,
    true,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from wsusim.errors import BadInput

METADATA = MetaData()

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False, unique=True),
    Column("is_teacher", Boolean, nullable=False),
    Column("token_sha256", String(64), nullable=False, unique=True),
    Column("made_s", Float, nullable=False),
    Column("seen_s", Float),
    Column("is_revoked", Boolean, nullable=False, default=False),
)

PROGRAMS = Table(
    "programs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("source", Text, nullable=False),
    Column("sha256", String(64), nullable=False, index=True),
    Column("made_s", Float, nullable=False),
    Column("modules", Text, nullable=False, server_default="{}"),
)
"""Each upload is a row, so earlier versions stay. ``modules`` is JSON: texts by names of files."""

JOBS = Table(
    "jobs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("program", Integer, ForeignKey("programs.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("key", String(64), nullable=False),
    Column("maze", String(80), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("time_s", Float, nullable=False),
    Column("robot", String(80)),
    Column("made_s", Float, nullable=False),
    Column("started_s", Float),
    Column("ended_s", Float),
    Column("text", Text, nullable=False, default=""),
    Column("line", Integer),
    Column("report", Text),
    Column("is_live", Boolean, nullable=False, server_default=true()),
    Column("course", Integer, ForeignKey("courses.id"), index=True),
    Column("pair", Integer, ForeignKey("pairs.id"), index=True),
    UniqueConstraint("person", "key"),
)
"""``key`` is the uploader's own name for it: what is sent twice is one job. ``robot`` took it.
``is_live``: a simulation at the pace of a robot. ``course``: for which it was sent; null: by a
client of the old lab. ``pair``: whose it is, if it is two people's."""

COURSES = Table(
    "courses",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("title", String(80), nullable=False, unique=True),
    Column("robots", String(200), nullable=False, server_default=""),
    Column("is_closed", Boolean, nullable=False, server_default=false()),
    Column("made_s", Float, nullable=False),
)
"""``robots``: which its programs may drive, "1 3", counted from 1; empty: all."""

MEMBERS = Table(
    "members",
    METADATA,
    Column("course", Integer, ForeignKey("courses.id"), primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), primary_key=True, index=True),
    Column("is_teacher", Boolean, nullable=False),
)
"""Who is in a course, and who teaches it. Teachers of the lab need no row."""

PAIRS = Table(
    "pairs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("course", Integer, ForeignKey("courses.id"), nullable=False, index=True),
    Column("first", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("second", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("made_s", Float, nullable=False),
    Column("ended_s", Float),
)
"""Two people who share their work in a course; what they did together stays both's when it ends."""

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("sha256", String(64), primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False),
    Column("token_sha256", String(64), nullable=False),
    Column("until_s", Float, nullable=False),
)
"""Who is signed in: ``sha256`` is the digest of what only the browser has."""

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at_s", Float, nullable=False, index=True),
    Column("who", String(80), nullable=False),
    Column("what", String(40), nullable=False),
    Column("about", String(200), nullable=False),
)

_ONLY_READS = "wsusim_only_reads"

CONNECTIONS = 64
"""Kept open: more than a lab's threads and the web server's together. With the library's usual 15,
further threads were not served in any order, and some waited for half a minute."""

_BUSY_MS = 10_000

_CACHE_KB = 256
"""Of each connection; the system keeps the file in memory anyway. The usual 2 MB are 128 for 64."""


class Store:
    """A lab's database. ``with store.writing() as rows:`` is one transaction.

    Args:
        url: In SQLAlchemy's form: ``sqlite:////srv/lab/lab.db``, ``postgresql+psycopg://...``.

    Raises:
        BadInput: It can't be opened, or a newer wsusim wrote it.
    """

    def __init__(self, url: str) -> None:
        self._writer = threading.Lock()
        try:
            self.engine = _engine_of(url)
            with _closed_if_it_fails(self.engine):
                _migrate(self.engine)
        except (ArgumentError, DBAPIError, ImportError) as error:
            said = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise BadInput(f"The lab's store {_shown(url)} can't be opened: {said}.") from None

    @classmethod
    def in_folder(cls, folder: Path) -> Store:
        """Return the store of a lab's folder, created if it does not exist."""
        return cls(f"sqlite:///{(folder / 'lab.db').absolute()}")

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a transaction: everything in it happens, or nothing.

        The threads of a lab write one after the other: SQLite lets only one write anyway, and those
        that it keeps waiting retry at growing intervals, so that some would never get their turn.
        """
        if not self._writer.acquire(timeout=_BUSY_MS / 1000.0):
            raise OperationalError("BEGIN", None, TimeoutError("another writer hangs"))
        try:
            with self.engine.begin() as connection:
                yield connection
        finally:
            self._writer.release()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a look at the rows as they are now."""
        with self.engine.connect() as connection:
            yield connection.execution_options(**{_ONLY_READS: True})

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _engine_of(url: str) -> Engine:
    engine = create_engine(url, pool_size=CONNECTIONS, max_overflow=CONNECTIONS)
    if make_url(url).get_backend_name() == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: object, _record: object) -> None:
            # The driver's own transactions begin too late for a reader that will write.
            connection.isolation_level = None  # type: ignore[attr-defined]
            cursor = connection.cursor()  # type: ignore[attr-defined]
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.execute(f"PRAGMA cache_size=-{_CACHE_KB}")
            cursor.close()

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            # At once for writing: of two that read first and then write, one would have to give up.
            # A thread that only reads needs none, and would have to wait for those that write.
            if not connection.get_execution_options().get(_ONLY_READS):
                connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@contextmanager
def _closed_if_it_fails(engine: Engine) -> Iterator[None]:
    """Close all connections if the block raises."""
    try:
        yield
    except BaseException:
        engine.dispose()
        raise


def _migrate(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            raise BadInput(
                f"The lab's store {_shown(str(engine.url))} was made by a newer wsusim. "
                "Update wsusim, or use another folder."
            ) from None


def _shown(url: str) -> str:
    """Return an address without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return repr(url)
