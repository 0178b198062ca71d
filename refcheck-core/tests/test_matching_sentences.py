"""What is told of each difference, in full: agreement, similarity, severity, the sentence, and both values."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching.authors import compare_authors
from refcheck_core.matching.comparison import Agreement, Comparison
from refcheck_core.matching.identity import (
    IdentifierFact,
    arxiv_version_notes,
    compare_identifiers,
    describe,
    foreign_identifiers,
    missing_identifiers,
)
from refcheck_core.matching.kinds import kind_notes
from refcheck_core.matching.locators import compare_locators
from refcheck_core.matching.titles import compare_titles
from refcheck_core.matching.venues import compare_venues
from refcheck_core.models import (
    Author,
    Claim,
    Discrepancy,
    DiscrepancyField,
    Record,
    Severity,
    Work,
    WorkType,
)
from refcheck_core.testing.builders import make_claim, make_record

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


def told(
    field: DiscrepancyField, severity: Severity, message: str, claimed: str | None = None, found: str | None = None
) -> Discrepancy:
    return Discrepancy(field=field, severity=severity, message=message, claimed=claimed, found=found)


class TestAuthors:
    FOUND = ("Ada Abel", "Ben Brown", "Cleo Cook", "Dan Dean")
    RECORD = make_record("T", list(FOUND))
    LISTED = "'Ada Abel', 'Ben Brown', 'Cleo Cook', 'Dan Dean'"

    def compare(self, *claimed: str, truncated: bool = False, record: Record = RECORD) -> Comparison:
        return compare_authors([Author.parse(a) for a in claimed], truncated, [record])

    def note(
        self, severity: Severity, message: str, claimed: str | None = None, found: str | None = None
    ) -> Discrepancy:
        return told(DiscrepancyField.AUTHORS, severity, message, claimed, found)

    def test_all(self) -> None:
        assert self.compare(*self.FOUND) == Comparison(Agreement.AGREE, 1.0, exact=True)

    def test_a_beginning(self) -> None:
        left_out = self.note(INFO, "2 further authors of the work not listed (no 'et al.').")
        assert self.compare(*self.FOUND[:2]) == Comparison(Agreement.AGREE, 1.0, (left_out,))
        one = self.note(INFO, "1 further author of the work not listed (no 'et al.').")
        assert self.compare(*self.FOUND[:3]) == Comparison(Agreement.AGREE, 1.0, (one,))

    def test_another_order(self) -> None:
        claimed = "'Ada Abel', 'Cleo Cook', 'Ben Brown', 'Dan Dean'"
        message = f"Author order differs: claimed {claimed}, found {self.LISTED}."
        expected = Comparison(Agreement.AGREE, 0.9, (self.note(WARNING, message, claimed, self.LISTED),))
        assert self.compare("Ada Abel", "Cleo Cook", "Ben Brown", "Dan Dean") == expected

    def test_another_order_in_a_beginning(self) -> None:
        claimed = "'Ada Abel', 'Cleo Cook', 'Ben Brown'"
        message = f"Author order differs: claimed {claimed}, found {self.LISTED}."
        expected = Comparison(Agreement.AGREE, 0.9, (self.note(WARNING, message, claimed, self.LISTED),))
        assert self.compare("Ada Abel", "Cleo Cook", "Ben Brown") == expected

    def test_another_first_author(self) -> None:
        message = "First author mismatch: claimed 'Ben Brown', found 'Ada Abel'."
        expected = Comparison(Agreement.NEAR, 0.7, (self.note(ERROR, message, "Ben Brown", "Ada Abel"),))
        assert self.compare("Ben Brown", "Cleo Cook") == expected
        assert self.compare("Ben Brown", "Cleo Cook", truncated=True) == expected
        assert self.compare("Ben Brown", "Ada Abel", "Cleo Cook", "Dan Dean") == expected

    def test_a_gap(self) -> None:
        claimed = "'Ada Abel', 'Cleo Cook'"
        message = "Authors left out in the middle of the list: 'Ben Brown'."
        error = self.note(ERROR, message, claimed, self.LISTED)
        assert self.compare("Ada Abel", "Cleo Cook") == Comparison(Agreement.NEAR, 0.8, (error,))
        warning = self.note(WARNING, message, claimed, self.LISTED)
        cut = self.compare("Ada Abel", "Cleo Cook", truncated=True)
        assert cut == Comparison(Agreement.AGREE, 0.8, (warning,))

    def test_one_stranger_of_several(self) -> None:
        message = f"Author mismatch: claimed 'Zed Zorn', but the work's authors are {self.LISTED}."
        error = self.note(ERROR, message, "Zed Zorn", self.LISTED)
        last = self.compare(*self.FOUND[:3], "Zed Zorn", truncated=True)
        assert last == Comparison(Agreement.NEAR, 0.75, (error,))
        first = self.compare("Zed Zorn", *self.FOUND[1:], truncated=True)
        assert first == Comparison(Agreement.NEAR, pytest.approx(0.55), (error,))

    def test_authors_left_out_beside_a_stranger(self) -> None:
        warning = self.note(WARNING, "Authors of the work not listed: 'Dan Dean'.")
        comparison = self.compare(*self.FOUND[:3], "Zed Zorn")
        assert comparison.discrepancies[1:] == (warning,)

    def test_strangers_alone(self) -> None:
        claimed = "'Zed Zorn', 'Yan York'"
        message = (
            f"Author mismatch: none of the claimed authors {claimed} is one of the work's, which are {self.LISTED}."
        )
        error = self.note(ERROR, message, claimed, self.LISTED)
        assert self.compare("Zed Zorn", "Yan York") == Comparison(Agreement.DIFFER, 0.0, (error,))

    def test_one_stranger_alone(self) -> None:
        message = f"Author mismatch: claimed 'Zed Zorn', but the work's authors are {self.LISTED}."
        error = self.note(ERROR, message, "Zed Zorn", self.LISTED)
        assert self.compare("Zed Zorn", truncated=True) == Comparison(Agreement.DIFFER, 0.0, (error,))

    def test_a_misspelt_name_is_near_and_another_given_name_is_not(self) -> None:
        message = "Author misspelt: claimed 'Ada Abell', found 'Ada Abel'."
        error = self.note(ERROR, message, "Ada Abell", "Ada Abel")
        assert self.compare("Ada Abell", truncated=True) == Comparison(Agreement.NEAR, 0.0, (error,))
        message = "Given name mismatch: claimed 'Eve Abel', found 'Ada Abel'."
        error = self.note(ERROR, message, "Eve Abel", "Ada Abel")
        assert self.compare("Eve Abel", truncated=True) == Comparison(Agreement.DIFFER, 0.0, (error,))

    def test_a_list_that_the_database_has_cut(self) -> None:
        cut = make_record("T", ["Ada Abel"], authors_complete=False)
        beyond = "'Ben Brown', 'Cleo Cook', 'Dan Dean'"
        message = f"Authors not confirmed: claimed {beyond}, but the record names the first author only."
        warning = self.note(WARNING, message, beyond)
        assert self.compare(*self.FOUND, record=cut) == Comparison(Agreement.AGREE, 1.0, (warning,), whole=False)
        assert self.compare("Ada Abel", record=cut) == Comparison(Agreement.AGREE, 1.0, exact=True)
        message = "Author mismatch: claimed 'Zed Zorn', but the work's first author is 'Ada Abel'."
        error = self.note(ERROR, message, "Zed Zorn", "'Ada Abel'")
        assert self.compare("Zed Zorn", "Ben Brown", record=cut).discrepancies == (error,)
        two = make_record("T", ["Ada Abel", "Ben Brown"], authors_complete=False)
        message = "Authors not confirmed: claimed 'Zed Zorn', but the record names the first 2 authors only."
        warning = self.note(WARNING, message, "'Zed Zorn'")
        assert self.compare("Ada Abel", "Ben Brown", "Zed Zorn", record=two).discrepancies == (warning,)
        message = "Author mismatch: claimed 'Zed Zorn', but the work's first 2 authors are 'Ada Abel', 'Ben Brown'."
        error = self.note(ERROR, message, "Zed Zorn", "'Ada Abel', 'Ben Brown'")
        assert self.compare("Zed Zorn", "Ben Brown", record=two).discrepancies == (error,)

    def test_placeholders(self) -> None:
        comparison = self.compare("Firstname Lastname", "John Doe")
        placeholder = self.note(ERROR, "Placeholder in the author list: 'Firstname Lastname', 'John Doe'.")
        assert comparison.discrepancies[0] == placeholder
        assert (comparison.agreement, comparison.similarity) == (Agreement.DIFFER, 0.0)
        assert len(comparison.discrepancies) == 2

    def test_long_lists(self) -> None:
        record = make_record("T", [*self.FOUND, "Eli Eden", "Fay Ford"])
        found = f"{self.LISTED} and 2 more"
        assert self.compare("Zed Zorn", record=record).discrepancies[0].found == found

    def test_many_strangers_are_told_up_to_ten(self) -> None:
        strangers = [f"{letter * 2}x {letter * 3}orn" for letter in "ghjklmpqrstv"]
        notes = self.compare("Ada Abel", *strangers[:10]).discrepancies
        assert [n.severity for n in notes] == [ERROR] * 10 + [WARNING]
        notes = self.compare("Ada Abel", *strangers, truncated=True).discrepancies
        assert len(notes) == 11
        assert notes[-1] == self.note(ERROR, "2 more claimed authors are not among the work's.")


class TestVenues:
    ARTICLE = make_record("T", venue="Journal of Examples", publisher="Elsevier BV", type=WorkType.JOURNAL_ARTICLE)
    PREPRINT = make_record("T", venue="arXiv", arxiv_id="1901.00001", type=WorkType.POSTED_CONTENT)

    def compare(self, claimed: str, *records: Record) -> Comparison:
        return compare_venues(claimed, records[0], records)

    def note(self, severity: Severity, message: str, claimed: str, found: str | None = None) -> Discrepancy:
        return told(DiscrepancyField.VENUE, severity, message, claimed, found)

    def test_the_same(self) -> None:
        assert self.compare("J. Examples", self.ARTICLE) == Comparison(Agreement.AGREE, 1.0, exact=True)

    def test_another(self) -> None:
        message = "Venue mismatch: claimed 'Nature', found 'Journal of Examples'."
        error = self.note(ERROR, message, "Nature", "Journal of Examples")
        assert self.compare("Nature", self.ARTICLE) == Comparison(Agreement.DIFFER, 0.0, (error,))
        assert self.compare("Nature", self.PREPRINT, self.ARTICLE) == Comparison(Agreement.DIFFER, 0.0, (error,))

    def test_the_publisher(self) -> None:
        info = self.note(INFO, "Publisher in place of a venue: 'Elsevier'.", "Elsevier")
        assert self.compare("Elsevier", self.ARTICLE) == Comparison(Agreement.AGREE, 1.0, (info,))

    def test_a_note_of_the_author(self) -> None:
        record = make_record("T", venue="arXiv", journal_ref="Phys.Rev.Lett. 98 (2007)", type=WorkType.POSTED_CONTENT)
        claimed = "Physical Review Letters"
        message = "Venue confirmed only by a note of the author's: 'Phys.Rev.Lett. 98 (2007)'."
        info = self.note(INFO, message, claimed, "Phys.Rev.Lett. 98 (2007)")
        assert self.compare(claimed, record) == Comparison(Agreement.AGREE, 1.0, (info,))

    def test_a_preprint_alone(self) -> None:
        message = "Venue not confirmed: claimed 'Nature', but only a version on arXiv was found."
        error = self.note(ERROR, message, "Nature", "arXiv")
        assert self.compare("Nature", self.PREPRINT) == Comparison(Agreement.DIFFER, 0.0, (error,))

    def test_a_submission_alone(self) -> None:
        submission = make_record("T", submitted_to="ICLR", type=WorkType.POSTED_CONTENT)
        message = "Venue not confirmed: claimed 'Nature', but every record found is of a preprint or a submission."
        error = self.note(ERROR, message, "Nature", "a preprint")
        assert self.compare("Nature", submission) == Comparison(Agreement.DIFFER, 0.0, (error,))

    def test_the_preprint_of_a_published_work(self) -> None:
        message = "Cites the preprint (arXiv) of a work published in 'Journal of Examples'."
        warning = self.note(WARNING, message, "arXiv", "Journal of Examples")
        known = self.compare("arXiv", self.ARTICLE, self.PREPRINT)
        assert known == Comparison(Agreement.AGREE, 0.95, (warning,))
        assert self.compare("arXiv", self.ARTICLE) == Comparison(Agreement.AGREE, 0.9, (warning,))

    def test_the_preprint(self) -> None:
        assert self.compare("arXiv", self.PREPRINT) == Comparison(Agreement.AGREE, 1.0, exact=True)

    def test_the_preprint_at_another_server(self) -> None:
        message = "Venue mismatch: claimed 'bioRxiv', found 'arXiv'."
        error = self.note(ERROR, message, "bioRxiv", "arXiv")
        assert self.compare("bioRxiv", self.PREPRINT) == Comparison(Agreement.DIFFER, 0.0, (error,))


class TestIdentifiers:
    DOI = Identifier(IdentifierKind.DOI, "10.5555/wrong")
    OWNER = make_record("Another Title", ["Zed Zorn", "Yan York"], 2001, doi="10.5555/wrong")
    WORK = Work(records=(make_record("T", ["Ada Abel"], 2019, doi="10.5555/own", arxiv_id="1901.00001"),))

    def compare(self, fact: IdentifierFact, work: Work = WORK) -> Comparison:
        claim = Claim(title="T", identifiers=(fact.identifier,))
        return compare_identifiers(claim, work, work.lead, [fact])

    def note(self, severity: Severity, message: str, found: str | None) -> Discrepancy:
        return told(DiscrepancyField.DOI, severity, message, "10.5555/wrong", found)

    def test_of_another_work(self) -> None:
        message = (
            "DOI 10.5555/wrong belongs to another work: 'Another Title' by Zorn et al. (2001)."
            " The work's own is 10.5555/own."
        )
        comparison = self.compare(IdentifierFact(self.DOI, (self.OWNER,)))
        assert comparison == Comparison(Agreement.DIFFER, 0.0, (self.note(ERROR, message, "10.5555/own"),))

    def test_not_registered(self) -> None:
        message = "DOI 10.5555/wrong is not registered. The work's own is 10.5555/own."
        comparison = self.compare(IdentifierFact(self.DOI, absent=True))
        assert comparison == Comparison(Agreement.DIFFER, 0.0, (self.note(ERROR, message, "10.5555/own"),))

    def test_registered_elsewhere(self) -> None:
        message = "DOI 10.5555/wrong was not checked: it is of DataCite. The work's own is 10.5555/own."
        comparison = self.compare(IdentifierFact(self.DOI, elsewhere="it is of DataCite"))
        assert comparison == Comparison(Agreement.UNKNOWN, 0.0, (self.note(WARNING, message, "10.5555/own"),))

    def test_another_than_the_works_own(self) -> None:
        message = "DOI mismatch: claimed 10.5555/wrong, found 10.5555/own."
        comparison = self.compare(IdentifierFact(self.DOI))
        assert comparison == Comparison(Agreement.DIFFER, 0.0, (self.note(ERROR, message, "10.5555/own"),))

    def test_known_to_nobody(self) -> None:
        message = "DOI 10.5555/wrong was not found in any database asked."
        comparison = self.compare(IdentifierFact(self.DOI), Work(records=(make_record("T"),)))
        assert comparison == Comparison(Agreement.UNKNOWN, 0.0, (self.note(WARNING, message, None),))

    def test_without_a_work(self) -> None:
        claim = Claim(title="T", identifiers=(self.DOI,))
        message = "DOI 10.5555/wrong belongs to another work: 'Another Title' by Zorn et al. (2001)."
        owner = "'Another Title' by Zorn et al. (2001)"
        found = foreign_identifiers(claim, [IdentifierFact(self.DOI, (self.OWNER,))])
        assert found == (self.note(ERROR, message, owner),)
        unknown = "DOI 10.5555/wrong was not found in any database asked."
        assert foreign_identifiers(claim, []) == (self.note(WARNING, unknown, None),)

    def test_its_own(self) -> None:
        own = IdentifierFact(Identifier(IdentifierKind.DOI, "10.5555/own"))
        assert self.compare(own) == Comparison(Agreement.AGREE, 1.0)

    def test_one_of_two_agrees(self) -> None:
        claim = make_claim("T", doi="10.5555/wrong", arxiv_id="1901.00001")
        comparison = compare_identifiers(claim, self.WORK, self.WORK.lead, [])
        message = "DOI mismatch: claimed 10.5555/wrong, found 10.5555/own."
        assert comparison == Comparison(Agreement.AGREE, 1.0, (self.note(ERROR, message, "10.5555/own"),))

    @pytest.mark.parametrize(
        ("claimed", "message"),
        [
            ("3", "arXiv has 1901.00001 up to version 2 only: claimed v3."),
            ("1", "An earlier version is cited: claimed 1901.00001v1, the last one is v2."),
        ],
    )
    def test_versions_at_arxiv(self, claimed: str, message: str) -> None:
        records = [make_record("T", arxiv_id="1901.00001", arxiv_version=v) for v in (1, 2)]
        claim = make_claim("T", arxiv_id="1901.00001", arxiv_version=int(claimed))
        warning = told(DiscrepancyField.ARXIV_ID, WARNING, message, f"v{claimed}", "v2")
        assert arxiv_version_notes(claim, records) == (warning,)

    def test_the_last_version_at_arxiv(self) -> None:
        records = [make_record("T", arxiv_id="1901.00001", arxiv_version=v) for v in (1, 2)]
        assert arxiv_version_notes(make_claim("T", arxiv_id="1901.00001", arxiv_version=2), records) == ()
        assert arxiv_version_notes(make_claim("T", arxiv_id="1901.00001"), records) == ()
        assert arxiv_version_notes(make_claim("T", arxiv_id="1901.00002", arxiv_version=3), records) == ()

    def test_the_doi_of_the_preprint(self) -> None:
        preprint = make_record("T", doi="10.48550/arxiv.1901.00001", type=WorkType.POSTED_CONTENT)
        article = make_record("T", venue="Journal of Examples", doi="10.5555/own", type=WorkType.JOURNAL_ARTICLE)
        claim = make_claim("T", doi="10.48550/arxiv.1901.00001")
        work = Work(records=(article, preprint))
        message = "DOI 10.48550/arxiv.1901.00001 is that of the preprint; the published version has 10.5555/own."
        warning = told(DiscrepancyField.DOI, WARNING, message, "10.48550/arxiv.1901.00001", "10.5555/own")
        assert compare_identifiers(claim, work, article, []) == Comparison(Agreement.AGREE, 1.0, (warning,))
        assert compare_identifiers(claim, work, preprint, []) == Comparison(Agreement.AGREE, 1.0)

    def test_what_could_be_added(self) -> None:
        both = make_record("T", doi="10.5555/own", arxiv_id="1901.00001")
        doi = told(DiscrepancyField.DOI, INFO, "Could add the DOI 10.5555/own.", None, "10.5555/own")
        assert missing_identifiers(make_claim("T"), both) == (doi,)
        assert missing_identifiers(make_claim("T", doi="10.5555/own"), both) == ()
        preprint = make_record("T", arxiv_id="1901.00001")
        arxiv = told(DiscrepancyField.ARXIV_ID, INFO, "Could add the arXiv id 1901.00001.", None, "1901.00001")
        assert missing_identifiers(make_claim("T"), preprint) == (arxiv,)
        assert missing_identifiers(make_claim("T", arxiv_id="1901.00001"), preprint) == ()

    @pytest.mark.parametrize(
        ("record", "line"),
        [
            (make_record("T", ["Ada Abel", "Ben Brown"], 2019), "'T' by Abel et al. (2019)"),
            (make_record("T", ["Ada Abel"]), "'T' by Abel"),
            (make_record(None, None, 2019), "a work without title (2019)"),
        ],
    )
    def test_a_work_in_one_line(self, record: Record, line: str) -> None:
        assert describe(record) == line


class TestTitles:
    LONG = "Sparse Kernels for Protein Folding under Noise"

    def compare(self, claimed: str, found: str, *, authors_agree: bool = False) -> Comparison:
        return compare_titles(claimed, [found], authors_agree=authors_agree)

    @pytest.mark.parametrize(
        ("claimed", "what", "agreement"),
        [
            ("Sparse Kernels for Protein Foldings under Noise", None, Agreement.NEAR),
            ("Sparse Kernells for Protein Folding under Noise", "'kernells' for 'kernels'", Agreement.NEAR),
            (
                "Sparse Graphs for Protein Folding under Noise",
                "only claimed: 'graphs'; only found: 'kernels'",
                Agreement.NEAR,
            ),
            (
                "Dense Graphs for Protein Docking under Noise",
                None,
                Agreement.DIFFER,
            ),
        ],
    )
    def test_other_words(self, claimed: str, what: str | None, agreement: Agreement) -> None:
        comparison = self.compare(claimed, self.LONG)
        assert comparison.agreement is agreement
        (only,) = comparison.discrepancies
        assert (only.field, only.severity) == (DiscrepancyField.TITLE, ERROR)
        assert (only.claimed, only.found) == (claimed, self.LONG)
        if what:
            assert only.message == f"Title mismatch: claimed '{claimed}', found '{self.LONG}' ({what})."

    def test_function_words(self) -> None:
        claimed = "The Sparse Kernels for Protein Folding under Noise"
        message = f"Title differs in function words: claimed '{claimed}', found '{self.LONG}'."
        comparison = self.compare(claimed, self.LONG)
        assert comparison.agrees
        assert not comparison.exact
        assert comparison.discrepancies == (told(DiscrepancyField.TITLE, INFO, message, claimed, self.LONG),)

    def test_a_subtitle(self) -> None:
        found = f"{self.LONG}: Theory and Practice"
        message = f"Subtitle on one side only: claimed '{self.LONG}', found '{found}'."
        comparison = self.compare(self.LONG, found, authors_agree=True)
        assert comparison.agreement is Agreement.AGREE
        assert comparison.discrepancies == (told(DiscrepancyField.TITLE, INFO, message, self.LONG, found),)
        message = f"Title mismatch: claimed '{self.LONG}', found '{found}' (subtitle on one side only)."
        comparison = self.compare(self.LONG, found)
        assert comparison.agreement is Agreement.NEAR
        assert comparison.discrepancies == (told(DiscrepancyField.TITLE, ERROR, message, self.LONG, found),)

    def test_a_name_before_the_title(self) -> None:
        found = f"FoldNet: {self.LONG}"
        message = f"Name before the title on one side only: claimed '{self.LONG}', found '{found}'."
        warning = told(DiscrepancyField.TITLE, WARNING, message, self.LONG, found)
        agreeing = self.compare(self.LONG, found, authors_agree=True)
        assert agreeing == Comparison(Agreement.AGREE, 0.95, (warning,))
        error = told(DiscrepancyField.TITLE, ERROR, message, self.LONG, found)
        assert self.compare(self.LONG, found) == Comparison(Agreement.NEAR, 0.95, (error,))

    def test_signs_that_contradict(self) -> None:
        comparison = self.compare("Is P = NP after all", "Is P ≠ NP after all")
        assert (comparison.agreement, comparison.similarity) == (Agreement.NEAR, 0.99)
        assert comparison.in_error

    def test_equal_titles_tell_nothing(self) -> None:
        assert self.compare(self.LONG.upper(), self.LONG) == Comparison(Agreement.AGREE, 1.0, exact=True)
        assert self.compare(self.LONG, self.LONG) == Comparison(Agreement.AGREE, 1.0, exact=True)

    def test_six_words_are_listed(self) -> None:
        claimed = f"{self.LONG} one two three four five six"
        (only,) = self.compare(claimed, self.LONG).discrepancies
        assert only.message.endswith("(only claimed: 'one' 'two' 'three' 'four' 'five' 'six').")

    def test_many_words_are_not_listed(self) -> None:
        claimed = "Sparse Kernels one two three four five six seven eight for Protein Folding under Noise"
        (only,) = self.compare(claimed, self.LONG).discrepancies
        assert only.message == f"Title mismatch: claimed '{claimed}', found '{self.LONG}'."


def test_kinds_of_works() -> None:
    article = make_record("T", type=WorkType.JOURNAL_ARTICLE)
    message = "Kind of work differs: cited as a {}, found as a journal article."
    for kind, name, severity in (
        (WorkType.DISSERTATION, "thesis", ERROR),
        (WorkType.WEBPAGE, "web page", WARNING),
        (WorkType.DATASET, "data set", WARNING),
    ):
        expected = told(DiscrepancyField.TYPE, severity, message.format(name), name, "journal article")
        assert kind_notes(kind, (article,)) == (expected,)


def test_locators() -> None:
    record = make_record("T", volume="12", issue="3", pages="101-110")
    claim = Claim(title="T", volume="13", issue="4", pages="99")
    assert compare_locators(claim, [record]) == (
        told(DiscrepancyField.VOLUME, WARNING, "Volume differs: claimed 13, found 12.", "13", "12"),
        told(DiscrepancyField.ISSUE, WARNING, "Issue differs: claimed 4, found 3.", "4", "3"),
        told(DiscrepancyField.PAGES, WARNING, "Pages differ: claimed 99, found 101-110.", "99", "101-110"),
    )
    assert compare_locators(Claim(title="T", pages="99"), [record.model_copy(update={"article_number": "99"})]) == ()
