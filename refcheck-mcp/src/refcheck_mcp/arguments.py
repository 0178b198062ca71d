"""Arguments of a tool call, and the sentence that tells how to mend them.

The SDK drops arguments that it does not know and answers broken ones with pydantic's own report. A model that
calls the tool mends a call sooner when it is told, in a sentence, what is wrong and what is wanted.
"""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pydantic import ValidationError

Databases = Annotated[
    list[str] | str | None,
    Field(description='Ask only these databases, such as ["crossref", "arxiv"]; all by default.'),
]
"""The argument of tools that asks some databases only."""
AskAll = Annotated[
    bool,
    Field(
        description="Ask every database, also where a library, an index or some of them have verified it already; "
        "slower. Only where the user wants that."
    ),
]
"""The argument of tools that stop asking early."""
_SHOWN = 60
"""Characters of a refused value that are shown back."""
_NAMED = 5
"""Unknown arguments that are named back."""


def database_names(given: list[str] | str | None) -> list[str] | None:
    """The names in a list, or in one text with commas, which models send in place of a list."""
    return [name for name in given.split(",") if name.strip()] if isinstance(given, str) else given


def unknown_arguments(given: Mapping[str, object], known: Collection[str]) -> str | None:
    """The sentence about arguments that the tool does not have, or ``None`` where it has them all."""
    unknown = [name for name in given if name not in known]
    if not unknown:
        return None
    parts = []
    for name in unknown[:_NAMED]:
        near = difflib.get_close_matches(name.lower(), known, n=1)
        parts.append(f"There is no argument {shorten(name)}" + (f'; did you mean "{near[0]}"?' if near else "."))
    return " ".join([*parts, f"The arguments are: {', '.join(known)}."])


def refused_booleans(
    given: Mapping[str, object], schemas: Mapping[str, Mapping[str, Any]], wanted: Mapping[str, str]
) -> str | None:
    """The sentence about true and false where a number belongs, which pydantic takes for 1 and 0; else ``None``.

    Args:
        given: the arguments.
        schemas: argument -> its JSON schema.
        wanted: see `explain`.
    """
    refused = [name for name, value in given.items() if isinstance(value, bool) and _takes_number(schemas[name])]
    told = (f"The argument {shorten(n)} must be {wanted.get(n, 'a number')}, not {shorten(given[n])}." for n in refused)
    return " ".join(told) or None


def _takes_number(schema: Mapping[str, Any]) -> bool:
    kinds = {each.get("type") for each in (schema, *schema.get("anyOf", ()))}
    return bool(kinds & {"integer", "number"}) and "boolean" not in kinds


def explain(error: ValidationError, wanted: Mapping[str, str]) -> str:
    """Say in a sentence for each refused argument what it takes.

    Args:
        error: what validation found.
        wanted: argument -> what it takes, to follow "must be"; others are text.
    """
    told: dict[str, str] = {}
    for problem in error.errors(include_url=False, include_context=False):
        name = str(problem["loc"][0]) if problem["loc"] else "input"
        what = wanted.get(name, "text")
        if problem["type"] == "missing":
            told.setdefault(name, f"The argument {shorten(name)} is missing; it must be {what}.")
        told.setdefault(name, f"The argument {shorten(name)} must be {what}, not {shorten(problem['input'])}.")
    return " ".join(told.values())


def shorten(value: object) -> str:
    """A refused value as JSON on one line, cut to a length that can be read."""
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError):
        text = type(value).__name__
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
