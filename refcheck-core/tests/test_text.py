"""Text as displayed and text as compared."""

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from refcheck_core.text import clean_text, keywords, normalize, plain_text, squash, title_distance

anything = st.text(max_size=60)
# Without what means more than itself: markup, entities, LaTeX, line breaks, loose accents, a retraction's mark.
plain = st.text(
    st.characters(exclude_characters="&<>\\${}^_~`´¨ˇ˜˚ˆ˝˘¸\n\r+#[]():|", exclude_categories=["Cs"]), max_size=60
)


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        (None, None),
        ("", None),
        ("  \t\n ", None),
        ("\u200b\ufeff\u00ad", None),
        ("Plain title", "Plain title"),
        ("  Blanks   and\n\tlines \u00a0\u2009too ", "Blanks and lines too"),
        ("Effects of\u0002 control\u000b characters", "Effects of control characters"),
        ("Disregard\u202e all\u2066 this\u2069", "Disregard all this"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("vulnera\u00adbilities", "vulnerabilities"),
        ("vulnera\u00ad\n  bilities", "vulnerabilities"),
        ("vulnera-\nbilities and Patch-\r\n  Enhanced", "vulnera-bilities and Patch-Enhanced"),
        ("Cafe\u0301", "Café"),
        ("ﬁnance – “quoted”", "ﬁnance – “quoted”"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("zero\u200cwidth", "zerowidth"),
    ],
)
def test_displayed_text_has_no_invisible_characters_and_single_blanks(given_text, expected):
    assert clean_text(given_text) == expected


@pytest.mark.parametrize(
    ("torn", "mended"),
    [
        ("Thomas B¨ack", "Thomas Bäck"),
        ("Ali Adıg¨uzel", "Ali Adıgüzel"),
        ("Garc´ıa", "García"),
        ("Andr´e", "André"),
        ("L´opez", "López"),
        ("Koll´ ar", "Kollár"),
        ("M´ edard", "Médard"),
        ("Wi´sniewski", "Wiśniewski"),
        ("Franc¸ois", "François"),
        ("Martˇin", "Martǐn"),
        # no accents: apostrophes, and letters that take no such accent
        ("l´analyse", "l´analyse"),
        ("it´s", "it´s"),
        ("O´Connor", "O´Connor"),
        ("x˝q", "x˝q"),
    ],
)
def test_accents_that_a_pdf_left_beside_their_letter_are_put_back(torn, mended):
    assert clean_text(torn) == mended


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Müller", "muller"),
        ("ß ẞ ø æ œ ł đ ð þ ı ŋ", "ss ss o ae oe l d d th i n"),
        ("Erdős–Rényi", "erdos renyi"),
        ("Boolean quantifier--a case study", "Boolean Quantifier—A Case Study"),
        ("state-of-the-art", "State of the Art"),
        ("Luck‐Sikorski", "Luck-Sikorski"),
        ("ﬁnite ﬂows", "finite flows"),
        ("Smith & Wesson", "Smith and Wesson"),
        ("Smith &amp;amp; Wesson", "Smith and Wesson"),
        ("Don’t", "don't"),
        ("L’analyse", "L'analyse"),
        ("O´Connor", "O'Connor"),
        ("CO₂ x² Ⅳ ½", "CO2 x2 IV 1/2"),
        ("CO<sub>2</sub>", "CO_2"),
        ("CO$_2$", "CO2"),
        ("$O(n \\log n)$ sorting", "O(n log n) sorting"),
        ("$k$-means", "k-means"),
        ("H$_\\infty$ control", "H∞ control"),
        ("H∞", "H infinity"),
        ("3×3", "3x3"),
        ("α-synuclein", "alpha-synuclein"),
        ("TGF$\\beta$", "TGFβ"),
        ("αβ T cells", "alpha beta T cells"),
        ('{\\"o}', "ö"),
        ("vulnera-\nbilities", "vulnerabilities"),
        ("vulnera\u00ad\nbilities", "vulnerabilities"),
        ("Title†", "Title*"),
        ("ＦＵＬＬ ｗｉｄｔｈ", "full width"),
        ("٢٠٢١", "2021"),
        ("一种 示例方法", "一种示例方法"),
        ("Mathematische Annalen.", "mathematische annalen"),
        ("\u212aelvin", "kelvin"),
        ("❤️", "❤"),
    ],
)
def test_spellings_of_one_text_agree(left, right):
    assert normalize(left) == normalize(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("ガギグ", "カキク"),
        ("हिन्दी", "हन्द"),
        ("가나다", "거나다"),
        ("Й", "И x"),
        ("C++ templates", "C templates"),
        ("C# idioms", "C idioms"),
        ("Part 1", "Part 2"),
        ("Ελλάδα", "Ελλάς"),
        ("Title", "Title 2"),
    ],
)
def test_texts_that_differ_stay_different(left, right):
    assert normalize(left) != normalize(right)


@pytest.mark.parametrize("empty", ["", " ", "%", "...", "—", "&", "& -", "†", "$$", "{}", "<i></i>", "\u00ad"])
def test_text_without_letters_and_digits_is_empty(empty):
    assert normalize(empty) == ""
    assert squash(empty) == ""


@pytest.mark.parametrize(
    "marked",
    [
        "RETRACTED: A Title",
        "RETRACTED ARTICLE: A Title",
        "Retracted: retracted: A title",
        "WITHDRAWN: A title",
        "[Retracted] A title",
        "(Withdrawn) A title",
        "TEMPORARY REMOVAL: A title",
        "A title (Retracted)",
        "A title (Retracted article. See vol. 3, pg. 7, 2012).",
        "REMOVED: A title [Retracted]",
        "<b>RETRACTED:</b> A Title",
    ],
)
def test_the_mark_of_a_retraction_is_not_compared(marked):
    assert normalize(marked) == "a title"
    assert clean_text(marked) != "a title"


@pytest.mark.parametrize(
    "title",
    [
        "Retracted publications in medicine",
        "Retraction notice to: A title",
        "Withdrawn from society",
        "How they removed it: a study",
    ],
)
def test_titles_about_retractions_are_left_alone(title):
    assert len(normalize(title).split()) == len(title.split())


def test_an_index_joins_and_a_word_after_an_underscore_parts():
    assert normalize("x_i of L^2") == "xi of l2"
    assert normalize("S_Dbw") == "s dbw"


def test_scripts_without_blanks_are_compared_character_by_character():
    assert normalize("一种示例") == "一 种 示 例"
    assert normalize("か\u309a行") == "か\u309a 行"
    assert normalize("한국어 제목") == "한국어 제목"


def test_squash_drops_blanks():
    assert squash("Data-base Systems") == squash("database systems") == "databasesystems"


@given(anything)
@example("&" * 3)
@example("İstanbul ŉ ᾳ")
@example("\u0345")
@example("α\u0301βγ")
@example("RETRACTED: [retracted]")
def test_normalising_twice_changes_nothing(text):
    once = normalize(text)
    assert normalize(once) == once
    assert once == " ".join(once.split())


@given(plain)
def test_case_does_not_matter(text):
    assert normalize(text.casefold()) == normalize(text)
    if "ŉ" not in text:
        assert normalize(text.upper()) == normalize(text)


@given(plain, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_the_unicode_form_does_not_matter(text, form):
    assert normalize(unicodedata.normalize(form, text)) == normalize(text)


@given(st.lists(st.text(st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=8), max_size=6))
def test_blanks_do_not_matter(words):
    assert normalize("  \t ".join(words)) == normalize(" ".join(words)) == normalize(" " + "\u00a0".join(words) + " ")


@given(plain)
def test_entities_do_not_matter(text):
    text = "".join(character for character in text if character.isprintable())  # HTML reads controls as Windows-1252
    encoded = "".join(f"&#{ord(character)};" if not character.isalnum() else character for character in text)
    assert normalize(encoded) == normalize(text)
    assert normalize(encoded.replace("&", "&amp;")) == normalize(text)


@given(plain)
def test_markup_does_not_matter(text):
    assert normalize(f"<jats:title><i>{text}</i></jats:title>") == normalize(text)


@given(st.text("0123456789 -–.,:;abcé中α", max_size=40))
def test_digits_are_never_dropped(text):
    assert [c for c in normalize(text) if c.isdigit()] == [c for c in text if c.isdigit()]


@given(st.text(st.characters(codec="utf-8"), max_size=80) | anything)
@example("\\" * 5)
@example("{" * 50 + "\\a")
@example("<" * 5 + "&#0;&#x110000;&#xD800;")
def test_nothing_raises_and_results_are_clean(text):
    for cleaned in (clean_text(text), plain_text(text)):
        assert cleaned is None or cleaned == cleaned.strip()
    shown = clean_text(text) or ""
    assert not any(unicodedata.category(c) in {"Cc", "Cs"} for c in shown)
    assert "  " not in shown
    keywords(text)
    squash(text)


@given(anything)
def test_displaying_twice_changes_little(text):
    shown = clean_text(text)
    assert shown is None or normalize(clean_text(shown) or "") == normalize(shown)


@pytest.mark.parametrize(
    "piece",
    [
        "word ",
        "<i>",
        "&amp;amp;",
        "&",
        "RETRACTED: ",
        "(retracted) ",
        "´a",
        "-\n",
        "$a",
        "{a ",
        "\\'",
        "\u00ad",
        "中",
        "<annotation>",
        "<!--",
        "'",
    ],
)
def test_time_grows_linearly(piece):
    def seconds(length):
        text = piece * (length // len(piece))
        start = time.process_time()
        normalize(text)
        clean_text(text)
        return time.process_time() - start

    seconds(1000)
    # A quadratic step would take a hundred times longer on ten times the text.
    assert seconds(200_000) < 40 * max(seconds(20_000), 0.002)


def test_a_long_text_is_not_kept_in_memory():
    from refcheck_core.text import _normalized

    _normalized.cache_clear()
    normalize("word " * 1000)
    assert _normalized.cache_info().currsize == 0
    normalize("word")
    assert _normalized.cache_info().currsize == 1


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("All You Need is DAG.", ("need", "dag")),
        ("On the Theory of X", ("theory", "x")),
        ("The WHO and its critics", ("who", "critics")),
        ("ON THE THEORY OF SETS", ("theory", "sets")),
        ("To be or not to be", ("to", "be", "or", "not")),
        ("Newton's laws and l'analyse", ("newton", "laws", "analyse")),
        ("3D vision in 2021", ("3d", "vision", "2021")),
        ("Über die Theorie der Funktionen", ("theorie", "funktionen")),
        ("La vie des formes et la mort", ("vie", "formes", "mort")),
        ("El arte de los mapas", ("arte", "mapas")),
        ("data, data and data", ("data",)),
        ("一种 示例方法", ("一种示例方法",)),
        ("", ()),
        ("—", ()),
    ],
)
def test_keywords_are_the_distinctive_words(title, expected):
    assert keywords(title) == expected


def test_few_keywords_are_the_acronyms_and_the_longest_words_in_their_order():
    assert keywords("Fast SAT solving by conflict driven learning", 3) == ("sat", "conflict", "learning")
    assert keywords("One two of three", 5) == ("one", "two", "three")
    assert keywords("Sorting networks", 0) == ()
    assert keywords("Sorting networks", -1) == ()


@given(anything, st.integers(0, 5))
def test_keywords_come_from_the_text_and_obey_the_limit(text, limit):
    assert len(keywords(text, limit)) <= limit
    assert set(keywords(text, limit)) <= set(keywords(text))
    assert bool(keywords(text)) >= bool(normalize(plain_text(text))) or "'" in text or "’" in text


@pytest.mark.parametrize(
    ("found", "distance"),
    [
        ("Deep Learning", 0),
        ("DEEP-LEARNING.", 0),
        ("Deep Learning: A Review", 1),
        ("Deep", 1),
        ("Deep Learnings", 2),
        ("On Deep Learning", 2),
        ("", 2),
        (None, 2),
    ],
)
def test_how_near_a_title_is_to_the_one_that_was_searched(found, distance):
    assert title_distance("Deep learning", found) == distance
