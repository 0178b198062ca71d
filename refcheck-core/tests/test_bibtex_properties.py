"""Whatever a record holds, its entry is sound: it parses again to the fields that it was built from."""

from __future__ import annotations

import re
import unicodedata

import bibtexparser
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pybtex.database import Person, parse_string
from pylatexenc.latex2text import LatexNodes2Text

from refcheck_core import Author, Record, WorkType
from refcheck_core.bibtex import build_entry, citation_key, render_entry, unique_keys
from refcheck_core.bibtex.entry import page_range
from refcheck_core.bibtex.plain import plain
from refcheck_core.bibtex.rendering import field_value

# Any text, and text made of what BibTeX and LaTeX trip over.
TRAPS = st.lists(
    st.sampled_from(
        [
            *[
                "{",
                "}",
                "\\",
                '"',
                "$",
                "%",
                "#",
                "&",
                "_",
                "~",
                "^",
                "@",
                ",",
                "=",
                "--",
                "'",
                "`",
                "?`",
                " and ",
                "And",
            ],
            *["@article{x,", "@comment{", "@string(", "$x^2$", "$\\alpha$", "\\input{y}", '\\"{o}', "{\\ss}", "\\&"],
            *["é", "ễ", "Ø", "ß", "中文", "Ж", "α", "αβγ", "ﬁ", "\u0301", "\u200b", "\u202e", "\x00", "\n\n", "\ud800"],
            *[
                "ImageNet",
                "a",
                "A",
                "I",
                "mRNA",
                "of the",
                "Zürich",
                "3D",
                " ",
                "others",
                "von",
                "Jr.",
                "–",
                "“q”",
                "²",
            ],
        ]
    ),
    max_size=12,
).map("".join)
TEXTS = st.one_of(TRAPS, st.text(max_size=40))
OPTIONAL = st.one_of(st.none(), TEXTS)
PEOPLE = st.lists(
    st.builds(Author, family=OPTIONAL, given=OPTIONAL, suffix=OPTIONAL, literal=OPTIONAL, organization=st.booleans()),
    max_size=4,
).map(tuple)
RECORDS = st.builds(
    Record,
    source=st.just("test"),
    title=OPTIONAL,
    subtitle=OPTIONAL,
    authors=PEOPLE,
    authors_complete=st.booleans(),
    editors=PEOPLE,
    year=st.one_of(st.none(), st.integers(1000, 2999)),
    venue=OPTIONAL,
    publisher=OPTIONAL,
    type=st.one_of(st.none(), st.sampled_from(WorkType)),
    volume=OPTIONAL,
    issue=OPTIONAL,
    pages=OPTIONAL,
    article_number=OPTIONAL,
    edition=OPTIONAL,
    series=OPTIONAL,
    doi=st.one_of(st.none(), st.just("10.48550/arxiv.1706.03762"), TEXTS.map(lambda text: f"10.1000/{text}")),
    arxiv_id=st.sampled_from([None, "1706.03762", "hep-th/9901001"]),
    arxiv_class=st.sampled_from([None, "cs.CL"]),
    url=st.one_of(st.none(), TEXTS.map(lambda text: f"https://example.org/{text}")),
    abstract=OPTIONAL,
    degree=OPTIONAL,
)
STYLES = st.sampled_from(["latex", "utf8"])
MANY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def raw_fields(record: Record, style: str) -> dict[str, str]:
    """What stands between the outer braces of each field."""
    entry = build_entry(record, include_abstract=True)
    return {name: field_value(name, value, style) for name, value in entry.fields.items()}


@MANY
@given(record=RECORDS, style=STYLES)
def test_bibtexparser_reads_back_the_same_entry(record: Record, style: str) -> None:
    entry = build_entry(record, include_abstract=True)
    library = bibtexparser.parse_string(render_entry(record, style=style, include_abstract=True))
    assert not library.failed_blocks
    (parsed,) = library.entries
    assert (parsed.entry_type, parsed.key) == (entry.entry_type, entry.key)
    assert {field.key: field.value for field in parsed.fields} == raw_fields(record, style)


@MANY
@given(record=RECORDS, style=STYLES)
def test_pybtex_reads_back_the_same_entry(record: Record, style: str) -> None:
    entry = build_entry(record, include_abstract=True)
    parsed = parse_string(render_entry(record, style=style, include_abstract=True), "bibtex").entries
    assert list(parsed) == [entry.key]
    expected = raw_fields(record, style)
    names = {role: [str(person) for person in people] for role, people in parsed[entry.key].persons.items()}
    assert {name: parsed[entry.key].fields[name] for name in expected if name not in ("author", "editor")} == {
        name: value for name, value in expected.items() if name not in ("author", "editor")
    }
    assert {role: len(people) for role, people in names.items()} == {
        role: len(re.split(r"(?<=\S) and (?=\S)", outside_braces(expected[role])))
        for role in ("author", "editor")
        if role in expected
    }


def outside_braces(names: str) -> str:
    """The list with everything in braces blotted out."""
    blotted, depth = [], 0
    for char in names:
        depth -= char == "}"
        blotted.append("x" if depth else char)
        depth += char == "{"
    return "".join(blotted)


@MANY
@given(record=RECORDS, style=STYLES)
def test_braces_are_balanced_and_text_is_printable(record: Record, style: str) -> None:
    for value in [render_entry(record, style=style, include_abstract=True), *raw_fields(record, style).values()]:
        depth = 0
        for char in value:
            depth += (char == "{") - (char == "}")
            assert depth >= 0
        assert depth == 0
        assert {unicodedata.category(char) for char in value.replace("\n", "")}.isdisjoint(
            {"Cc", "Cf", "Cs", "Zl", "Zp"}
        )


DECODER = LatexNodes2Text(math_mode="verbatim", keep_comments=True, keep_braced_groups=False)
TYPOGRAPHY = str.maketrans(
    {"–": "-", "—": "-", "‐": "-", "‑": "-", "‒": "-", "―": "-", "−": "-", "“": '"', "”": '"', "’": "'"}
    | {"‘": "'", "`": "'", "ˆ": "^", "˜": "~"}
)


def as_read(text: str) -> str:
    """Text in the form in which what is lost on purpose (kinds of dash and quotation mark) is no difference."""
    text = unicodedata.normalize("NFKD", text).translate(TYPOGRAPHY)
    return re.sub(r"-+", "-", text.replace("''", '"')).replace(" ", "")


# Commands that the decoder does not know or reads as another character.
UNREADABLE = frozenset("$·¬ẞ′″∗⋅")


def decoded(latex: str) -> str:
    """LaTeX as its reader sees it; raised and lowered digits, and mathematics, as plain text."""
    for command, char in (("textless", "<"), ("textgreater", ">"), ("textbar", "|")):  # unknown to the decoder
        latex = latex.replace(f"{{\\{command}}}", char)
    without_math = re.sub(r"(?<!\\)\$[_^]?([^$]*)\$", r"{\1}", latex)
    return DECODER.latex_to_text(without_math)


@MANY
@given(text=TEXTS.filter(UNREADABLE.isdisjoint), style=STYLES, name=st.sampled_from(["title", "journal", "note"]))
def test_a_reader_sees_the_text_of_the_record(text: str, style: str, name: str) -> None:
    value = plain(text)
    assert as_read(decoded(field_value(name, value, style))) == as_read(value)


@given(text=TEXTS)
def test_only_harmless_commands_survive(text: str) -> None:
    written = field_value("title", plain(text + r" \input{/etc/passwd} $\write18{x}$"), "latex")
    assert not re.search(r"(?<!\\)\\(?:input|write|end|def|csname|catcode)\b", written)


@given(text=TEXTS)
def test_plain_text_is_plain_already(text: str) -> None:
    once = plain(text)
    assert "{" not in re.sub(r"\$.*?\$", "", once)
    assert unicodedata.is_normalized("NFC", once)


@given(record=RECORDS)
def test_keys_are_lower_case_ascii(record: Record) -> None:
    assert re.fullmatch(r"[a-z0-9]+", citation_key(record))


@given(keys=st.lists(st.text("abAB1", min_size=1, max_size=3), max_size=80))
def test_keys_become_distinct_and_the_first_of_each_keeps_its_own(keys: list[str]) -> None:
    unique = unique_keys(keys)
    assert len({key.lower() for key in unique}) == len(keys)
    assert all(made.startswith(given) for made, given in zip(unique, keys, strict=True))
    first = {key.lower(): index for index, key in reversed(list(enumerate(keys)))}
    assert all(unique[index] == keys[index] for index in first.values())


@given(key=TEXTS)
def test_a_given_key_is_made_usable(key: str) -> None:
    record = Record(source="test", title="Title")
    (parsed,) = bibtexparser.parse_string(render_entry(record, key=key)).entries
    assert re.fullmatch(r"[A-Za-z0-9:_.+/-]+", parsed.key)


@given(pages=TEXTS)
def test_page_ranges_keep_every_page(pages: str) -> None:
    kept = page_range(pages)
    if kept is not None:
        assert set(re.findall(r"[^\W_]+", kept)) == set(re.findall(r"[^\W_]+", plain(pages)))


@MANY
@given(
    family=st.lists(
        st.sampled_from(["van", "de", "Ortega", "y", "Smith", "and", "Özil", "王", "la", "III"]), min_size=1, max_size=3
    ),
    first=st.lists(st.sampled_from(["Jan", "J.", "de", "and", "Émile", "María"]), min_size=1, max_size=2),
    suffix=st.sampled_from([None, "Jr.", "III"]),
)
def test_names_keep_family_given_and_suffix_apart(family: list[str], first: list[str], suffix: str | None) -> None:
    author = Author(family=" ".join(family), given=" ".join(first), suffix=suffix)
    record = Record(source="test", title="T", authors=(author, Author(family="Last", given="Person")))
    people = parse_string(render_entry(record, style="utf8"), "bibtex").entries[citation_key(record)].persons["author"]
    assert len(people) == 2
    person: Person = people[0]
    whole = " ".join(person.prelast_names + person.last_names + person.lineage_names).replace("{", "").replace("}", "")
    assert whole == " ".join([*family, suffix] if suffix else family)
    assert " ".join(person.first_names + person.middle_names).replace("{", "").replace("}", "") == " ".join(first)
