"""Recorded bodies with leaves dropped, emptied or of another type: they are read or refused, never a crash."""

from __future__ import annotations

import copy
import json
import random
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from refcheck_core import Record, SearchKind, SearchQuery, SourceError
from refcheck_core.testing import Reply, shared_data
from refcheck_crossref import source
from refcheck_crossref.parsing import record_of

pytestmark = pytest.mark.shared
FOLDER = shared_data("recordings", "crossref")

SUBSTITUTES: tuple[Any, ...] = (
    None,
    "",
    " ",
    0,
    -1,
    10**30,
    1.5,
    True,
    [],
    {},
    [[]],
    [None],
    [{}],
    {"x": None},
    "\x00\x1b[31m\u202e",
    "<",
    "&#0;",
    "(" * 2000,
    "10.1000/",
    "\n" * 2000,
    [["1998", None], []],
    {"date-parts": "x"},
    {"date-parts": [[99999]]},
)


def samples() -> list[dict[str, Any]]:
    """Works of every type and with every field that was recorded."""
    picked: list[dict[str, Any]] = []
    seen: set[str] = set()
    for path in sorted(FOLDER.glob("*.json")):
        if not path.name.startswith(("work_", "list_")):
            continue
        content = json.loads(path.read_text(encoding="utf-8"))
        for answer in content if isinstance(content, list) else [content]:
            message = answer.get("message", answer)
            for work in message.get("items", [message]):
                shape = {f"{work.get('type')}", *(f"{key}{type(value).__name__}" for key, value in work.items())}
                if not shape <= seen:
                    seen |= shape
                    work.pop("reference", None)
                    picked.append(work)
    return picked


SAMPLES = samples()


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to every node below the root."""
    found = [path] if path else []
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [place for key, child in children for place in places(child, (*path, key))]


def mutate(body: Any, chance: random.Random, times: int) -> Any:
    mutant = copy.deepcopy(body)
    for _ in range(times):
        spots = places(mutant)
        if not spots:
            break
        *parents, last = chance.choice(spots)
        node = mutant
        for key in parents:
            node = node[key]
        if chance.random() < 0.3:
            del node[last]
        else:
            node[last] = copy.deepcopy(chance.choice(SUBSTITUTES))
    return mutant


def test_samples_hold_every_kind() -> None:
    assert len({work.get("type") for work in SAMPLES}) > 12


@pytest.mark.parametrize("seed", range(40))
def test_mutated_works(seed: int) -> None:
    chance = random.Random(seed)
    for work in SAMPLES:
        record = record_of(mutate(work, chance, chance.randint(1, 8)))
        assert record is None or isinstance(Record.model_validate_json(record.model_dump_json()), Record)


def test_every_field_of_every_wrong_type() -> None:
    fields = sorted({key for work in SAMPLES for key in work})
    for field in fields:
        for substitute in SUBSTITUTES:
            record = record_of({**SAMPLES[0], field: substitute})
            assert record is not None or field in {"DOI", "title"}


@pytest.mark.parametrize(
    "unit", ["<", "<i>", "<i>a</i>", "<math>", "(\n", "\n", "&amp;", "et al ", "a, ", "\u00c3\x80", "["]
)
def test_hostile_text_costs_little(unit: str) -> None:
    text = unit * (2_000_000 // len(unit))
    fields = ("title", "subtitle", "container-title", "abstract", "page", "publisher", "group-title")
    start = time.process_time()
    record = record_of(
        {"DOI": "10.1000/x", "author": [{"family": text}, {"name": text}], **dict.fromkeys(fields, text)}
    )
    assert record is not None
    assert time.process_time() - start < 5


BUSY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # other work may run on the machine
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=6,
)
FIELD_NAMES = sorted({key for work in SAMPLES for key in work} - {"DOI"})


@BUSY
@example({"title": False})
@given(st.dictionaries(st.sampled_from(FIELD_NAMES), JSON, max_size=4))
def test_any_json_in_any_field(fields: dict[str, Any]) -> None:
    record = record_of({**fields, "DOI": "10.1000/x"})
    if record is None:  # what has a title that is no text cannot be told; any other field is left out
        assert fields.pop("title", None) is not None
        record = record_of({**fields, "DOI": "10.1000/x"})
    assert record is not None
    assert record.doi == "10.1000/x"


@BUSY
@given(JSON)
def test_any_json_for_a_work(thing: Any) -> None:
    assert record_of(thing) is None or isinstance(thing, dict)


@pytest.mark.anyio
async def test_mutated_answers_are_read_or_refused(asking) -> None:
    chance = random.Random(7)
    answers = {
        "work": {"status": "ok", "message-type": "work", "message": SAMPLES[0]},
        "list": {"status": "ok", "message-type": "work-list", "message": {"items": SAMPLES[:4], "total-results": 4}},
        "agency": {"status": "ok", "message": {"DOI": "10.1000/x", "agency": {"id": "medra", "label": "mEDRA"}}},
    }
    reply = Reply()
    query = SearchQuery(kind=SearchKind.TITLE, text="a title", limit=20)
    refused = 0
    async with asking(lambda request: reply) as (_, ctx):
        for _round in range(60):
            reply = Reply.json(mutate(answers[chance.choice(list(answers))], chance, chance.randint(1, 3)))
            for ask in (
                lambda: source.lookup_doi(ctx, "10.1000/x"),
                lambda: source.search(ctx, query),
                lambda: source.lookup_dois(ctx, ["10.1000/x"]),
            ):
                try:
                    await ask()
                except SourceError:
                    refused += 1
    assert 0 < refused < 180
