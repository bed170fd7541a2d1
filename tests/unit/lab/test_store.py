"""What a lab's store promises: one schema, whole transactions, and a clear word when it can't."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, insert, select, text

import wsusim.lab.lab  # noqa: F401 - all tables
from wsusim.errors import BadInput
from wsusim.lab.assignments import Assignments, Task
from wsusim.lab.courses import Courses
from wsusim.lab.drafts import Drafts
from wsusim.lab.jobs import Jobs
from wsusim.lab.people import People, digest_of
from wsusim.lab.program import Program
from wsusim.lab.store import METADATA, SETTINGS, Store

ANN = "INSERT INTO people VALUES (1, 'Ann', FALSE, 'x', 0.0, NULL, FALSE)"
ANNS_PROGRAM = (
    "INSERT INTO programs (id, person, name, source, sha256, made_s) "
    f"VALUES (1, 1, 'a.py', 'x = 1', '{digest_of('x = 1')}', 0.0)"
)
WALLS = "INSERT INTO assignments VALUES (1, 'Walls', '', NULL, FALSE, 0.0)"
ANNS_WORK = (
    "INSERT INTO hand_ins (id, assignment, person, program, made_s) VALUES (1, 1, 1, 1, 1.0)"
)


A_JOB = (
    "INSERT INTO jobs (id, person, program, kind, state, key, maze, seed, time_s, made_s, text) "
    "VALUES ({0}, {0}, 1, '{1}', 'done', 'k', 'rooms', 1, 60.0, 0.0, '')"
)
ANNS_JOB, OLD_CLIENTS_JOB = A_JOB.format(1, "robot"), A_JOB.format(2, "remote")


def test_the_migrations_lead_to_the_tables_of_the_program(store: Store) -> None:
    """What is made step by step is what the code asks for."""
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def make_older(database: str, revision: str, *statements: str) -> None:
    """Make a store as an older wsusim has left it."""
    engine = create_engine(database)
    config = Config()
    config.set_main_option("script_location", str(files("wsusim.lab") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize("revision", ["1", "2"])
def test_an_older_store_is_brought_up_to_date(database: str, revision: str) -> None:
    """With everything that was in it; a program of then is one file."""
    make_older(database, revision, ANN, ANNS_PROGRAM)

    newer = Store(database)
    ann = People(newer).named("Ann")
    drafts, assignments = Drafts(newer), Assignments(newer)
    kept, again = drafts.program(ann, 1), drafts.keep(ann, Program("a.py", "x = 1"), 1.0)
    number = assignments.add(Task("Walls"), ann, 1.0)
    handed_in = assignments.hand_in(number, ann, Program("a.py", "x = 1"), 2.0)
    with newer.reading() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    newer.close()

    assert (kept, again) == (Program("a.py", "x = 1"), 1)
    assert (handed_in.version, handed_in.mark, handed_in.comment) == (1, "", "")
    assert differences == []


def test_what_was_handed_in_to_an_older_store_is_there(database: str) -> None:
    """Without a mark."""
    make_older(database, "2", ANN, ANNS_PROGRAM, WALLS, ANNS_WORK)

    newer = Store(database)
    (work,) = Assignments(newer).handed_in(1)
    newer.close()

    assert (work.who, work.name, work.mark, work.comment) == ("Ann", "a.py", "", "")


def test_all_of_an_older_store_is_in_one_course(database: str) -> None:
    """With everybody in it; but clients of the old lab, who can't sign in, are in none."""
    make_older(
        database, "5", ANN, ANNS_PROGRAM, WALLS, ANNS_WORK, ANNS_JOB,
        ANN.replace("1, 'Ann'", "2, 'old client'").replace("'x'", "'y'"), OLD_CLIENTS_JOB,
    )  # fmt: skip

    newer = Store(database)
    ann, course = People(newer).named("Ann"), Courses(newer).all()[0].id
    (job,) = Jobs(newer).of(ann)
    (assignment,) = Assignments(newer).all(ann, course)
    guests = People(newer).named("old client").courses
    newer.close()

    assert (ann.courses, job.course, assignment.title, guests) == ({course}, course, "Walls", set())


def test_what_was_written_is_there_after_the_next_opening(tmp_path: Path) -> None:
    """A store is a file, which a lab opens again."""
    first = Store.in_folder(tmp_path)
    with first.writing() as connection:
        connection.execute(insert(SETTINGS).values(name="notice", value="closed today"))
    first.close()

    again = Store.in_folder(tmp_path)
    with again.reading() as connection:
        value = connection.execute(select(SETTINGS.c.value)).scalar_one()
    again.close()

    assert value == "closed today"


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    """All of it happens, or nothing."""

    def write_and_fail() -> None:
        with store.writing() as connection:
            connection.execute(insert(SETTINGS).values(name="notice", value="x"))
            raise KeyError

    with pytest.raises(KeyError):
        write_and_fail()

    with store.reading() as connection:
        assert connection.execute(select(SETTINGS)).all() == []


def test_sqlite_writes_ahead(tmp_path: Path) -> None:
    """Readers don't wait for the queue's writing."""
    store = Store.in_folder(tmp_path)
    with store.reading() as connection:
        mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
    store.close()

    assert mode == "wal"


def test_a_store_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    """It says what to do, and changes nothing."""
    store = Store.in_folder(tmp_path)
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '999'"))
    store.close()

    with pytest.raises(BadInput, match="made by a newer wsusim"):
        Store.in_folder(tmp_path)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:////nowhere/at/all/lab.db", "unable to open"),
        ("nonsense", "Could not parse"),
        ("postgresql+no_driver://me:secret@localhost/lab", "no_driver"),
    ],
)
def test_a_store_that_cant_be_opened_says_why(url: str, said: str) -> None:
    """One sentence with the reason."""
    with pytest.raises(BadInput, match=said):
        Store(url)


def test_a_password_is_never_shown() -> None:
    """Errors end up in logs and on screens."""
    with pytest.raises(BadInput) as raised:
        Store("postgresql+no_driver://me:secret@localhost/lab")

    assert "secret" not in str(raised.value)


def test_readers_do_not_wait_for_writers(tmp_path: Path) -> None:
    """Pages go on while the queue is being written."""
    store = Store.in_folder(tmp_path)
    with store.writing() as writing:
        writing.execute(insert(SETTINGS).values(name="notice", value="x"))
        with store.reading() as connection:
            seen = connection.execute(select(SETTINGS)).all()
    store.close()

    assert seen == []
