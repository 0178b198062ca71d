"""Citations in the styles of fields and languages, held against works."""

from __future__ import annotations

import re

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import IdentifierFact, Rules, decide, merge
from refcheck_core.matching.boundaries import Token, without_overhang
from refcheck_core.matching.citation import claim_from_citation
from refcheck_core.models import Claim, Record, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_record

PBE = make_record(
    "Generalized Gradient Approximation Made Simple",
    ["John P. Perdew", "Kieron Burke", "Matthias Ernzerhof"],
    1996,
    "Physical Review Letters",
    doi="10.1103/physrevlett.77.3865",
    type=WorkType.JOURNAL_ARTICLE,
)
C60 = make_record("C60: Buckminsterfullerene", ["H. W. Kroto", "J. R. Heath"], 1985, "Nature", doi="10.1038/318162a0")
FREGE = make_record("Über Sinn und Bedeutung", ["Gottlob Frege"], 1892, "Zeitschrift für Philosophie")
UNET = make_record(
    "U-Net: Convolutional Networks for Biomedical Image Segmentation",
    ["Olaf Ronneberger", "Philipp Fischer", "Thomas Brox"],
    2015,
    "Medical Image Computing and Computer-Assisted Intervention – MICCAI 2015",
)
NISHIDA = make_record("善の研究", ["西田幾多郎"], 1911, publisher="弘道館", type=WorkType.BOOK)


def read(citation: str, record: Record) -> Claim:
    return claim_from_citation(Claim(citation=citation), Work(records=(record,)))


def verdict(citation: str, record: Record) -> Verdict:
    doi = Identifier(IdentifierKind.DOI, str(record.doi))
    facts = (IdentifierFact(doi, records=(record,)),)
    claim = Claim(citation=citation, identifiers=(doi,))
    return decide(claim, merge((record,)), facts, Rules(this_year=2026)).verdict


@pytest.mark.parametrize(
    ("citation", "record", "expected"),
    [
        ("J. P. Perdew, K. Burke, and M. Ernzerhof, Phys. Rev. Lett. 77, 3865 (1996).", PBE, Verdict.VERIFIED),
        ("(12) Perdew, J. P.; Burke, K.; Ernzerhof, M. Phys. Rev. Lett. 1996, 77, 3865.", PBE, Verdict.VERIFIED),
        ("H. W. Kroto and J. R. Heath, Nature (London) 318, 162 (1985).", C60, Verdict.VERIFIED),
        ("Nature 318, 162 (1985)", C60, Verdict.VERIFIED),
        ("Kroto, H. W.; Heath, J. R. Nature 1995, 318, 162.", C60, Verdict.PARTIAL_MATCH),
        ("Molina, M. J.; Rowland, F. S. Nature 1974, 249, 810.", C60, Verdict.NOT_FOUND),
        ("Kroto, H. W.; Heath, J. R. J. Am. Chem. Soc. 1985, 318, 162.", C60, Verdict.NOT_FOUND),
        ("A. Kroto, Some other title about carbon. Nature 318, 162 (1985)", C60, Verdict.NOT_FOUND),
    ],
)
def test_chemists_and_physicists_leave_the_title_out(citation: str, record: Record, expected: Verdict) -> None:
    assert verdict(f"{citation} doi:{record.doi}", record) is expected


def test_a_letter_is_a_title_where_nobody_is_named() -> None:
    assert read("Q", PBE).title == "Q"


@pytest.mark.parametrize(
    ("citation", "record", "title", "author"),
    [
        ("Frege, Gottlob: Über Sinn und Bedeutung, in: Z. Phil. 100 (1892)", FREGE, FREGE.title, "Gottlob Frege"),
        ("西田幾多郎『善の研究』弘道館、1911年", NISHIDA, NISHIDA.title, "西田幾多郎"),
        ("西田幾多郎：《善の研究》，弘道館，1911年", NISHIDA, NISHIDA.title, "西田幾多郎"),
    ],
)
def test_what_ends_the_authors(citation: str, record: Record, title: str, author: str) -> None:
    found = read(citation, record)
    assert found.title == title
    assert [a.display for a in found.authors] == [author]


@pytest.mark.parametrize(
    ("citation", "title"),
    [
        ("Jain, S. (2019). Attention is explanation. In Proceedings of NAACL-HLT 2019, 3.", "Attention is explanation"),
        ("Jain, S. 2019. Attention is explanation. In NAACL 2019, 3.", "Attention is explanation"),
        ("Jain, S. (2019). It is no. Attention is explanation. Oh.", "Attention is explanation"),
        ("Jain, S. (2019). Attention is nott explanation, 3.", "Attention is nott explanation"),
    ],
)
def test_a_shorter_title_does_not_reach_over_its_full_stop(citation: str, title: str) -> None:
    work = make_record("Attention is not Explanation", ["Sarthak Jain"], 2019, "NAACL")
    assert read(citation, work).title == title


@pytest.mark.parametrize(
    ("text", "first", "last", "expected"),
    [
        ("X. Attention is explanation. In", 0, 4, (1, 3)),
        ("Attention is explanation. In Proceedings", 0, 4, (0, 2)),
        ("Why? On attention", 0, 2, (0, 2)),
        ("Attention is explanation", 0, 2, (0, 2)),
        ("Attention", 0, 0, (0, 0)),
    ],
)
def test_what_reaches_over_a_full_stop_is_cut(text: str, first: int, last: int, expected: tuple[int, int]) -> None:
    tokens = [Token(m[0], m.start(), m.end()) for m in re.finditer(r"\w+", text)]
    assert without_overhang(text, tokens, first, last) == expected


@pytest.mark.parametrize(
    ("rest", "venue"),
    [
        ("in Proc. IEEE Conf. Comput. Vis. Pattern Recognit. (CVPR), 2015, pp. 2-9.", "CVPR"),
        ("In: MICCAI 2015. Springer", "MICCAI"),
        ("In Proc. Unheard-of Ex. (PUE), Paris.", None),
        ("In ACL (Short Papers), Paris.", None),
        ("Paris.", None),
    ],
)
def test_another_conference_known_by_name_is_read(rest: str, venue: str | None) -> None:
    found = read(f"Ronneberger, O., Fischer, P., Brox, T.: {UNET.title}. {rest}", UNET).venue
    assert (found is None) if venue is None else (venue in str(found))


def test_the_track_of_the_conference_is_not_judged() -> None:
    demo = make_record(
        "AdapterHub: A Framework for Adapting Transformers",
        ["Jonas Pfeiffer"],
        2020,
        "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing: System Demonstrations",
    )
    citation = (
        "Jonas Pfeiffer. Adapterhub: A framework for adapting transformers. In Proceedings of EMNLP, pp. 46-54, 2020."
    )
    assert read(citation, demo).venue is None
