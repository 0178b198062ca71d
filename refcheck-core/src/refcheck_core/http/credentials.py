"""The transport that knows the keys: it adds them to a copy of the request and takes them out of the answer."""

from __future__ import annotations

import base64
import logging
import urllib.parse
from typing import TYPE_CHECKING

import httpx

from ..contract import Key
from ..errors import SourceAuthError, SourceError
from .network import is_loopback, origin
from .redaction import PLACEHOLDER, secret_forms

if TYPE_CHECKING:
    from ..contract import SourceInfo
    from ..settings import Settings

_log = logging.getLogger("refcheck.http")


class CredentialTransport(httpx.AsyncBaseTransport):
    """Adds the keys of a source to a copy of each request to its own host.

    The caller's request stays without them, and so do exceptions, logs and ``response.request``. After a redirect to
    another host, and over plain HTTP to another machine, no key is sent. Keys that come back in headers or body
    are replaced by ``KEY``.

    Args:
        inner: the transport below; must answer with bodies already read.
        info: the source, whose keys are looked up in `settings`.
        settings: where the keys' values are.
        base_url: the address whose host may have the keys; a name and password in it are sent as basic authentication.
    """

    def __init__(
        self, inner: httpx.AsyncBaseTransport, info: SourceInfo, settings: Settings, base_url: httpx.URL
    ) -> None:
        self._inner = inner
        self._title = info.title
        self._origin = origin(base_url)
        found = ((key, settings.secret(key)) for key in info.keys)
        self._keys: list[tuple[Key, str]] = [(key, value) for key, value in found if value]
        secrets = [value for _, value in self._keys]
        if base_url.userinfo:
            basic = base64.b64encode(urllib.parse.unquote_to_bytes(base_url.userinfo)).decode()
            address = Key(env=f"REFCHECK_{info.name.upper()}_URL", purpose="", header="Authorization")
            self._keys.append((address, f"Basic {basic}"))
            secrets += [basic, base_url.password]
        self._forms = tuple(form.encode() for form in secret_forms(secrets))
        self._withheld = bool(self._keys) and base_url.scheme != "https" and not is_loopback(base_url)
        if self._withheld:
            _log.warning("%s: keys are not sent, since its address is not https.", info.title)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a copy with the keys, and scrub the answer.

        Raises:
            SourceAuthError: a key that cannot be sent, because of characters that no key has.
        """
        if self._keys and not self._withheld and origin(request.url) == self._origin:
            return self._scrubbed(await self._send_keyed(request))
        return self._scrubbed(await self._inner.handle_async_request(request))

    async def _send_keyed(self, request: httpx.Request) -> httpx.Response:
        try:
            return await self._inner.handle_async_request(self._with_keys(request))
        except SourceError as exc:
            fault = exc.with_traceback(None)  # its frames hold the copy, and some tools show local variables
        raise fault

    def _with_keys(self, request: httpx.Request) -> httpx.Request:
        headers = request.headers.copy()
        url = request.url
        for key, value in self._keys:
            if not (value.isascii() and value.isprintable()):
                raise SourceAuthError(
                    f"{self._title}: {key.env} holds characters that no key has; correct or unset it."
                )
            if key.header is not None:
                headers[key.header] = value
            elif key.parameter is not None:
                url = url.copy_with(query=_set_parameter(url.query, key.parameter, value))
        return httpx.Request(request.method, url, headers=headers, stream=request.stream, extensions=request.extensions)

    def _scrubbed(self, response: httpx.Response) -> httpx.Response:
        headers = [(self._scrub(name), self._scrub(value)) for name, value in response.headers.raw]
        content = self._scrub(response.content)
        if content == response.content and headers == response.headers.raw:
            return response
        return httpx.Response(response.status_code, headers=headers, content=content, extensions=response.extensions)

    def _scrub(self, data: bytes) -> bytes:
        for form in self._forms:
            data = data.replace(form, PLACEHOLDER.encode())
        return data

    async def aclose(self) -> None:
        """Close the transport below."""
        await self._inner.aclose()


def _set_parameter(query: bytes, name: str, value: str) -> bytes:
    """Put a parameter in a raw query, in place of one of that name; the others keep their encoding."""
    own = urllib.parse.quote(name, safe="").encode()
    kept = [part for part in query.split(b"&") if part and part.partition(b"=")[0].lower() != own.lower()]
    return b"&".join([*kept, own + b"=" + urllib.parse.quote(value, safe="").encode()])
