"""DOIs and author names of the corpora, and identifiers in real citation strings."""

import gzip
import json
import re
from urllib.parse import quote

import pytest

from refcheck_core.identifiers import find_identifiers, parse_doi
from refcheck_core.names import parse_name, split_names
from refcheck_core.testing.data import shared_data
from refcheck_core.text import normalize, squash

pytestmark = pytest.mark.shared

# What authors typed into a DOI field that no DOI is: a trailing mark, an escape, half an address.
JUNK = re.compile(r"""[.,;!#*"')/?]$|\\|%|\?|["#]""")


def read(*parts):
    path = shared_data(*parts)
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    "corpus",
    [
        "acl_anthology_2024_06",
        "beebe_tex_bibliographies",
        "biblio_glutton_targets",
        "dealii_publications",
        "hallmark_valid",
    ],
)
def test_dois_survive(corpus):
    dois = {record["doi"] for record in read("corpus", f"{corpus}.jsonl.gz") if "doi" in record}
    clean = sorted(doi for doi in dois if re.fullmatch(r"10\.\d{4,9}/\S+", doi) and not JUNK.search(doi))
    assert len(clean) > 100
    step = max(1, len(clean) // 4000)
    lost = [
        (doi, text)
        for doi in clean[::step]
        for text in (
            doi,
            f"https://doi.org/{quote(doi, safe='')}",
            f"http://dx.doi.org/{quote(doi)}",
            f"doi: {doi}.",
            f"({doi})",
        )
        if parse_doi(text) != doi.lower()
    ]
    assert lost == []


def test_the_doi_of_a_citation_is_found():
    rows = [
        row
        for row in read("gold", "biblio_glutton_pmc", "records.jsonl.gz")
        if re.search(r"doi\W{0,3}10\.\d{4}", row["raw"], re.IGNORECASE)
    ]
    assert len(rows) > 50
    found = [row for row in rows if row["doi"].lower() in {i.value for i in find_identifiers(row["raw"])}]
    # The rest cite another DOI than the gold one, or tore it beyond repair.
    assert len(found) / len(rows) > 0.9


def test_author_strings_of_citations_give_the_family_names():
    rows = right = 0
    for row in read("gold", "parse_umass_citation", "training.jsonl"):
        if not row.get("authors"):
            continue
        text = " ".join(segment for kind, segment in row["segments"] if kind.startswith("authors"))
        names = [parse_name(name) for name in split_names(re.sub(r"\s+([,.;])", r"\1", text))]
        expected = [squash(author.get("family") or author.get("name") or "") for author in row["authors"]]
        rows += 1
        right += [squash(name.family or name.literal or "") for name in names] == expected
    assert rows > 500
    assert right / rows > 0.95


def test_names_are_read_in_both_orders():
    people = [
        (author["family"], author["given"])
        for record in read("corpus", "acl_anthology_2024_06.jsonl.gz")[::20]
        for author in record.get("authors", ())
        if author.get("family") and author.get("given")
    ]
    assert len(people) > 5000
    inverted = sum(parse_name(f"{family}, {given}")[:2] == (family, given) for family, given in people)
    natural = sum(parse_name(f"{given} {family}")[:2] == (family, given) for family, given in people)
    assert inverted / len(people) > 0.998
    # Two family names without a particle between them cannot be told from a middle name.
    assert natural / len(people) > 0.97


def test_normalised_titles_keep_their_words():
    titles = [record["title"] for record in read("corpus", "dealii_publications.jsonl.gz") if record.get("title")]
    assert len(titles) > 2000
    for title in titles:
        normalized = normalize(title)
        assert normalized, title
        assert normalize(normalized) == normalized
