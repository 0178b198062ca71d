"""Gold files: what is read, and what is refused with a line number and the reason."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.models import DiscrepancyField
from refcheck_eval.gold import LONGEST_LINE, parse_line, read_gold
from refcheck_eval.model import Gold, GoldError

ROW = {"id": "x", "label": "real", "raw": "Doe, J. (2001). A work of note. Journal 1, 1-9."}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["id", "label", "kind", "claim", "raw", "expected_doi", "expected_verdict", "wrong_field", "notes", "source",
          "title", "authors", "year", "venue", "doi", "url", "other_fields"]  # fmt: skip


def line(**fields) -> bytes:
    return json.dumps({**ROW, **fields}).encode()


class TestRows:
    def test_a_citation(self, gold_of):
        gold = gold_of(raw="He, K. (2016). Deep residual learning. doi:10.1109/CVPR.2016.90", expected_doi="none")
        assert gold.claim.citation.startswith("He, K.")
        assert (gold.kind, gold.works, gold.no_work, gold.verdicts, gold.conclusive) == (
            "-",
            frozenset(),
            True,
            frozenset(),
            None,
        )

    def test_every_field(self, gold_of):
        claim = {
            "title": "A work",
            "authors": ["Doe, Jane", "et al."],
            "year": "2001",
            "venue": "Journal",
            "doi": "https://doi.org/10.1000/X",
            "arxiv_id": "arXiv:1706.03762v2",
            "url": "https://example.org/a",
            "volume": "1",
            "issue": "2",
            "pages": "3-4",
        }
        gold = gold_of(
            label="partial",
            kind="wrong_year",
            claim=claim,
            expected_doi=["10.1000/X", "arXiv:1706.03762"],
            expected_verdict=["partial_match", "not_found"],
            expected_conclusive=True,
            wrong_field=["year", "venue"],
            notes="off by one",
        )
        assert gold.works == {"doi:10.1000/x", "arxiv:1706.03762"}
        assert gold.verdicts == {"partial_match", "not_found"}
        assert (gold.kind, gold.conclusive, gold.wrong_fields) == ("wrong_year", True, {"year", "venue"})
        found = gold.claim
        assert (found.title, found.year, found.doi, found.arxiv_id) == ("A work", 2001, "10.1000/x", "1706.03762")
        assert (found.volume, found.issue, found.pages, found.authors_truncated) == ("1", "2", "3-4", True)

    def test_authors_as_one_string_and_fields_that_are_null(self, gold_of):
        gold = gold_of(claim={"title": "A work", "authors": "Jane Doe and John Roe"}, expected_doi=None)
        assert [author.family for author in gold.claim.authors] == ["Doe", "Roe"]
        assert gold.works == frozenset()

    def test_an_arxiv_doi_is_the_arxiv_work(self, gold_of):
        assert gold_of(expected_doi="10.48550/arXiv.1706.03762").works == {"arxiv:1706.03762"}

    @pytest.mark.parametrize("field", [field.value for field in DiscrepancyField])
    def test_every_field_of_answers_can_be_the_wrong_one(self, gold_of, field):
        assert gold_of(label="partial", wrong_field=field).wrong_fields == {field}


class TestRefusals:
    @pytest.mark.parametrize(
        ("fields", "told"),
        [
            ({"label": "fabricatd"}, "label: should be 'real', 'partial', 'fabricated' or 'other'"),
            ({"label": None}, "label"),
            ({"id": ""}, "id: should not be empty"),
            ({"id": 5}, "id: should be text"),
            ({"expected_verdct": "verified"}, "expected_verdct: there is no such field"),
            ({"expected_verdict": "maybe"}, "expected_verdict.0"),
            ({"expected_doi": "10/x"}, "'10/x' is neither a DOI, nor an arXiv id, nor 'none'"),
            ({"expected_doi": ["none", "10.1000/x"]}, "either 'none' or names works"),
            ({"expected_conclusive": "yes"}, "expected_conclusive: should be true or false"),
            ({"wrong_field": "journal", "label": "partial"}, "'journal' is no field; the fields are title, authors"),
            ({"wrong_field": "year"}, "a real reference has no wrong_field"),
            ({"label": "fabricated", "expected_verdict": "verified"}, "cannot be expected to be verified"),
            ({"expected_verdict": ["partial_match", "not_found"]}, "one for which verified is right"),
            ({"claim": {"title": "A"}}, "exactly one of claim and raw"),
            ({"raw": None}, "exactly one of claim and raw"),
            ({"raw": "???"}, "no letter or digit"),
            ({"raw": None, "claim": {"titel": "A"}}, "claim.titel: there is no such field"),
            ({"raw": None, "claim": {"title": "A", "year": 99}}, "99"),
            ({"raw": None, "claim": {"title": "A", "authors": [1]}}, "claim.authors.0"),
            ({"raw": None, "claim": {"year": 2001}}, "Give at least one of title"),
            ({"raw": None, "claim": {"title": "A", "doi": "none"}}, "is no DOI"),
            ({"raw": None, "claim": {"title": "A", "year": 2001.0}}, "claim.year: should be a number or text"),
            ({"raw": None, "claim": {"title": "A", "year": True, "venue": 1}}, "; claim.venue: should be text"),
            ({"raw": None, "claim": []}, "claim: should be an object"),
            ({"kind": "\ud800"}, "kind: holds half of a surrogate pair"),
            ({"notes": None}, "notes: should be text"),
        ],
    )
    def test_what_is_wrong_is_said(self, fields, told):
        row = {name: value for name, value in {**ROW, **fields}.items() if not (name == "raw" and value is None)}
        with pytest.raises(GoldError) as caught:
            parse_line(json.dumps(row).encode())
        assert told in str(caught.value)
        assert "pydantic" not in str(caught.value)

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (b"{", "not JSON"),
            (b"[]", "not a JSON object"),
            (b'"text"', "not a JSON object"),
            (b"\xff\xfe", "not UTF-8"),
            (b'{"id": NaN}', "not JSON: NaN"),
            (b'{"id": "a", "id": "b"}', "the field 'id' is given twice"),
            (b"[" * 100_000, "not JSON"),
            (b'{"id": ' + b"9" * 10_000 + b"}", "not JSON"),
            (b'{"id": "\\ud800", "label": "real", "raw": "A work of note"}', "id"),
        ],
    )
    def test_hostile_lines(self, content, told):
        with pytest.raises(GoldError, match=told):
            parse_line(content)

    @given(
        st.binary(max_size=60)
        | st.dictionaries(st.sampled_from(FIELDS), JSON_VALUES).map(lambda r: json.dumps(r).encode())
    )
    def test_a_line_is_a_reference_or_refused(self, content):
        try:
            found = parse_line(content)
        except GoldError:
            return
        assert isinstance(found, Gold)
        assert (found.claim is None) != (found.problem is None)


class TestFiles:
    def test_blank_lines_a_byte_order_mark_and_gzip(self, gold_file, tmp_path):
        path = gold_file(b"\xef\xbb\xbf" + line(), b"", b"  \r", line(id="y"))
        packed = tmp_path / "more.jsonl.gz"
        packed.write_bytes(gzip.compress(line(id="z")))
        assert [gold.id for gold in read_gold([path, packed])] == ["x", "y", "z"]

    def test_each_line_with_a_fault_is_named(self, gold_file):
        path = gold_file(line(), b"{", line(id="y", label="?"), line())
        with pytest.raises(GoldError) as caught:
            read_gold([path])
        assert str(caught.value).splitlines()[:3] == [
            "gold.jsonl, line 2: not JSON: Expecting property name enclosed in double quotes",
            "gold.jsonl, line 3: label: should be 'real', 'partial', 'fabricated' or 'other'",
            "gold.jsonl, line 4: the id 'x' stands in gold.jsonl, line 1 already",
        ]

    def test_many_faults_are_counted(self, gold_file):
        with pytest.raises(GoldError, match="and 30 more"):
            read_gold([gold_file(*[b"{"] * 50)])

    def test_ids_are_unique_among_files(self, gold_file):
        with pytest.raises(GoldError, match=r"b.jsonl, line 1: the id 'x' stands in a.jsonl, line 1"):
            read_gold([gold_file(line(), name="a.jsonl"), gold_file(line(), name="b.jsonl")])

    def test_a_file_without_references(self, gold_file):
        with pytest.raises(GoldError, match="holds no reference"):
            read_gold([gold_file(b"")])

    def test_a_line_without_end(self, gold_file):
        with pytest.raises(GoldError, match="line 2: longer than"):
            read_gold([gold_file(line(), b"x" * (LONGEST_LINE + 1))])

    @pytest.mark.parametrize("content", [None, b"\x1f\x8bnot gzip", gzip.compress(line() * 50, mtime=0)[:60]])
    def test_a_file_that_cannot_be_read(self, tmp_path, content):
        path = tmp_path / "gold.jsonl.gz"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(GoldError, match=r"gold.jsonl.gz cannot be read"):
            read_gold([path])

    def test_a_folder(self, tmp_path):
        with pytest.raises(GoldError, match="cannot be read"):
            read_gold([tmp_path])


class TestFlatRows:
    """Rows of public data sets."""

    def flat(self, **fields):
        return parse_line(json.dumps({"source": "s", **fields}).encode(), fallback_id="f:1")

    def test_fields(self):
        gold = self.flat(
            id="h:1",
            title="A work",
            authors=["Jane Doe", {"family": "Roe", "given": "Richard"}, {"family": ""}, 5],
            year="2001",
            venue="Journal",
            doi="10.1000/X",
            other_fields={"number": 3, "volume": "2"},
            label="real",
        )
        assert (gold.id, gold.label, gold.works) == ("h:1", "real", {"doi:10.1000/x"})
        claim = gold.claim
        assert [a.display for a in claim.authors] == ["Jane Doe", "Richard Roe"]
        assert (claim.year, claim.doi, claim.volume, claim.issue) == (2001, "10.1000/x", "2", "3")

    def test_a_string_is_the_claim_and_the_doi_the_truth(self):
        gold = self.flat(raw="Doe, J. A work of note.", doi="10.1000/x", label="real")
        assert (gold.id, gold.claim.doi, gold.works) == ("f:1", None, {"doi:10.1000/x"})
        assert self.flat(raw="Doe, J. A work of note.", title="A work of note", label="real").claim.title is None

    def test_fields_go_before_a_string(self):
        gold = self.flat(raw="A*B#A work#", title="A work", author_string="Ann Doe, Bea Roe", label="fabricated")
        assert (gold.claim.title, len(gold.claim.authors)) == ("A work", 2)
        assert self.flat(title="A work", authors="Ann Doe", label="real").claim.authors[0].family == "Doe"

    def test_a_doi_of_a_fabricated_one_is_claimed_and_no_truth(self):
        gold = self.flat(title="A work", doi="10.1000/x", label="fabricated")
        assert (gold.claim.doi, gold.works) == ("10.1000/x", frozenset())

    def test_what_cannot_be_what_its_name_says_is_left_out(self):
        gold = self.flat(title="A work", year="n.d.", doi="not a doi", authors=[], label="real")
        assert (gold.claim.year, gold.claim.doi, gold.claim.authors, gold.works) == (None, None, (), frozenset())
        assert self.flat(title="A work", year="2001a", label="real").claim.year == 2001

    def test_arxiv_dois(self):
        assert self.flat(title="A work", doi="10.48550/arXiv.1706.03762", label="real").works == {"arxiv:1706.03762"}

    @pytest.mark.parametrize(
        ("kind", "fields"),
        [
            ("wrong_venue", {"venue"}),
            ("fabricated_doi", {"doi", "identifier"}),
            ("future_date", {"year"}),
            ("plausible_fabrication", set()),
        ],
    )
    def test_types_that_tell_the_wrong_field(self, kind, fields):
        gold = self.flat(title="A work", label="fabricated", hallucination_type=kind)
        assert (gold.kind, gold.wrong_fields) == (kind, fields)
        assert self.flat(title="A work", label="real", hallucination_type=kind).wrong_fields == set()

    @pytest.mark.parametrize(("label", "meant"), [("partially_valid", "partial"), ("disputed", "other"), (None, None)])
    def test_labels(self, label, meant):
        if meant is None:
            with pytest.raises(GoldError, match="label: 'None' is none of real"):
                self.flat(title="A work", label=label)
        else:
            assert self.flat(title="A work", label=label).label == meant
        assert parse_line(b'{"title": "A work"}').label == "other"

    @pytest.mark.parametrize("row", [{"year": "2001"}, {"raw": "???"}, {"title": "?!"}])
    def test_what_cannot_be_checked_is_kept_with_the_reason(self, row):
        gold = self.flat(label="real", **row)
        assert gold.claim is None
        assert gold.problem
