"""Protection against cross-site requests: requests from other origins are refused.

An ASGI middleware for all requests and websockets. A browser names the page that a request comes
from (`Origin`) and the host it addresses (`Host`); for pages of this server they are the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from interpreter.diagnostics.json_data import Json

Message = Json  # of ASGI: what a request is, and what is sent
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

HEADERS = [
    (b"referrer-policy", b"no-referrer"),  # the address of a page is a secret
    (b"x-frame-options", b"SAMEORIGIN"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
]


POLICY = b"content-security-policy"
TABLE_POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline';"
    " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'self'"
)
"""What a page of a table may do: run its own script, and speak to this server."""
ASSETS_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval';"
    " style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; img-src 'self' data: blob:;"
    " font-src 'self' data:; frame-src 'self'; base-uri 'self'; form-action 'none';"
    " frame-ancestors 'self'"
)
"""What a page of NiceGUI may do, whose scripts are made while it runs; nothing from elsewhere."""


class Guard:
    """Passes requests from pages of this server, or without an origin.

    `hosts` are the allowed host names; any, if empty.
    """

    def __init__(self, app: App, hosts: Sequence[str] = ()) -> None:
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        told = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._is_ours(told.get(b"host", ""), told.get(b"origin")):
            await _refuse(scope, send)
            return

        scope["nonce"] = nonce = secrets.token_urlsafe(16)
        policy = TABLE_POLICY if _is_table(scope["path"]) else ASSETS_POLICY

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                assets = scope["path"].startswith("/_nicegui/")  # hold nothing of a game
                more = HEADERS[:-1] if assets else HEADERS
                said = (POLICY, policy.format(nonce=nonce).encode())
                kept = [one for one in (*more, said) if one[0] not in given]
                message = {**message, "headers": [*message["headers"], *kept]}
            await send(message)

        await self.app(scope, receive, with_headers)

    def _is_ours(self, host: str, origin: str | None) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            same = origin is None or urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            return False
        return same and (not self.hosts or name in self.hosts)


def _is_table(path: str) -> bool:
    return path.startswith("/t/") or path.endswith("/table")


async def _refuse(scope: Message, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403})
        return
    start = {"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"0")]}
    await send(start)
    await send({"type": "http.response.body", "body": b""})
