"""A school's OpenID Connect provider for tests, on loopback; everyone is signed in at once."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oauth2.rfc7636 import create_s256_code_challenge

CLIENT, SECRET = "the-lab", "between lab: and school"


class Provider:
    """What it says of who comes can be changed before they come."""

    def __init__(self) -> None:
        self.key = JsonWebKey.generate_key("EC", "P-256", {"kid": "1"}, is_private=True)
        self.signs_with = self.key
        self.header = {"alg": "ES256", "kid": "1"}
        self.claims: dict[str, Any] = {}
        """Beside the usual ones, or in their place; ``None``: left out."""
        self.about: dict[str, Any] = {}
        """Likewise, of itself."""
        self._codes: dict[str, dict[str, str]] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                """Answer what browsers and labs ask for."""
                place = urlsplit(self.path)
                asked = {name: one[0] for name, one in parse_qs(place.query).items()}
                match place.path:
                    case "/.well-known/openid-configuration":
                        self._tell(provider.itself())
                    case "/keys":
                        self._tell({"keys": [provider.key.as_dict(is_private=False)]})
                    case "/authorize":
                        self.send_response(302)
                        self.send_header("Location", provider.sign_in(asked))
                        self.end_headers()

            def do_POST(self) -> None:
                """Change a code for a token."""
                length = int(self.headers["Content-Length"])
                form = {k: v[0] for k, v in parse_qs(self.rfile.read(length).decode()).items()}
                told = provider.token(form, self.headers["Authorization"])
                self._tell(told or {"error": "invalid_grant"}, 200 if told else 400)

            def _tell(self, values: dict[str, Any], status: int = 200) -> None:
                content = json.dumps(values).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"

    def itself(self) -> dict[str, Any]:
        """Return what it says of itself."""
        places = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }
        return places | self.about

    def sign_in(self, asked: dict[str, str]) -> str:
        """Let a person sign in; return where they are sent back to."""
        assert (asked["client_id"], asked["response_type"]) == (CLIENT, "code")
        code = f"code-{len(self._codes)}"
        self._codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """Return a token for a code, once, to the lab that has its secret and has begun."""
        asked = self._codes.pop(form["code"], None)
        pair = f"{CLIENT}:between%20lab%3A%20and%20school".encode()
        if asked is None or authorization != f"Basic {base64.b64encode(pair).decode()}":
            return None
        if create_s256_code_challenge(form["code_verifier"]) != asked["code_challenge"]:
            return None
        if form["redirect_uri"] != asked["redirect_uri"]:
            return None
        now_s = int(time.time())
        usual = {
            "iss": self.issuer, "aud": CLIENT, "sub": "4711", "iat": now_s, "exp": now_s + 300,
            "nonce": asked["nonce"], "email": "ann@school.example", "email_verified": True,
        }  # fmt: skip
        claims = {k: v for k, v in (usual | self.claims).items() if v is not None}
        made = JsonWebToken(["ES256", "HS256", "none"]).encode(self.header, claims, self.signs_with)
        return {"access_token": "-", "token_type": "Bearer", "id_token": made.decode()}


@contextmanager
def school_provider() -> Iterator[Provider]:
    """Start a provider, and end it."""
    provider = Provider()
    thread = threading.Thread(target=provider.server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield provider
    finally:
        provider.server.shutdown()
        provider.server.server_close()
        thread.join()
