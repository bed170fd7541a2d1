"""Security headers of every answer: a lab's pages may load and run nothing from elsewhere."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_STRICT = (b"strict-transport-security", b"max-age=31536000")

_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"SAMEORIGIN",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-store",
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"connect-src 'self' ws: wss:; frame-src 'self'; frame-ancestors 'self'; "
        b"form-action 'none'; base-uri 'none'"
    ),
}


class Headers:
    """Adds the headers that forbid pages to load or run anything from elsewhere."""

    def __init__(self, app: ASGIApp, *, is_secure: bool) -> None:
        self._app = app
        self._headers = dict([*_HEADERS.items(), *([_STRICT] if is_secure else [])])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name, value) for name, value in message["headers"]]
                usual = {**self._headers}
                for name, _ in own:
                    usual.pop(name, None)
                message["headers"] = [*usual.items(), *own]
            await send(message)

        await self._app(scope, receive, send_with if scope["type"] == "http" else send)
