"""The rules of a BibTeX entry, one by one."""

from __future__ import annotations

import time

import pytest

from refcheck_core import Author, Identifier, IdentifierKind, Notice, NoticeKind, Record, WorkType
from refcheck_core.bibtex import Entry, build_entry, citation_key, render, render_entry, unique_keys
from refcheck_core.bibtex.capitals import protect
from refcheck_core.bibtex.entry import page_range
from refcheck_core.bibtex.latex import encode
from refcheck_core.bibtex.people import bibtex_name, name_list
from refcheck_core.bibtex.plain import plain

VASWANI = Author(family="Vaswani", given="Ashish")
HE = Author(family="He", given="Kaiming")


def record(**fields: object) -> Record:
    return Record.model_validate({"source": "test", "title": "A title", "authors": (HE,), "year": 2016} | fields)


def braced(title: str) -> str:
    return "".join(f"{{{part.text}}}" if part.keep else part.text for part in protect(title))


# --- types and fields -------------------------------------------------------------------------------------------------


def test_a_journal_article_in_full() -> None:
    entry = render_entry(
        record(
            type=WorkType.JOURNAL_ARTICLE,
            title="Effects of CO2 & heat on Müller cells: 5% of α-helices",
            authors=(
                Author(family="van den Oord", given="Aäron"),
                Author(literal="ATLAS Collaboration", organization=True),
            ),
            venue="Science",
            publisher="AAAS",
            volume="169",
            issue="3946",
            pages="635-641",
            doi="10.1126/science.169_3946",
        )
    )
    assert entry == (
        "@article{vandenoord2016effects,\n"
        '  author = {van den Oord, A{\\"a}ron and {ATLAS Collaboration}},\n'
        '  title = {Effects of {CO2} \\& heat on {M{\\"u}ller} cells: 5\\% of $\\alpha$-helices},\n'
        "  journal = {Science},\n"
        "  volume = {169},\n"
        "  number = {3946},\n"
        "  pages = {635--641},\n"
        "  year = {2016},\n"
        "  doi = {10.1126/science.169_3946},\n"
        "  url = {https://doi.org/10.1126/science.169_3946},\n"
        "}"
    )


@pytest.mark.parametrize(
    ("fields", "entry_type", "expected"),
    [
        ({"type": "journal-article", "venue": "V"}, "article", {"journal": "V"}),
        (
            {"type": "proceedings-article", "venue": "V", "publisher": "P"},
            "inproceedings",
            {"booktitle": "V", "publisher": "P"},
        ),
        (
            {"type": "book-chapter", "venue": "V", "publisher": "P"},
            "incollection",
            {"booktitle": "V", "publisher": "P"},
        ),
        ({"type": "reference-entry", "venue": "V", "publisher": "P"}, "incollection", {"booktitle": "V"}),
        ({"type": "monograph", "publisher": "P"}, "book", {"publisher": "P"}),
        ({"type": "reference-book", "publisher": "P"}, "book", {"publisher": "P"}),
        ({"type": "proceedings", "publisher": "P"}, "proceedings", {"publisher": "P"}),
        ({"type": "report", "publisher": "P"}, "techreport", {"institution": "P"}),
        ({"type": "dissertation", "publisher": "P"}, "phdthesis", {"school": "P"}),
        ({"type": "dissertation", "publisher": "P", "degree": "Ph.D."}, "phdthesis", {"school": "P"}),
        ({"type": "dissertation", "publisher": "P", "degree": "M.Sc."}, "mastersthesis", {"school": "P"}),
        ({"type": "dissertation", "publisher": "P", "degree": "Master of Arts"}, "mastersthesis", {"school": "P"}),
        ({"type": "dissertation", "publisher": "P", "degree": "Bachelor"}, "phdthesis", {"type": "Bachelor"}),
        ({"type": "dataset", "publisher": "P"}, "misc", {"howpublished": "P"}),
        ({"type": "standard", "publisher": "P"}, "misc", {"howpublished": "P"}),
        ({"type": "webpage", "venue": "V", "publisher": "P"}, "misc", {"howpublished": "V"}),
        ({"type": "posted-content", "venue": "bioRxiv"}, "misc", {"howpublished": "bioRxiv"}),
        ({"type": "posted-content", "publisher": "P"}, "misc", {"howpublished": "P"}),
    ],
)
def test_each_kind_of_work_has_its_entry_type(
    fields: dict[str, str], entry_type: str, expected: dict[str, str]
) -> None:
    entry = build_entry(record(**fields))
    assert entry.entry_type == entry_type
    assert expected.items() <= entry.fields.items()
    assert entry.warnings == ()


def test_a_chapter_that_the_database_calls_other() -> None:
    isbn = (Identifier(IdentifierKind.ISBN, "9783319000268"),)
    entry = build_entry(record(type=WorkType.OTHER, venue="V", publisher="P", identifiers=isbn))
    assert (entry.entry_type, entry.fields["isbn"]) == ("incollection", "9783319000268")


@pytest.mark.parametrize(
    ("fields", "warning"),
    [
        ({"type": None, "venue": "V"}, "The kind of work is not known, so the entry is @misc."),
        ({"type": "journal-article"}, "journal is not known, so the entry is @misc and not @article."),
        ({"type": "proceedings-article"}, "booktitle is not known, so the entry is @misc and not @inproceedings."),
    ],
)
def test_an_entry_that_cannot_be_what_it_should_is_misc_and_says_so(fields: dict[str, str], warning: str) -> None:
    entry = build_entry(record(**fields))
    assert entry.entry_type == "misc"
    assert entry.warnings == (warning,)


def test_every_missing_required_field_is_named() -> None:
    entry = build_entry(Record(source="test", type=WorkType.BOOK))
    assert entry.fields == {}
    assert entry.warnings == tuple(
        f"Required field {name} is not known." for name in ("author or editor", "title", "publisher", "year")
    )
    assert render(entry) == "@book{anonnd,\n}"


def test_an_edited_book_has_editors_in_place_of_authors() -> None:
    edited = build_entry(record(type=WorkType.EDITED_BOOK, editors=(VASWANI,), publisher="P"))
    assert "author" not in edited.fields
    assert edited.fields["editor"] == "Vaswani, Ashish"
    assert "editor" not in build_entry(record(type=WorkType.BOOK, editors=(VASWANI,), publisher="P")).fields
    assert build_entry(record(type=WorkType.BOOK, authors=(), editors=(VASWANI,))).fields["editor"] == "Vaswani, Ashish"
    assert "author" not in build_entry(record(type=WorkType.PROCEEDINGS, editors=(VASWANI,))).fields


def test_a_cut_list_of_authors_ends_in_others() -> None:
    entry = build_entry(record(type=WorkType.BOOK, publisher="P", authors_complete=False))
    assert entry.fields["author"] == "He, Kaiming and others"
    assert entry.warnings == ("The database gives some of the authors only; the list ends in others.",)


def test_the_abstract_goes_in_only_when_asked_for() -> None:
    with_abstract = record(abstract="We show 5% more.")
    assert "abstract" not in render_entry(with_abstract)
    assert "  abstract = {We show 5\\% more.},\n" in render_entry(with_abstract, include_abstract=True)


def test_a_retraction_is_told() -> None:
    notices = (Notice(kind=NoticeKind.RETRACTION), Notice(kind=NoticeKind.CORRECTION))
    assert "The work was retracted or withdrawn." in build_entry(record(notices=notices)).warnings
    assert build_entry(record(type="report", publisher="P", notices=notices[1:])).warnings == ()


# --- versions ---------------------------------------------------------------------------------------------------------


def test_an_arxiv_preprint_is_misc_with_its_eprint() -> None:
    preprint = record(
        type="posted-content",
        venue="arXiv",
        arxiv_id="1706.03762",
        arxiv_class="cs.CL",
        doi="10.48550/arxiv.1706.03762",
        volume="abs/1706.03762",
        pages="1-11",
    )
    assert build_entry(preprint).fields == {
        "author": "He, Kaiming",
        "title": "A title",
        "year": "2016",
        "doi": "10.48550/arxiv.1706.03762",
        "url": "https://doi.org/10.48550/arxiv.1706.03762",
        "eprint": "1706.03762",
        "archivePrefix": "arXiv",
        "primaryClass": "cs.CL",
    }


def test_an_arxiv_doi_holds_the_eprint() -> None:
    entry = build_entry(record(type="posted-content", venue="arXiv", doi="10.48550/arxiv.2310.02255"))
    assert entry.fields["eprint"] == "2310.02255"
    assert "howpublished" not in entry.fields
    assert "eprint" not in build_entry(record(type="posted-content", doi="10.48550/arxiv.x")).fields


def test_an_old_arxiv_id_holds_its_archive() -> None:
    entry = build_entry(record(type="posted-content", arxiv_id="hep-th/9901001", arxiv_class="hep-th"))
    assert entry.fields["eprint"] == "hep-th/9901001"
    assert "primaryClass" not in entry.fields
    assert entry.fields["url"] == "https://arxiv.org/abs/hep-th/9901001"


@pytest.mark.parametrize("venue", ["CoRR", "arXiv.org", "arXiv preprint"])
def test_arxiv_by_another_name_makes_no_article(venue: str) -> None:
    entry = build_entry(record(type="journal-article", venue=venue, volume="abs/1706.03762", arxiv_id="1706.03762"))
    assert entry.entry_type == "misc"
    assert not {"journal", "volume", "howpublished"} & set(entry.fields)


def test_a_published_work_does_not_take_the_doi_of_its_preprint() -> None:
    entry = build_entry(
        record(type="proceedings-article", venue="NeurIPS", doi="10.48550/arxiv.1706.03762", arxiv_id="1706.03762")
    )
    assert "doi" not in entry.fields
    assert "10.48550" not in entry.fields.get("url", "")
    assert entry.warnings == ("The database's DOI is that of another version of the work and was left out.",)


def test_a_preprint_does_not_take_the_doi_of_the_article() -> None:
    entry = build_entry(record(type="posted-content", doi="10.1016/j.cell.2020.1", arxiv_id="2001.00001"))
    assert "doi" not in entry.fields
    assert entry.fields["url"] == "https://arxiv.org/abs/2001.00001"


def test_a_volume_that_is_an_arxiv_address_is_none() -> None:
    assert "volume" not in build_entry(record(type="proceedings-article", venue="V", volume="abs/1706.03762")).fields


# --- pages, addresses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ("770-778", "770–778"),
        ("770–778", "770–778"),
        ("770 - 778", "770–778"),
        ("770--778", "770–778"),
        ("S1-S10", "S1–S10"),
        ("xi-xiv", "xi–xiv"),
        ("12-15, 20-21", "12–15, 20–21"),
        ("3-1-3-10", "3-1–3-10"),
        ("e33693", "e33693"),
        ("635", "635"),
        ("145-145", "145"),
        ("A-12", "A-12"),
        ("n/a-n/a", None),
        ("no-no", None),
        ("-", None),
        (None, None),
    ],
)
def test_page_ranges(pages: str | None, expected: str | None) -> None:
    assert page_range(pages) == expected


def test_an_article_number_stands_for_missing_pages() -> None:
    fields = {"type": "journal-article", "venue": "V", "article_number": "104-B"}
    assert build_entry(record(**fields)).fields["pages"] == "104-B"
    assert build_entry(record(**fields, pages="1-9")).fields["pages"] == "1–9"
    assert "pages = {104-B}" in render_entry(record(**fields))


def test_doi_and_address_stay_usable() -> None:
    sici = "10.1002/(sici)1096-8644(199601)99:1<1::aid-ajpa1>3.0.co;2-1"
    entry = render_entry(record(doi=sici))
    assert f"doi = {{{sici}}}" in entry
    assert "url = {https://doi.org/10.1002/(sici)1096-8644(199601)99:1%3C1::aid-ajpa1%3E3.0.co;2-1}" in entry
    assert "url = {https://example.org/a_b?c=%20d#e}" in render_entry(record(url="https://example.org/a_b?c=%20d#e"))
    assert "doi = {10.1000/a%7Bb}" in render_entry(record(doi="10.1000/a{b"))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "example.org", "https://", ""])
def test_what_is_no_web_address_is_left_out(url: str) -> None:
    assert "url" not in build_entry(record(url=url)).fields


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ({"family": "He", "given": "Kaiming"}, "He, Kaiming"),
        ({"family": "van der Berg", "given": "Jan"}, "van der Berg, Jan"),
        ({"family": "King", "given": "Martin Luther", "suffix": "Jr."}, "King, Jr., Martin Luther"),
        ({"family": "King, Jr.", "given": "Martin Luther"}, "King, Jr., Martin Luther"),
        ({"family": "Hora Jr.", "given": "Donald"}, "Hora, Jr., Donald"),
        ({"family": "King", "suffix": "Jr."}, "{King Jr.}"),
        ({"family": "King", "given": "M. L., Dr.", "suffix": "Jr., MD"}, "King, Jr. MD, M. L. Dr."),
        ({"family": "García Márquez", "given": "Gabriel"}, "García Márquez, Gabriel"),
        ({"family": "García Márquez"}, "{García Márquez}"),
        ({"family": "Ortega y Gasset", "given": "José"}, "{Ortega y Gasset}, José"),
        ({"family": "de Ortega y Gasset", "given": "José"}, "de {Ortega y Gasset}, José"),
        ({"family": "Smith, Jones", "given": "A"}, "{Smith, Jones}, A"),
        ({"family": "And", "given": "Metin"}, "{And}, Metin"),
        ({"family": "de and la", "given": "X"}, "{de and la}, X"),
        ({"family": "Smith", "given": "and"}, "Smith, {and}"),
        ({"family": "王", "given": "小明"}, "王, 小明"),
        ({"literal": "Plato"}, "Plato"),
        ({"given": "Plato"}, "Plato"),
        ({"literal": "others"}, "{others}"),
        ({"literal": "Gemini Team"}, "{Gemini Team}"),
        ({"literal": "OpenAI", "organization": True}, "{OpenAI}"),
        ({"literal": "Barnes and Noble, Inc.", "organization": True}, "{Barnes and Noble, Inc.}"),
        ({"family": "WHO", "organization": True}, "{WHO}"),
        ({"family": "{\\L}ukasz"}, "Łukasz"),
        ({"family": " "}, ""),
        ({}, ""),
    ],
)
def test_names(author: dict[str, str], expected: str) -> None:
    assert bibtex_name(Author.model_validate(author)) == expected


def test_empty_names_leave_no_gap() -> None:
    assert name_list((HE, Author(), VASWANI)) == "He, Kaiming and Vaswani, Ashish"
    assert name_list((Author(),), complete=False) == ""


# --- LaTeX ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "latex", "utf8"),
    [
        (
            "R&D: 5% of #1, $5 and $10, a_b",
            r"R\&D: 5\% of \#1, \$5 and \$10, a\_b",
            r"R\&D: 5\% of \#1, \$5 and \$10, a\_b",
        ),
        ("a~b^c\\d", r"a\textasciitilde{}b\textasciicircum{}c\textbackslash{}d", None),
        (
            "Łukasz Müller ßen Ångström",
            r"{\L}ukasz M{\"u}ller {\ss}en {\r{A}}ngstr{\"o}m",
            "Łukasz Müller ßen Ångström",
        ),
        ("Nguyễn Şule ą ħ", r"Nguy{\~{\^e}}n {\c{S}}ule {\k{a}} ħ", "Nguyễn Şule ą ħ"),
        ("深度学习 и Глубокое", "深度学习 и Глубокое", "深度学习 и Глубокое"),
        ("α-helix, αλφα", r"$\alpha$-helix, αλφα", "α-helix, αλφα"),
        ("H₂O, 10⁻³ m²", "H$_{2}$O, 10$^{-3}$ m$^{2}$", "H₂O, 10⁻³ m²"),
        ("pages 1–2 — “so” ‘it’", "pages 1--2 --- ``so'' `it'", "pages 1–2 — “so” ‘it’"),
        ('a "word" ("here")', "a ``word'' (``here'')", "a ``word'' (``here'')"),
        ('‘"a"’', "`{}``a''{}'", None),
        ("which?`", "which?{}`", None),
        ("p < .05 | q", r"p {\textless} .05 {\textbar} q", "p < .05 | q"),
        ("Top-$K$ of $O(n^{2})$", "Top-$K$ of $O(n^{2})$", "Top-$K$ of $O(n^{2})$"),
        ("$x$$y$", "$x${}$y$", None),
    ],
)
def test_escapes(text: str, latex: str, utf8: str | None) -> None:
    assert encode(text, "latex") == latex
    if utf8 is not None:
        assert encode(text, "utf8") == utf8


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"G{\"o}del and \'Etale {\ss}", "Gödel and Étale ß"),
        (r"R\&D", "R&D"),
        ("{ImageNet} {", "ImageNet"),
        ("a\u00ad\u200bb\u202e\x00 c\n\n d\u00a0e", "ab c d e"),
        (r"C:\new", r"C:\new"),
        ("con\ufb01guration", "configuration"),
        (r"on $\mathrm {M{2}}$ \emph{sets}", r"on $\mathrm {M{2}}$ sets"),
        (None, ""),
    ],
)
def test_plain_text(text: str | None, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    "inner", [r"\input{x}", r"\write18{x}", r"\def\x{}", "a%b", "a&b", "}{", "{", r"\\", "é", r"\left\{"]
)
def test_mathematics_that_is_not_harmless_is_text(inner: str) -> None:
    assert "$" not in encode(plain(f"${inner}$"), "latex").replace(r"\$", "")


# --- capitals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "title",
    [
        "{ImageNet} Classification with Deep Convolutional Neural Networks",
        "Attention Is All You Need",
        "{BERT}: Pre-training of Deep Bidirectional Transformers",
        "{U-Net}: Convolutional Networks for Biomedical Image Segmentation",
        "{mRNA} and {pH} in {3D}, {L1} and {X-ray} imaging",
        "The impact of {COVID-19} on {Germany} and on traffic in {Beijing}",
        "Vitamin {D} in the {U.S.} and in {C++}",
        "Deep learning: Methods and applications",
        "A Survey of {Bayesian} Methods and {Fourier's} Transform",
        "Is {I} a pronoun?",
        "Über die {Grundlagen} der {Geometrie} und das {Messen}",
        "DEEP LEARNING IN NEURAL NETWORKS",
        "Top-{$K$} search with $k$ neighbours",
        "The {TCP/IP} {Guide}: a short tour of {TCP}",
    ],
)
def test_capitals_that_a_style_would_lose_are_protected(title: str) -> None:
    assert braced(title.replace("{", "").replace("}", "")) == title


def test_a_title_in_capitals_is_told() -> None:
    assert (
        "The title is all capitals in the database; its case is not known."
        in build_entry(record(title="DEEP LEARNING IN NEURAL NETWORKS")).warnings
    )


def test_names_in_capitals_get_the_usual_case_and_are_told() -> None:
    warning = "The authors' names are all capitals in the database; check their case."
    names = (
        Author(family="O'BRIEN-SHARMA", given="RUBINA J."),
        Author(family="VAN DER LI", given="XU", suffix="III"),
        Author(literal="ATLAS Collaboration", organization=True),
        Author(literal="WANG"),
    )
    entry = build_entry(record(authors=names))
    assert entry.fields["author"] == (
        "O'Brien-Sharma, Rubina J. and van der Li, III, XU and {ATLAS Collaboration} and WANG"
    )
    assert warning in entry.warnings
    for others in ((Author(family="NASA"), HE), (Author(family="王小明大"),), (Author(family="LI"),)):
        assert warning not in build_entry(record(authors=others)).warnings
        assert build_entry(record(authors=others)).fields["author"].startswith(others[0].family or "")


# --- keys -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"authors": (VASWANI,), "year": 2017, "title": "Attention Is All You Need"}, "vaswani2017attention"),
        ({"authors": (Author(family="van den Oord", given="A"),), "title": "The WaveNet"}, "vandenoord2016wavenet"),
        ({"authors": (Author(family="Müller"),), "title": "On a U-Net"}, "muller2016unet"),
        ({"authors": (Author(family="Kaiser"),), "title": "Data-Driven Models", "year": None}, "kaisernddata"),
        ({"authors": (Author(family="王", given="小明"),), "title": "深度"}, "wang2016shendu"),
        ({"authors": (Author(literal="World Health Organization", organization=True),)}, "who2016title"),
        ({"authors": (Author(literal="ATLAS Collaboration", organization=True),)}, "atlas2016title"),
        ({"authors": (Author(literal="Gemini Team", organization=True),)}, "gemini2016title"),
        ({"authors": (Author(literal="Jan Novak"),)}, "novak2016title"),
        ({"authors": ()}, "anon2016title"),
        ({"authors": (), "editors": (HE,)}, "he2016title"),
        ({"title": "16. Marketing the Maple Leaf"}, "he2016marketing"),
        ({"title": "1984"}, "he20161984"),
        ({"title": "The Of"}, "he2016the"),
        ({"title": "$K$ ???"}, "he2016"),
        ({"title": None}, "he2016"),
    ],
)
def test_keys(fields: dict[str, object], key: str) -> None:
    assert citation_key(record(**fields)) == key


def test_equal_keys_are_told_apart() -> None:
    assert unique_keys(["x", "x", "x"]) == ["x", "xa", "xb"]
    assert unique_keys(["x", "x", "xa"]) == ["x", "xb", "xa"]
    assert unique_keys(["x"] * 29)[-2:] == ["xaa", "xab"]


@pytest.mark.parametrize(
    ("given", "used"), [("Smith:2020_a", "Smith:2020_a"), ("a b,{c}", "abc"), ("{}", "he2016title")]
)
def test_a_key_of_ones_own(given: str, used: str) -> None:
    assert render_entry(record(), key=given).startswith(f"@misc{{{used},\n")


def test_an_entry_can_be_written_without_a_record() -> None:
    assert render(Entry("misc", "k", {"title": "Äpfel"}), style="utf8") == "@misc{k,\n  title = {Äpfel},\n}"


@pytest.mark.parametrize(
    "given", ["cs.CL},\n  note = {x", "cs CL", "a" * 3 + "1", "cs.CL%", "\\input", "{cs}", "é", " ", "", "\u202e"]
)
def test_a_class_that_is_none_of_arxivs_is_left_out(given: str) -> None:
    fields = build_entry(record(type="posted-content", arxiv_id="1706.03762", arxiv_class=given)).fields
    assert fields["eprint"] == "1706.03762"
    assert "primaryClass" not in fields


@pytest.mark.parametrize("name", ["cs.CL", "math-ph", "astro-ph.GA", "quant-ph", "cond-mat.str-el", " cs.LG "])
def test_arxivs_classes(name: str) -> None:
    fields = build_entry(record(type="posted-content", arxiv_id="1706.03762", arxiv_class=name)).fields
    assert fields["primaryClass"] == name.strip()


@pytest.mark.parametrize(
    "unit", ["$a", "$a$ ", "{$a", "{a", "{", "}", "_", "a_", "\\a", '\\"o ', "A ", "x^2", "é", "“A", "(", "$", "U.S. "]
)
def test_a_long_title_costs_no_more_than_in_proportion(unit: str) -> None:
    def cost(times: int) -> float:
        start = time.process_time()
        render_entry(record(title=unit * times))
        return time.process_time() - start

    assert cost(24_000) < 24 * cost(3_000) + 0.5  # eight times as long; what grows with the square costs 64 times


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Fourier nets", False),
        ("_ Fourier nets", False),
        ("$x$ Fourier nets", True),
        ("On nets: “Fourier nets”", False),
        ("On nets? ([Fourier nets", False),
        ("On nets of the U.S. Fourier nets", False),
        ("On nets “Fourier nets”", True),
        ("On $x$: Fourier nets", False),
        ("On $x$ Fourier nets", True),
    ],
)
def test_a_name_that_begins_a_sentence_needs_no_braces(title: str, kept: bool) -> None:
    assert ("Fourier" in {part.text for part in protect(title) if part.keep}) is kept
