"""Limits that a controller's process sets for itself, on an account that has its own."""

from __future__ import annotations

import pytest

from wsusim.hosting.own_limits import SPARE_BYTES, limit_files, limit_memory
from wsusim.hosting.sandbox import Sandbox

resource = pytest.importorskip("resource", reason="limits of POSIX")

MB = 1 << 20


class Account:
    """The limits of an account that may lower them but not raise them, as all but root's."""

    def __init__(self, hard: int) -> None:
        self._hard = hard
        self.limits: dict[int, tuple[int, int]] = {}

    def getrlimit(self, what: int) -> tuple[int, int]:
        """Return what holds now."""
        return self.limits.get(what, (self._hard, self._hard))

    def setrlimit(self, what: int, limits: tuple[int, int]) -> None:
        """Refuse what the system refuses."""
        hard = self.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY and limits[1] > hard:
            raise ValueError("not allowed to raise maximum limit")
        self.limits[what] = limits


def account(monkeypatch: pytest.MonkeyPatch, hard: int) -> Account:
    """Return the account that this process belongs to from now on."""
    own = Account(hard)
    monkeypatch.setattr(resource, "getrlimit", own.getrlimit)
    monkeypatch.setattr(resource, "setrlimit", own.setrlimit)
    return own


def test_an_account_with_less_memory_keeps_its_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program begins all the same, and what it is told is what it has."""
    own = account(monkeypatch, 500 * MB)

    assert limit_memory(1024) == 500 - SPARE_BYTES // MB
    assert own.limits[resource.RLIMIT_AS] == (500 * MB - SPARE_BYTES, 500 * MB)


def test_an_account_without_a_limit_gets_the_one_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The memory to tell of the limit comes on top."""
    own = account(monkeypatch, resource.RLIM_INFINITY)

    assert limit_memory(1024) == 1024
    assert own.limits[resource.RLIMIT_AS] == (1024 * MB, 1024 * MB + SPARE_BYTES)


def test_an_account_with_fewer_open_files_keeps_its_own_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sandbox never asks for more than an account has."""
    own = account(monkeypatch, 64)

    limit_files(Sandbox())

    assert own.limits[resource.RLIMIT_NOFILE] == (64, 64)
