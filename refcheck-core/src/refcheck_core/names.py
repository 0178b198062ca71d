"""Names of people and organisations, taken apart."""

from __future__ import annotations

from typing import NamedTuple


class NameParts(NamedTuple):
    """A name in parts; for an organisation, or where the parts are unknown, only `literal`."""

    family: str | None = None
    given: str | None = None
    suffix: str | None = None
    literal: str | None = None
    organization: bool = False


def parse_name(text: str) -> NameParts:
    raise NotImplementedError
