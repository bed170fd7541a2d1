"""Who may use a lab: tokens come once, end when they should, and can't be read in the store."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.unit.lab.conftest import invited
from wsusim.errors import BadInput
from wsusim.lab.people import People, digest_of
from wsusim.lab.store import PEOPLE, Store


def test_a_token_opens_the_door(people: People) -> None:
    """Its holder is the person who was invited."""
    (invitation,) = people.invite(["Ann"], 0.0)

    person = people.by_token(invitation.token, 5.0)

    assert person is not None
    assert (person.name, person.is_teacher) == ("Ann", False)


@pytest.mark.parametrize("token", ["", "wrong", "A" * 22, "A" * 5000, "' OR 1=1 --", "ü" * 22])
def test_any_other_token_is_unknown(people: People, token: str) -> None:
    """Whatever it looks like."""
    people.invite(["Ann"], 0.0)

    assert people.by_token(token, 0.0) is None


def test_the_store_has_only_the_digest(people: People, store: Store) -> None:
    """A thief of the store has no token."""
    (invitation,) = people.invite(["Ann"], 0.0)

    with store.reading() as connection:
        (kept,) = connection.execute(select(PEOPLE)).all()

    assert kept.token_sha256 == digest_of(invitation.token)
    assert invitation.token not in str(tuple(kept))


def test_a_new_invitation_ends_the_old_token(people: People) -> None:
    """A lost token is replaced, and the person stays the same."""
    (old,) = people.invite(["Ann"], 0.0)
    before = people.by_token(old.token, 0.0)
    (new,) = people.invite(["Ann"], 1.0)

    after = people.by_token(new.token, 2.0)

    assert people.by_token(old.token, 2.0) is None
    assert before is not None
    assert after is not None
    assert before.id == after.id


def test_a_revoked_token_ends_sessions_too(people: People) -> None:
    """At once, not at the next signing in."""
    (invitation,) = people.invite(["Ann"], 0.0)
    ann = people.by_token(invitation.token, 0.0)
    assert ann is not None

    people.revoke("Ann", 1.0)

    assert people.by_token(invitation.token, 2.0) is None
    assert people.by_id(ann.id, ann.token_sha256, 2.0) is None


def test_a_session_ends_with_its_token(people: People) -> None:
    """A new token is a new beginning."""
    (old,) = people.invite(["Ann"], 0.0)
    ann = people.by_token(old.token, 0.0)
    assert ann is not None
    people.invite(["Ann"], 1.0)

    assert people.by_id(ann.id, ann.token_sha256, 2.0) is None


def test_revoking_an_unknown_person_is_refused(people: People) -> None:
    """A mistyped name is told."""
    with pytest.raises(BadInput, match="Nobody called 'Eve'"):
        people.revoke("Eve", 0.0)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "A\nB", "A\x1b[2J"])
def test_a_name_must_be_printable(people: People, name: str) -> None:
    """A list with an invalid name invites no one."""
    with pytest.raises(BadInput, match="can't be a person's name"):
        people.invite(["Ann", name], 0.0)

    assert people.all() == []


def test_everybody_is_listed_by_name(people: People) -> None:
    """With when they were here last."""
    invited(people, "Bob")
    invited(people, "Ann", is_teacher=True)

    assert [(one.name, one.is_teacher, one.seen_s) for one in people.all()] == [
        ("Ann", True, 1.0),
        ("Bob", False, 1.0),
    ]
