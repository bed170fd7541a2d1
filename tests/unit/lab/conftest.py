"""A lab's store, people and clock, for the tests of each part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_stores import empty_store
from tests.postgresql import PostgreSQL
from wsusim.lab.job import JobRequest
from wsusim.lab.jobs import Jobs
from wsusim.lab.people import People, Person
from wsusim.lab.program import Program
from wsusim.lab.store import Store

PROGRAM = """from wsusim import Controller


class Driver(Controller):
    def run(self):
        self.motors.set_speeds(5, 5)
        self.sleep(1.0)
"""


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """Return a database server of the tests' own."""
    with PostgreSQL() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database: every rule holds in each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'lab.db'}"
    if (reason := PostgreSQL.missing()) is not None:
        pytest.skip(reason)
    url: str = request.getfixturevalue("postgresql").new_database()
    return url


@pytest.fixture
def store(database: str, tmp_path: Path) -> Iterator[Store]:
    """Return a new store."""
    is_file = database.startswith("sqlite")
    with empty_store(tmp_path) if is_file else closing(Store(database)) as made:
        yield made


@pytest.fixture
def people(store: Store) -> People:
    """Return nobody yet."""
    return People(store)


@pytest.fixture
def jobs(store: Store) -> Jobs:
    """Return an empty queue."""
    return Jobs(store)


def invited(people: People, name: str, *, is_teacher: bool = False) -> Person:
    """Return somebody who was invited just now."""
    (invitation,) = people.invite([name], 0.0, is_teacher=is_teacher)
    person = people.by_token(invitation.token, 1.0)
    assert person is not None
    return person


@pytest.fixture
def ann(people: People) -> Person:
    """Return a student."""
    return invited(people, "Ann")


@pytest.fixture
def bob(people: People) -> Person:
    """Return another student."""
    return invited(people, "Bob")


@pytest.fixture
def teacher(people: People) -> Person:
    """Return a teacher."""
    return invited(people, "Tess", is_teacher=True)


def job_request(key: str = "a", kind: str = "robot", **values: object) -> JobRequest:
    """Return the request to run a small program."""
    parts = {name: values.pop(name) for name in ("name", "source", "modules") if name in values}
    program = Program(**{"name": "driver.py", "source": PROGRAM, **parts})  # type: ignore[arg-type]
    usual = {"program": program, "maze": "rooms", "seed": 1, "time_s": 10.0}
    return JobRequest(key=key, kind=kind, **{**usual, **values})  # type: ignore[arg-type]


def waiting(jobs: Jobs, person: Person, key: str) -> int:
    """Bring a job into the queue; return its number."""
    number = jobs.add(person, job_request(key), 0.0).id
    jobs.take_to_check("robot", 0.0)
    jobs.passed(number, "Will run.", {})
    return number
