"""Entries of a bibliography as claims, and what came of checking them as one answer."""

from __future__ import annotations

import pytest

from refcheck_core import (
    Author,
    Identifier,
    IdentifierKind,
    ListedEntry,
    Record,
    SourceUnavailable,
    Tier,
    WorkType,
)
from refcheck_core.bibtex.reading import read_entries
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, claims_of_entries, claims_of_listed, to_bibliography_answer


def claimed(text):
    (entry,) = claims_of_entries(read_entries(text))
    return entry


def claim_of(text):
    entry = claimed(text)
    assert entry.claim is not None, entry.problem
    return entry.claim


class TestFields:
    def test_an_article(self):
        claim = claim_of(
            r"""@article{a, title={Caf{\'e} {DNA}}, author={Vaswani, Ashish and {World Health Organization} and others},
            journal={J. of X}, year=2017, volume={12}, number=3, pages={1--20}, doi={10.1000/ABC}}"""
        )
        assert (claim.title, claim.venue, claim.year) == ("Café DNA", "J. of X", 2017)
        assert (claim.volume, claim.issue, claim.pages) == ("12", "3", "1–20")
        assert [a.display for a in claim.authors] == ["Ashish Vaswani", "World Health Organization"]
        assert claim.authors_truncated
        assert claim.doi == "10.1000/abc"
        assert claim.type is WorkType.JOURNAL_ARTICLE

    def test_biblatex_names_of_fields(self):
        claim = claim_of("@article{a, title={T one}, subtitle={S}, journaltitle={J}, date={2019-05-01}, issue=2}")
        assert (claim.title, claim.venue, claim.year, claim.issue) == ("T one: S", "J", 2019, "2")

    @pytest.mark.parametrize(
        ("year", "read"),
        [("2017", 2017), ("{2017a}", 2017), ("{in press}", None), ("{c. 1450}", 1450), ("20175", None)],
    )
    def test_years(self, year, read):
        assert claim_of(f"@book{{a, title={{T}}, year={year}}}").year == read

    def test_the_number_of_a_series_is_no_issue(self):
        assert claim_of("@inproceedings{a, title={T}, booktitle={P}, number=12}").issue is None

    def test_editors_and_publishers_are_not_claimed_as_authors_and_venue(self):
        claim = claim_of("@book{a, title={T}, editor={Roe, Jane}, publisher={Springer}}")
        assert (claim.authors, claim.venue) == ((), None)


class TestIdentifiers:
    @pytest.mark.parametrize(
        "fields",
        [
            "eprint={1706.03762}, archiveprefix={arXiv}",
            "eprint={1706.03762v5}, eprinttype={arxiv}",
            "eprint={arXiv:1706.03762}",
            "journal={arXiv preprint arXiv:1706.03762}",
            r"howpublished={\url{https://arxiv.org/abs/1706.03762}}",
            "url={https://arxiv.org/pdf/1706.03762}",
            "doi={10.48550/arXiv.1706.03762}",
        ],
    )
    def test_arxiv_ids_wherever_they_stand(self, fields):
        claim = claim_of(f"@misc{{a, title={{T}}, {fields}}}")
        assert claim.arxiv_id == "1706.03762"
        assert claim.type is WorkType.POSTED_CONTENT

    def test_an_eprint_of_another_archive_is_none_of_arxivs(self):
        entry = claimed("@article{a, title={T}, eprint={1706.03762}, eprinttype={jstor}}")
        assert entry.claim.identifiers == ()
        assert entry.faults == ()

    def test_an_eprint_that_nobody_calls_arxivs_may_be_anything(self):
        entry = claimed("@article{a, title={T}, eprint={st6708}}")
        assert (entry.claim.identifiers, entry.faults) == ((), ())

    def test_a_published_paper_with_its_preprint_is_what_its_entry_says(self):
        claim = claim_of("@inproceedings{a, title={T}, booktitle={NIPS}, eprint={1706.03762}, doi={10.1000/x}}")
        assert claim.type is WorkType.PROCEEDINGS_ARTICLE
        assert {i.kind for i in claim.identifiers} == {IdentifierKind.DOI, IdentifierKind.ARXIV}

    def test_what_is_no_identifier_is_told_and_the_rest_is_claimed(self):
        entry = claimed("@article{a, title={T}, doi={n/a}, eprint={unknown}, archiveprefix={arXiv}}")
        assert entry.claim is not None
        assert entry.faults == (
            "The field doi holds 'n/a', which is no DOI.",
            "The field eprint holds 'unknown', which is no arXiv id.",
        )

    def test_an_address_that_is_too_long_is_left_out(self):
        assert claim_of(f"@misc{{a, title={{T}}, url={{https://example.org/{'x' * 3000}}}}}").url is None


class TestTypes:
    @pytest.mark.parametrize(
        ("entry", "kind"),
        [
            ("@phdthesis{a, title={T}}", WorkType.DISSERTATION),
            ("@online{a, title={T}, url={https://example.org}}", WorkType.WEBPAGE),
            ("@misc{a, title={T}, url={https://example.org}}", WorkType.WEBPAGE),
            ("@misc{a, title={T}, howpublished={Personal page}}", WorkType.WEBPAGE),
            ("@misc{a, title={T}, doi={10.1000/x}, url={https://example.org}}", None),
            ("@article{a, title={T}, journal={bioRxiv}}", WorkType.POSTED_CONTENT),
            ("@odd{a, title={T}}", None),
        ],
    )
    def test_kind_of_work(self, entry, kind):
        assert claim_of(entry).type is kind


class TestWhatCannotBeChecked:
    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("@article{a, author={Roe, Jane}}", "neither a title nor an identifier"),
            ("@article{a, title={---}}", "has no letter or digit"),
            ("@misc{a, url={https://example.org/x}}", "holds no DOI"),
            (f"@article{{a, title={{{'x' * 2000}}}}}", "2000 characters"),
            ("@article{a, title={Never closed", "cannot be read: the entry is not closed"),
        ],
    )
    def test_it_says_why(self, text, problem):
        entry = claimed(text)
        assert entry.claim is None
        assert problem in entry.problem
        assert (entry.key, entry.line) == ("a", 1)


BIB = """
@article{good, title={An Invented Title}, author={Roe, Jane}, year={2001}, doi={oops}}
@article{bad, title={An Invented Title}, author={Muster, Max}, year={2001}}
@article{gone, title={Of Something Else Entirely}, author={Roe, Jane}}
@article{empty, year={2001}}
@article{good, title={An Invented Title}, author={Roe, Jane}}
"""


class TestAnswer:
    @pytest.fixture
    def answer(self, settings_of, source):
        async def check(search, **info):
            settings = settings_of()
            manager = SourceManager(settings)
            manager.register("shelf", source("shelf", {"tier": Tier.LOCAL, "base_url": "", **info}, search=search))
            entries = claims_of_entries(read_entries(BIB))
            async with Refcheck.open(settings, manager=manager) as refcheck:
                checked = await refcheck.verify_many([e.claim for e in entries if e.claim])
            return to_bibliography_answer(entries, checked, "x.bib")

        return check

    @pytest.mark.anyio
    async def test_every_entry_is_in_it_in_the_order_of_the_file(self, answer):
        async def search(ctx, query):
            record = Record(
                source="shelf", title="An Invented Title", authors=({"family": "Roe", "given": "Jane"},), year=2001
            )
            return [record] if "invented" in query.text.lower() else []

        found = await answer(search, remarks=("Of 2001.",))
        assert [e.result for e in found.entries] == [
            "verified", "partial_match", "not_found", "unreadable", "verified",
        ]  # fmt: skip
        assert found.counts == {"verified": 2, "partial_match": 1, "not_found": 1, "unreadable": 1}
        assert [e.line for e in found.entries] == [2, 3, 4, 5, 6]
        assert found.entries[0].faults == ["The field doi holds 'oops', which is no DOI."]
        assert found.entries[3].problem == "It has neither a title nor an identifier."
        assert found.repeated_keys == ["good"]
        assert (found.file, found.sources_checked, found.remarks) == ("x.bib", ["shelf"], ["Of 2001."])

    @pytest.mark.anyio
    async def test_where_no_database_answers_each_entry_says_so(self, answer):
        async def search(ctx, query):
            raise SourceUnavailable("is down")

        found = await answer(search)
        assert found.counts == {"not_checked": 4, "unreadable": 1}
        assert "is down" in found.entries[0].problem
        assert "shelf" in found.sources_failed


class TestEntriesOfOtherFormats:
    @pytest.mark.parametrize(
        ("record", "claimed"),
        [
            (
                Record(source="x", title="A Title", subtitle="With More", authors=(Author(family="Roe"),), year=2001,
                       venue="Nature", volume="1", issue="2", pages="3-4", type=WorkType.JOURNAL_ARTICLE,
                       doi="10.1000/x"),
                {"title": "A Title: With More", "authors": (Author(family="Roe"),), "year": 2001, "venue": "Nature",
                 "volume": "1", "issue": "2", "pages": "3-4", "type": WorkType.JOURNAL_ARTICLE, "doi": "10.1000/x",
                 "authors_truncated": False},
            ),
            (Record(source="x", title="T", authors_complete=False), {"authors_truncated": True}),
            (Record(source="x", title="T", venue="arXiv"), {"type": WorkType.POSTED_CONTENT}),
            # The article's DOI beside an arXiv id: both are claimed, and not arXiv's own.
            (
                Record(source="x", title="T", arxiv_id="1706.03762", doi="10.48550/arxiv.1706.03762",
                       published_as=("10.1000/y",), type=WorkType.POSTED_CONTENT),
                {"doi": "10.1000/y", "arxiv_id": "1706.03762"},
            ),
            # The ISBN of a chapter is that of its book.
            (
                Record(source="x", title="T", identifiers=(Identifier(IdentifierKind.PMID, "7"),
                                                           Identifier(IdentifierKind.ISBN, "9780262035613"))),
                {"identifiers": (Identifier(IdentifierKind.PMID, "7"),)},
            ),
            (Record(source="x", doi="10.1000/x"), {"title": None, "doi": "10.1000/x"}),
            (Record(source="x", title="T", url=f"https://example.org/{'x' * 3000}"), {"url": None}),
        ],
    )  # fmt: skip
    def test_what_they_claim(self, record, claimed):
        (entry,) = claims_of_listed([ListedEntry(key="k", line=7, record=record, faults=("Odd.",))])
        assert (entry.key, entry.line, entry.faults, entry.problem) == ("k", 7, ("Odd.",), None)
        assert {name: getattr(entry.claim, name) for name in claimed} == claimed

    @pytest.mark.parametrize(
        ("listed", "problem"),
        [
            (ListedEntry(key="k", line=1, problem="it is odd"), "It cannot be read: it is odd."),
            (ListedEntry(key="k", line=1, record=Record(source="x", year=2001)), "It has neither a title nor an"),
            (ListedEntry(key="k", line=1, record=Record(source="x", title="x" * 2000)), "has 2000 characters"),
            (ListedEntry(key="k", line=1, record=Record(source="x", url="https://example.org/a")), "holds no DOI"),
        ],
    )
    def test_why_one_cannot_be_checked(self, listed, problem):
        (entry,) = claims_of_listed([listed])
        assert entry.claim is None
        assert problem in entry.problem
