"""How a row lies in a tantivy index: fields, and the terms by which it is found.

Fields are few and small: what a row says is stored once, as JSON; everything else is terms.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
import tantivy

from refcheck_core import is_latin, normalize, romanized

from .identity import identifiers_of
from .names import normal_family
from .rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from refcheck_core import Identifier

EXACT = "exact"
"""Terms of which a whole row is meant: its id, its identifiers, keys of its titles. Not split into words."""
WORDS = "words"
"""Words of its titles, normalised."""
PEOPLE = "people"
"""Words of its authors' family names, normalised."""
YEAR = "year"
"""Its year, for ranges."""
ROW = "row"
"""The row itself, as JSON."""

MAX_TITLE = 1000
"""Characters of a title that are indexed; longer ones are texts put into the wrong field."""
MAX_AUTHORS = 300
"""Authors whose names are indexed; a collaboration's thousands would find it under every name."""
LATEST_YEAR = 9999
"""A number beyond it is no year, and may be more than the engine can hold."""
MIN_MAIN_TITLE = 2
"""Letters that the part before a subtitle needs to be a key of its own ("Nim")."""
MIN_ROMANIZED = 8
"""Letters of a title that a transliteration needs to be a key; shorter ones are too easily alike."""
ROMANIZED = "~"
"""Stands before a word of a title of another script that is written in Latin letters."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Row).decode


def build_schema() -> tantivy.Schema:
    """The schema of an index. Frequencies are kept for words: without them the engine cannot skip what scores low."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field(EXACT, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(WORDS, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field(PEOPLE, tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field(YEAR, fast=True)
    builder.add_bytes_field(ROW, stored=True)
    return builder.build()


class Terms(msgspec.Struct, frozen=True, array_like=True):
    """What a document is made of. Making it is most of the work, and can be done in another process than the engine's.

    Attributes:
        exact: terms of `EXACT`; the first is the row's id. words: titles for `WORDS`. people: for `PEOPLE`.
        year: for `YEAR`; 0 where it is unknown. row: for `ROW`.
    """

    exact: list[str]
    words: list[str]
    people: str
    year: int
    row: bytes


def terms_of(row: Row, input_key: str = "") -> Terms:
    """What the document of a row is made of.

    Args:
        row: the row.
        input_key: names the input that it comes from (`InputInfo.key`).
    """
    titles = normal_titles(row)
    exact = list(exact_terms(row, titles))
    if input_key:
        exact.append(input_term(input_key))
    people = " ".join(normal_family(person) for person in row.authors[:MAX_AUTHORS]).strip()
    words = [*titles, *map(romanized_words, titles_of_other_scripts(row))]
    return Terms(exact, words, people, min(max(row.year or 0, 0), LATEST_YEAR), _encode(row))


def document(terms: Terms) -> tantivy.Document:
    """A document of the index."""
    made = tantivy.Document()
    for term in terms.exact:
        made.add_text(EXACT, term)
    for title in terms.words:
        made.add_text(WORDS, title)
    if terms.people:
        made.add_text(PEOPLE, terms.people)
    if terms.year:
        made.add_unsigned(YEAR, terms.year)
    made.add_bytes(ROW, terms.row)
    return made


def document_of(row: Row) -> tantivy.Document:
    """A row as a document of the index."""
    return document(terms_of(row))


def row_of(document: tantivy.Document) -> Row:
    """The row that a document was made of.

    Raises:
        ValueError: the document holds no row.
    """
    try:
        return _decode(document.get_first(ROW) or b"")
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error


def exact_terms(row: Row, titles: Iterable[str]) -> Iterator[str]:
    """The terms of `EXACT`: id, identifiers, keys of whole titles, keys of titles without their subtitle."""
    yield id_term(row.id)
    for identifier in identifiers_of(row):
        yield identifier_term(identifier)
    for title in titles:
        yield title_key(title)
    for title in main_titles(row):
        key = main_key(title)
        if key:
            yield key
    for title in titles_of_other_scripts(row):
        key = sound_key(title)
        if key:
            yield key


def titles_of_other_scripts(row: Row) -> Iterator[str]:
    """The titles that are not in Latin letters, with the subtitle where there is one."""
    whole = f"{row.title}: {row.subtitle}" if row.subtitle else row.title
    for title in dict.fromkeys((whole, row.title, *row.titles)):
        if not is_latin(title[:MAX_TITLE]):
            yield title[:MAX_TITLE]


def romanized_words(title: str) -> str:
    """Words of a title in Latin letters as they sound, marked so that they are no words of Latin titles."""
    return " ".join(f"{ROMANIZED}{word}" for part in normalize(title).split() if (word := romanized(part)))


def normal_titles(row: Row) -> tuple[str, ...]:
    """The row's titles in the form in which titles are compared, each once; that with the subtitle first."""
    whole = f"{row.title}: {row.subtitle}" if row.subtitle else row.title
    return tuple(dict.fromkeys(n for title in (whole, *row.titles) if (n := normalize(title[:MAX_TITLE]))))


def main_titles(row: Row) -> Iterator[str]:
    """What stands before the subtitle, normalised."""
    if row.subtitle:
        yield normalize(row.title[:MAX_TITLE])
    for title in (row.title, *row.titles):
        main, colon, _ = title[:MAX_TITLE].partition(": ")
        if colon:
            yield normalize(main)


def id_term(row_id: str) -> str:
    """The term of a row's id."""
    return f"id:{row_id}"


def input_term(key: str) -> str:
    """The term of all rows of an input."""
    return f"in:{key}"


def identifier_term(identifier: Identifier) -> str:
    """The term of an identifier."""
    return f"{identifier.kind.value}:{identifier.value.lower()}"


def title_key(normal: str) -> str:
    """The term of a whole title: the same whatever its punctuation, case, accents, and wherever words are parted."""
    squashed = normal.replace(" ", "")
    return f"t:{_digest(squashed)}" if squashed else ""


def main_key(normal: str) -> str:
    """The term of a title without its subtitle."""
    squashed = normal.replace(" ", "")
    return f"m:{_digest(squashed)}" if len(squashed) >= MIN_MAIN_TITLE else ""


def sound_key(title: str) -> str:
    """The term of a title as it sounds, whatever standard its transliteration follows; empty where it is short."""
    sound = romanized(title)
    return f"s:{_digest(sound)}" if len(sound) >= MIN_ROMANIZED else ""


def _digest(text: str) -> str:
    # 48 bits: a collision shows another title, which ranking puts last.
    return blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
