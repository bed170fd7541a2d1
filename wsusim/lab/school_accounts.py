"""Signing in with a school's own accounts: OpenID Connect, the code flow with PKCE.

The school's provider says who a person is; the teacher decides whether they may come in, by
inviting them under their e-mail address, or under ``sub:`` and the provider's own name for them.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import stat
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from wsusim.errors import BadInput
from wsusim.formats.atomic import read_whole

ISSUER, CLIENT = "WSUSIM_LAB_OIDC_ISSUER", "WSUSIM_LAB_OIDC_CLIENT"
SECRET_FILE = "WSUSIM_LAB_OIDC_SECRET_FILE"

SUBJECT = "sub:"
"""Prefix of the name of a person who was invited by the provider's name for them."""

WAIT_S = 10.0
"""For one answer of the provider."""

LONGEST_ANSWER = 1 << 20
LEEWAY_S = 120
"""So much may the clocks of the provider and of the lab differ."""

_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384"]
"""Signatures with the provider's key only: none by a shared secret, and never "none"."""

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class SchoolRefused(Exception):
    """The provider could not be asked, or its answer can't be trusted; for the lab's log."""


@dataclass(frozen=True, slots=True)
class SchoolSettings:
    """The credentials that the provider has given to the lab.

    Attributes:
        issuer: Address of the provider.
        client_id: What the provider calls the lab.
        client_secret: Identifies the lab to the provider; never printed.

    Raises:
        BadInput: The address is neither https nor on this computer.
    """

    issuer: str
    client_id: str
    client_secret: str

    def __post_init__(self) -> None:
        if not _is_private(self.issuer):
            raise BadInput(
                f"{ISSUER} is {self.issuer!r}, but it must begin with https://: ask the person who "
                "looks after the school's accounts for the issuer's address."
            )

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> SchoolSettings | None:
        """Return the settings in the environment; ``None``: there are no school accounts.

        Raises:
            BadInput: Something is missing, or others on this computer can read the secret.
        """
        names = (ISSUER, CLIENT, SECRET_FILE)
        given = [name for name in names if environment.get(name)]
        if not given:
            return None
        if missing := [name for name in names if name not in given]:
            raise BadInput(
                f"Signing in with school accounts needs {', '.join(names)}; {missing[0]} is not "
                "set. Set it, or unset the others."
            )
        if find_spec("authlib") is None:
            raise BadInput(
                "Signing in with school accounts needs Authlib: python -m pip install -r "
                "requirements-lab.txt"
            )
        file = Path(environment[SECRET_FILE])
        secret = read_whole(file, "the secret of the school accounts").decode("utf-8", "replace")
        if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
            raise BadInput(f"Others on this computer can read {file}. Type: chmod 600 {file}")
        if not secret.strip():
            raise BadInput(f"{file} is empty. Put the client's secret into it.")
        return cls(environment[ISSUER].rstrip("/"), environment[CLIENT], secret.strip())


@dataclass(frozen=True, slots=True)
class Journey:
    """A sign-in that is under way, from the lab to the provider and back.

    Attributes:
        state: Comes back with them.
        nonce: Comes back in what the provider signs.
        verifier: Proves that the sign-in and the request for the token come from the same lab
            (PKCE).
        redirect_uri: Where the provider sends them back to.
    """

    state: str
    nonce: str
    verifier: str
    redirect_uri: str

    @classmethod
    def begin(cls, redirect_uri: str) -> Journey:
        """Return a new one, with values that can't be guessed."""
        state, nonce, verifier = (secrets.token_urlsafe(length) for length in (24, 24, 48))
        return cls(state, nonce, verifier, redirect_uri)


class SchoolAccounts:
    """Asks a provider; every method may wait for it, and may be called from any thread.

    Args:
        settings: Which provider, and how it knows the lab.
        now_s: Seconds since 1970.
    """

    def __init__(self, settings: SchoolSettings, now_s: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._now_s = now_s
        self._lock = threading.Lock()
        self._about: dict[str, Any] | None = None

    def address_for(self, journey: Journey) -> str:
        """Return the address to which a browser goes to sign in.

        Raises:
            SchoolRefused: The provider doesn't say.
        """
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        asked = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": journey.redirect_uri,
            "scope": "openid email",
            "state": journey.state,
            "nonce": journey.nonce,
            "code_challenge": create_s256_code_challenge(journey.verifier),
            "code_challenge_method": "S256",
        }
        place = self._endpoint("authorization_endpoint")
        return f"{place}{'&' if urlsplit(place).query else '?'}{urlencode(asked)}"

    def names_of(self, journey: Journey, code: str) -> tuple[str, ...]:
        """Return the names under which a person who returns may have been invited.

        Args:
            journey: The one that they began.
            code: What the provider gave them.

        Raises:
            SchoolRefused: The provider doesn't know the code, or its answer can't be trusted.
        """
        from authlib.common.errors import AuthlibBaseError
        from authlib.jose import JsonWebKey, JsonWebToken
        from authlib.oidc.core import CodeIDToken

        settings = self._settings
        told = self._ask(
            self._endpoint("token_endpoint"),
            {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": journey.redirect_uri,
                "code_verifier": journey.verifier,
            },
        )
        keys = self._ask(self._endpoint("jwks_uri"))
        try:
            claims = JsonWebToken(_ALGORITHMS).decode(
                str(told.get("id_token", "")),
                JsonWebKey.import_key_set(keys),
                claims_cls=CodeIDToken,
                claims_options={
                    "iss": {"essential": True, "value": self._issuer()},
                    "aud": {"essential": True, "value": settings.client_id},
                    "nonce": {"essential": True, "value": journey.nonce},
                },
                claims_params={"nonce": journey.nonce, "client_id": settings.client_id},
            )
            claims.validate(now=int(self._now_s()), leeway=LEEWAY_S)
        except (AuthlibBaseError, ValueError, KeyError, TypeError) as error:
            raise SchoolRefused(f"its token can't be believed: {error}") from None
        # An address that the provider has not checked may be another person's.
        email = claims.get("email") if claims.get("email_verified") is True else None
        subject = f"{SUBJECT}{claims['sub']}"
        return (email, subject) if isinstance(email, str) and "@" in email else (subject,)

    def _issuer(self) -> str:
        return str(self._know()["issuer"])

    def _endpoint(self, name: str) -> str:
        place = str(self._know().get(name, ""))
        if not _is_private(place):
            raise SchoolRefused(f"its {name} is {place!r}, which is not https")
        return place

    def _know(self) -> dict[str, Any]:
        """Return the provider's own description, fetched once."""
        with self._lock:
            if self._about is None:
                about = self._ask(f"{self._settings.issuer}/.well-known/openid-configuration")
                if str(about.get("issuer", "")).rstrip("/") != self._settings.issuer:
                    raise SchoolRefused(f"it calls itself {about.get('issuer')!r}")
                self._about = about
            return self._about

    def _ask(self, address: str, form: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the provider's answer, an object; a form is sent in the lab's own name."""
        request = urllib.request.Request(address, headers={"Accept": "application/json"})
        if form is not None:
            settings = self._settings
            pair = f"{quote(settings.client_id, '')}:{quote(settings.client_secret, '')}"
            request.data = urlencode(form).encode()
            request.add_header("Authorization", f"Basic {base64.b64encode(pair.encode()).decode()}")
        try:
            with _OPENER.open(request, timeout=WAIT_S) as answer:
                told = json.loads(answer.read(LONGEST_ANSWER))
        except (OSError, HTTPException, ValueError) as error:
            raise SchoolRefused(f"{urlsplit(address).path}: {error}") from None
        if not isinstance(told, dict):
            raise SchoolRefused(f"{urlsplit(address).path}: its answer is no object")
        return told


class _StayHere(urllib.request.HTTPRedirectHandler):
    """Follows no redirects: the lab's secret goes to the provider alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_StayHere)


def _is_private(address: str) -> bool:
    """Return whether no one can read on the way what is sent to an address."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:  # http://[
        return False
    return bool(host) and (
        parts.scheme == "https" or (parts.scheme == "http" and host in _LOOPBACK)
    )
