"""How a lab is told of the school's accounts: by the environment, with the secret in a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("authlib", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.school_accounts import CLIENT, ISSUER, SECRET_FILE, SchoolSettings


def environment(folder: Path, secret: str = "hush\n", mode: int = 0o600) -> dict[str, str]:
    """Return an environment that says everything."""
    file = folder / "secret"
    file.write_text(secret)
    file.chmod(mode)
    return {ISSUER: "https://id.school.example/", CLIENT: "lab", SECRET_FILE: str(file)}


def test_the_environment_says_all(tmp_path: Path) -> None:
    """Nothing of it is on a command line, where others could read it."""
    told = SchoolSettings.of(environment(tmp_path))

    assert told == SchoolSettings("https://id.school.example", "lab", "hush")


def test_nothing_said_is_no_school_accounts() -> None:
    """As in most labs."""
    assert SchoolSettings.of({}) is None


@pytest.mark.parametrize("missing", [ISSUER, CLIENT, SECRET_FILE])
def test_half_of_it_is_refused(tmp_path: Path, missing: str) -> None:
    """The missing part is named."""
    said = environment(tmp_path)
    del said[missing]

    with pytest.raises(BadInput, match=f"{missing} is not set"):
        SchoolSettings.of(said)


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """The message says what to type."""
    with pytest.raises(BadInput, match="chmod 600"):
        SchoolSettings.of(environment(tmp_path, mode=0o644))


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    """It would never be let in."""
    with pytest.raises(BadInput, match="is empty"):
        SchoolSettings.of(environment(tmp_path, secret="\n"))


@pytest.mark.parametrize("issuer", ["http://id.school.example", "id.school.example", "http://["])
def test_a_provider_without_tls_is_refused(tmp_path: Path, issuer: str) -> None:
    """Anyone in the network could sign in as any person."""
    with pytest.raises(BadInput, match="must begin with https://"):
        SchoolSettings.of(environment(tmp_path) | {ISSUER: issuer})
