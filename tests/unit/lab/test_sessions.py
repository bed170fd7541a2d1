"""Who is signed in: nothing that is stored lets anybody in, and who signs out is out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from sqlalchemy import select, text

from tests.manual_clock import ManualClock
from tests.unit.lab.conftest import invited
from wsusim.lab.later import Later
from wsusim.lab.people import People, Person
from wsusim.lab.sessions import MOST_EACH, SESSION_S, Sessions
from wsusim.lab.store import SESSIONS, Store
from wsusim.lab.workers import Workers


@pytest.fixture
def clock() -> ManualClock:
    """Return a time."""
    return ManualClock(0.0)


@pytest.fixture
def opened(store: Store, people: People, clock: ManualClock) -> Iterator[Callable[[], Sessions]]:
    """Return what opens the sessions of a store; all is kept when it is called again."""
    workers = Workers(0.01)
    later = Later(workers)

    def make() -> Sessions:
        later.finish(5.0)
        return Sessions(store, people, later, clock)

    yield make
    workers.close()
    later.finish(5.0)


def test_a_browser_is_remembered_by_the_next_server(
    opened: Callable[[], Sessions], ann: Person
) -> None:
    """As the same person."""
    secret = opened().begin(ann)
    person = opened().person(secret)

    assert person is not None
    assert person.name == "Ann"


def test_the_store_has_nothing_that_lets_anybody_in(
    opened: Callable[[], Sessions], ann: Person, store: Store
) -> None:
    """Only digests: not even the name of the cookie's secret can be found."""
    secret = opened().begin(ann)
    sessions = opened()
    with store.reading() as connection:
        (kept,) = connection.execute(select(SESSIONS)).all()

    assert secret not in str(tuple(kept))
    assert [sessions.person(str(value)) for value in kept] == [None] * len(kept)


def test_who_signs_out_is_out_for_good(opened: Callable[[], Sessions], ann: Person) -> None:
    """Also for the next server."""
    sessions = opened()
    secret = sessions.begin(ann)
    sessions.end(secret)

    assert sessions.person(secret) is None
    assert opened().person(secret) is None


def test_a_browser_is_forgotten_after_two_weeks(
    opened: Callable[[], Sessions], ann: Person, clock: ManualClock
) -> None:
    """A person who comes back then signs in again."""
    sessions = opened()
    secret = sessions.begin(ann)
    clock.now_s = SESSION_S + 1.0

    assert sessions.person(secret) is None


def test_a_new_token_ends_all_sessions(
    opened: Callable[[], Sessions], ann: Person, people: People
) -> None:
    """They began with the old one."""
    sessions = opened()
    secret = sessions.begin(ann)
    people.invite(["Ann"], 1.0)

    assert sessions.person(secret) is None


def test_signing_in_again_and_again_does_not_fill_the_store(
    opened: Callable[[], Sessions], ann: Person, store: Store
) -> None:
    """The browser that signed in first is forgotten."""
    sessions = opened()
    secrets = [sessions.begin(ann) for _ in range(MOST_EACH + 1)]
    first, *others = [sessions.person(secret) is not None for secret in secrets]
    opened()
    with store.reading() as connection:
        kept = connection.execute(select(SESSIONS)).all()

    assert not first
    assert all(others)
    assert len(kept) == MOST_EACH


def test_one_signs_in_and_out_while_nothing_can_be_kept(
    opened: Callable[[], Sessions], ann: Person, store: Store
) -> None:
    """A full disk signs no one out."""
    sessions = opened()
    with store.writing() as connection:
        connection.execute(text("ALTER TABLE sessions RENAME TO away"))
    secret = sessions.begin(ann)
    person = sessions.person(secret)
    sessions.end(secret)
    with store.writing() as connection:
        connection.execute(text("ALTER TABLE away RENAME TO sessions"))

    assert person is not None
    assert sessions.person(secret) is None
    with suppress(KeyError):
        assert opened().person(secret) is None


def test_a_person_is_known_while_the_store_cant_be_read(people: People, store: Store) -> None:
    """By what was read before."""
    ann = invited(people, "Ann")
    store.close()

    assert people.by_id(ann.id, ann.token_sha256, 2.0) == ann
