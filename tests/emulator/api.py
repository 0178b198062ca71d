"""What an emulated API is: the base class to write the next one from."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import parse_qsl

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .library import Library
    from .limits import Limit

JSON = "application/json"


class Query:
    """A request as an API sees it.

    Attributes:
        method: in upper case.
        path: below the API's base path, percent-decoded, without leading slash.
        params: the query's parameters; of a repeated one the last.
        pairs: the same in order, with repetitions.
        headers: names in lower case.
        body: the request's body.
    """

    def __init__(self, method: str, path: str, query: str, headers: Mapping[str, str], body: bytes) -> None:
        self.method = method
        self.path = path
        self.pairs = parse_qsl(query, keep_blank_values=True)
        self.params = dict(self.pairs)
        self.headers = headers
        self.body = body


class Api(ABC):
    """One emulated API over the library.

    A subclass states where it is mounted and what it allows, and answers requests. It is then listed in
    `emulator.registry.APIS`; log, limits, faults, recordings and environment variables come by themselves.
    """

    name: ClassVar[str]
    """Name of refcheck's source, as in ``REFCHECK_<NAME>_URL`` and in the folder of recordings."""
    prefix: ClassVar[str]
    """First part of the path, e.g. ``crossref``; also a short name of the API."""
    base: ClassVar[str] = ""
    """Path of the real base URL below its host, without slashes at the ends, e.g. ``graph/v1``."""
    real_base: ClassVar[str]
    """The real base URL, with a slash at the end; recordings are recognised by it."""
    media_type: ClassVar[str] = JSON
    """Content type of answers."""
    default_limits: ClassVar[Mapping[str, Limit]]
    """The published limits by name, with their source in a comment."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.limits = dict(self.default_limits)

    @property
    def mount(self) -> str:
        """Path of the base URL on the emulator, with slashes at both ends."""
        return f"/{self.prefix}/{self.base}/" if self.base else f"/{self.prefix}/"

    @abstractmethod
    def answer(self, query: Query) -> Response:
        """The answer of the API; may be called in a thread."""

    @abstractmethod
    def counted_by(self, query: Query) -> tuple[str, str]:
        """Name of the limit that the request falls under, and whose requests are counted together."""

    @abstractmethod
    def too_many(self) -> Response:
        """The API's own 429."""

    @abstractmethod
    def error_object(self) -> Response:
        """An error told with status 200."""

    def headers_for(self, query: Query) -> Mapping[str, str]:
        """Headers that every answer to the request carries."""
        return {}

    def failed(self, status: int) -> Response:
        """The API's 401, 403, 500 or 503."""
        return json_response({"message": {401: "Unauthorized", 403: "Forbidden"}.get(status, "Internal error")}, status)


def json_response(content: Any, status: int = 200, *, escape_slashes: bool = False) -> Response:
    text = json.dumps(content, ensure_ascii=False)
    if escape_slashes:
        text = text.replace("/", "\\/")
    return Response(text.encode(), status, media_type=JSON)


def not_emulated(what: str) -> Response:
    """501 for what the real API can do and the emulator does not, rather than a silent difference."""
    return Response(f"The emulator does not speak this part of the API: {what}", 501, media_type="text/plain")
