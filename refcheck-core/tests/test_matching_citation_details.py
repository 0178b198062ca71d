"""Small rules of reading a citation string: where the title is found, and what is read before and behind it."""

from __future__ import annotations

import pytest

from refcheck_core.matching import guess_title
from refcheck_core.matching.citation import MAX_CITATION, claim_from_citation
from refcheck_core.models import Author, Claim, Record, Work
from refcheck_core.testing.builders import make_record

WORK = make_record(
    "Drift of invented glaciers in warm winters",
    ["Jane Roe", "Max Muster", "Gabriel García Márquez"],
    2015,
    "Journal of Examples",
)
SAMPLING = make_record("Sampling", ["Ada Abel"], 2001)
SUBTITLED = make_record("Drift of glaciers", ["Jane Roe"], 2015, subtitle="Warm winters and their rivers")


def read(citation: str, record: Record = WORK, **given: object) -> Claim:
    return claim_from_citation(Claim.model_validate({"citation": citation, **given}), Work(records=(record,)))


class TestWhereTheTitleIs:
    @pytest.mark.parametrize(
        "citation", ["Sampling. Ada Abel, 2001", "Sampling", "Abel A. Sampling. 2001", "Sampling:"]
    )
    def test_a_short_one_stands_anywhere(self, citation: str) -> None:
        assert read(citation, SAMPLING).title == "Sampling"

    @pytest.mark.parametrize(
        "title",
        [
            "Drift of invnted glaciers in warm winters",
            "Drift of invented glaciers in warm wintres",
            "Drfit of invented glaciers in warm winters",
            "Drift of invented glacier in a warm winter",
        ],
    )
    @pytest.mark.parametrize(
        "style", ["{}. Roe J, Muster M. 2015", "Roe J, Muster M. 2015. {}", "Roe (2015). {}. J Ex."]
    )
    def test_a_misspelt_one_is_read_as_it_stands(self, title: str, style: str) -> None:
        assert read(style.format(title)).title == title

    def test_another_one_is_none(self) -> None:
        citation = "Roe J. Growth of real forests during cold summers. 2015"
        assert read(citation).title == citation

    @pytest.mark.parametrize("misspelt", ["Samplng", "Samplings"])
    def test_a_short_one_is_not_looked_for_misspelt(self, misspelt: str) -> None:
        record = SAMPLING.model_copy(update={"title": "Sample"})
        citation = f"Zorn Z. {misspelt} of rivers. 2001"
        assert read(citation, record).title == citation

    def test_the_longest_form_that_stands_there(self) -> None:
        with_subtitle = "Roe J. Drift of glaciers: Warm winters and their rivers. 2015"
        assert read(with_subtitle, SUBTITLED).title == "Drift of glaciers: Warm winters and their rivers"
        assert read("Roe J. Drift of glaciers. 2015", SUBTITLED).title == "Drift of glaciers"

    def test_words_joined_and_parted(self) -> None:
        assert read("Roe J. Drift of invented gla-ciers in warm winters. 2015").title == (
            "Drift of invented gla-ciers in warm winters"
        )
        assert read("Roe J. Drift of invented glaciers in warmwinters. 2015").title == (
            "Drift of invented glaciers in warmwinters"
        )

    def test_not_beyond_the_length_of_a_reference(self) -> None:
        citation = "x " * (MAX_CITATION // 2) + "Sampling. Ada Abel, 2001"
        assert read(citation, SAMPLING).title == citation

    @pytest.mark.parametrize(
        "address", ["https://example.org/sampling", "www.example.org/sampling", "10.5555/sampling"]
    )
    def test_not_in_an_address(self, address: str) -> None:
        citation = f"Abel A. Rivers. {address}"
        assert read(citation, SAMPLING).title == citation

    @pytest.mark.parametrize(
        ("citation", "title"),
        [
            ("Roe J. Reply to “Drift of invented glaciers in warm winters”. 2015", "Reply to “"),
            ("Roe J. Drift of invented glaciers in warm winters: Erratum. 2015", ": Erratum"),
            ("Roe J. Drift of invented glaciers in warm winters, a critique. 2015", ", a critique"),
        ],
    )
    def test_with_what_makes_another_work_of_it(self, citation: str, title: str) -> None:
        assert title.strip(" “”:,") in str(read(citation).title)

    @pytest.mark.parametrize(
        "names",
        [
            "Zorn Z, Kern P",
            "Zorn Z, Kern PJ Jr",
            "Zorn, Z. and Kern, P. J.",
            "Zorn Z, Kern PJ, River Study Group",
            "Kern, P.",
        ],
    )
    def test_behind_names_of_whomever_and_a_colon(self, names: str) -> None:
        claim = read(f"{names}: Drift of invented glaciers in warm winters. 2015")
        assert claim.title == "Drift of invented glaciers in warm winters"
        assert "Kern" in {a.family for a in claim.authors}

    @pytest.mark.parametrize("main", ["Cold rivers", "Rivers, lakes", "Rivers and Big Lakes"])
    def test_behind_a_main_title_and_a_colon(self, main: str) -> None:
        claim = read(f"{main}: Drift of invented glaciers in warm winters. 2015")
        assert str(claim.title).endswith(": Drift of invented glaciers in warm winters")


class TestWhatIsRead:
    @pytest.mark.parametrize(
        "citation",
        [
            "Roe J. (2015). Drift of invented glaciers in warm winters.",
            "A wholly different thing.",
            "Roe, 2015, Journal of Examples 3",
        ],
    )
    def test_nothing_is_left_unread(self, citation: str) -> None:
        assert read(citation).citation is None

    @pytest.mark.parametrize(
        "citation",
        [
            "Roe J. (2015). Drift of invented glaciers in warm winters. Journal of Examples, 3(4), 5-6.",
            "Roe J. (2015). Journal of Examples, 3.",
        ],
    )
    def test_what_the_claim_gives_itself_stands(self, citation: str) -> None:
        given = {
            "authors": (Author(family="Zorn"),),
            "year": 1999,
            "venue": "Annals",
            "volume": "7",
            "issue": "8",
            "pages": "9",
        }
        claim = read(citation, **given)
        assert {name: getattr(claim, name) for name in given} == given
        assert read(citation, authors_truncated=True).authors_truncated

    def test_volume_issue_and_pages(self) -> None:
        claim = read("Roe J. (2015). Drift of invented glaciers in warm winters. Journal of Examples, 3(4), 5-6.")
        assert (claim.volume, claim.issue, claim.pages) == ("3", "4", "5-6")

    @pytest.mark.parametrize("number", ["[12] ", "12. ", "(3) ", "[Roe15] ", "7) ", ""])
    def test_the_number_of_a_reference_is_no_author(self, number: str) -> None:
        claim = read(f"{number}Jane Roe and Max Muster. Drift of invented glaciers in warm winters. 2015")
        assert [a.family for a in claim.authors] == ["Roe", "Muster"]
        assert not claim.authors_truncated

    @pytest.mark.parametrize("rest", ["et al.", "and others.", "et al,"])
    def test_a_cut_list(self, rest: str) -> None:
        claim = read(f"Roe J, {rest} Drift of invented glaciers in warm winters. 2015")
        assert [a.family for a in claim.authors] == ["Roe"]
        assert claim.authors_truncated

    def test_authors_behind_the_title(self) -> None:
        claim = read("Drift of invented glaciers in warm winters. By Max Muster and Gabriel García Márquez. 2015")
        assert [a.family for a in claim.authors] == ["Muster", "Márquez"]
        assert not claim.authors_truncated
        assert read("Drift of invented glaciers in warm winters. By G. García. 2015").authors != ()

    def test_authors_of_a_work_without_any(self) -> None:
        anonymous = WORK.model_copy(update={"authors": ()})
        claim = read("Drift of invented glaciers in warm winters. Journal of Examples, 2015", anonymous)
        assert claim.authors == ()

    @pytest.mark.parametrize(
        ("citation", "year"),
        [
            ("Roe (2015). Drift of invented glaciers in warm winters. In: Trends of 1999.", 2015),
            ("Roe. Drift of invented glaciers in warm winters. Examples (2014) 1999-2005", 2014),
            ("Roe. Drift of invented glaciers in warm winters. 1999, 2015", 2015),
            ("Roe. Drift of invented glaciers in warm winters. Examples, pp. 1900-1999", None),
            ("Roe 2014a. Drift of invented glaciers in warm winters.", 2014),
        ],
    )
    def test_the_year(self, citation: str, year: int | None) -> None:
        assert read(citation).year == year


@pytest.mark.parametrize(
    "citation",
    [
        "Jane Roe. Floods in winter. 2001.",
        "Jane van der Roe and Max Muster. Floods in winter. 2001.",
        "Jane Roe; Max Muster. Floods in winter. Journal of Rivers. 2001.",
        "Jane Roe & Max Muster. Floods in winter. Journal of Rivers, 2001.",
        "J. Roe, M. Muster, et al. Floods in winter. 2001.",
        "Ministry of Rivers. Floods in winter. 2001.",
        "Roe, J. (2001a, May). Floods in winter. Journal of Rivers.",
        "Roe, J., 2001. Floods in winter. Journal of Rivers.",
        "Roe, J. (2001). Floods in winter! Journal of Rivers.",
        'Roe, J. "Hi". Floods in winter. 2001.',
        "Roe, J. „Floods in winter“. 2001.",
        "«Floods in winter». Roe, J. 2001.",
        "Floods in winter",
    ],
)
def test_a_guess_for_a_search_is_prose_and_no_names(citation: str) -> None:
    assert str(guess_title(citation)).rstrip("!") == "Floods in winter"


@pytest.mark.parametrize("citation", ["Floods", "Roe (2001). Floods.", "Floods winter"])
def test_no_guess_of_a_word_or_two(citation: str) -> None:
    assert guess_title(citation) is None


@pytest.mark.parametrize(
    ("citation", "title"),
    [
        ("Ada Abel and Ben Brown. Floods in winter. arXiv preprint arXiv:1412.06980, 2015.", "Floods in winter"),
        ("1. Abel, A. et al. Floods in winter. in Advances in Rivers 5998–6008 (2017).", "Floods in winter"),
        ("[3] 周志华. 机器学习[M]. 北京: 清华大学出版社, 2016.", "机器学习"),
        ("李航：《统计学习方法》，北京：清华大学出版社，2012年。", "统计学习方法"),
        ("丸山眞男『日本政治思想史研究』東京大学出版会、1952年", "日本政治思想史研究"),
        ("ABEL Ada, Des crues en hiver : une histoire, Paris, Exemple, 1975.", "Des crues en hiver : une histoire"),
        ("Abel, Ada: Vom Hochwasser im Winter, Frankfurt am Main: Muster 1981.", "Vom Hochwasser im Winter"),
        ("Abel, Ada: Über Hochwasser, in: Zeitschrift für Flüsse 100 (1892), S. 25–50.", "Über Hochwasser"),
        ("Ada B. Abel & Ben C. Brown, The Right to Water, 4 HARV. L. REV. 193 (1890).", "The Right to Water"),
        (
            "A. Abel, B. Brown, and C. Cook, Introduction to Floods, 3rd ed. London: Example, 2009.",
            "Introduction to Floods",
        ),
        (
            "Abel, A. (1970) 'The market for \"ice\": floods in winter', The Journal, 84(3).",
            'The market for "ice": floods in winter',
        ),
        ("Abel, A. “Smith, J., Roe, K.”: “Floods of rivers in winter,” 1999.", "Floods of rivers in winter"),
        (
            "Abel A, “Mini-state”: A way of counting floods, J. Rivers 12 (1975).",
            "Mini-state: A way of counting floods, J",
        ),
    ],
)
def test_guesses_in_the_styles_of_many_fields(citation, title):
    assert guess_title(citation) == title


@pytest.mark.parametrize("citation", ["Deep Learning. Nature 521, 2015.", "LeCun Y. Deep Learning. Nature 521, 2015."])
def test_a_title_that_looks_like_a_name_is_guessed_where_nothing_else_is_there(citation: str) -> None:
    assert guess_title(citation) == "Deep Learning"
