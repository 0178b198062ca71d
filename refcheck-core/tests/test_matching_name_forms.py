"""Forms of one name that databases and citations have, and names that look like each other and are two."""

from __future__ import annotations

import pytest

from refcheck_core.matching.given_names import given_compatible
from refcheck_core.matching.name_forms import family_forms, is_chinese_beginning, may_be_chinese, romanised
from refcheck_core.matching.nicknames import are_nicknames, begins_nickname, is_given_name
from refcheck_core.matching.people import NameMatch, match_names, prepare_name
from refcheck_core.matching.slavic import sound_slavic
from refcheck_core.models import Author

ONE_PERSON = """
Aaron van den Oord|van den Oord, Aaron
Aaron van den Oord|Oord, Aaron van den
Aaron van den Oord|A. v. d. Oord
Ludwig van Beethoven|Beethoven, L.
Gabriel García Márquez|García Márquez, G.
Gabriel García Márquez|Garcia, G.
Gabriel García Márquez|Marquez, G. G.
João Silva Neto|Silva Neto, J.
João Silva Neto|Neto, J. S.
João Neto|Neto, J.
Luiz Carlos de Oliveira Júnior|Oliveira Jr., L. C.
Kornai János|János Kornai
Kornai János|J. Kornai
Erdős Pál|Paul Erdős
Erdős, P.|Paul Erdos
Erdös, P.|Paul Erdős
Nguyễn Văn An|V. A. Nguyen
Nguyễn Văn An|An Nguyen Van
Nguyễn Văn An|Nguyen, V. A.
Nguyễn Thị Minh Khai|Khai T. M. Nguyen
Kim Min-jun|Minjun Kim
Kim Min-jun|M.-J. Kim
Min-Jun Kim|Kim, Min Jun
Min-jun Kim|Kim MJ
Yılmaz, Işık|Isik Yilmaz
Kılıç, A.|Kilic, Ahmet
Müller, Jürgen|Juergen Mueller
Müller, Jürgen|Jurgen Muller
Muller, J.|Mueller, Jürgen
Søren Kierkegaard|Soeren Kierkegård
Søren Kierkegaard|Soren Kierkegaard
Bjørn Ågård|Bjorn Aagaard
Weiß, K.|Karl Weiss
Groß, H.|Gross, Hans
McDonald, R.|Ryan MacDonald
MacKay, D.|Mackay, David
O'Neill, J.|Oneill, James
O’Hara, M.|O'Hara, Mary
Al-Omari, A.|Alomari, Ahmad
al-Khwarizmi, M.|El Khwarizmi, Muhammad
El-Sayed, M.|Elsayed, Mohamed
Abd El-Rahman, A.|Abdelrahman, Ahmed
Abdul Rahman, S.|Abdulrahman, Salim
Martin Luther King Jr.|King, Martin Luther
King Jr., M. L.|Martin Luther King, Jr.
Hal Daumé III|Daume, Hal
Hal Daumé Iii|Daumé III, Hal
JRR Tolkien|J. R. R. Tolkien
Tolkien JRR|John Ronald Reuel Tolkien
Tolkien, J.R.R.|Tolkien, John
Wei-Ning Hsu|Weining Hsu
Wei-Ning Hsu|W.-N. Hsu
Wei-Ning Hsu|WN Hsu
Hsu Wei-Ning|Wei-Ning Hsu
WEI-NING HSU|Wei-Ning Hsu
VASWANI, A.|Ashish Vaswani
Ashish VASWANI|Vaswani, Ashish
Shiyang LI|Shiyang Li
Shiyang LI|Li, S.
Shiyang LI|Li, Shiyang
Xiaoming LU|Lu, X.
Yann LeCun|Le Cun, Yann
Yann LeCun|LeCun Y
Jean-Baptiste Poline|J.B. Poline
Jean-Baptiste Poline|Poline J-B
Ramón y Cajal, Santiago|S. Ramon y Cajal
Ortega y Gasset, J.|José Ortega Gasset
Tchebychev, P.|Chebyshev, P. L.
Čebyšëv, P. L.|Chebyshev, Pafnuty
Tschebyscheff, P.|Chebyshev, P.
Liapounoff, A.|Lyapunov, A. M.
Khintchine, A.|Khinchin, A. Ya.
Kolmogoroff, A.|Kolmogorov, Andrey
Vygotskii, L.|Vygotsky, Lev
Wygotski, L.|Vygotskij, Lev
Dostojewski, F.|Dostoevsky, Fyodor
Mendelejeff, D.|Mendeleev, Dmitri
Tchaikovsky, P.|Čajkovskij, Pyotr
Pouchkine, A.|Pushkin, Aleksandr
Соколов, А.|Sokolov, A.
Zhukovskii, N. E.|Žukovskij, Nikolaj
Itoh, K.|Kiyosi Itô
Ito, Kiyoshi|Itô, Kiyosi
Satoh, T.|Takeshi Sato
Ohno, S.|Ono, Shinji
Shinozaki, T.|Sinozaki, Takahiro
Yu. V. Matiyasevich|Matiyasevich, Yuri
Yu. I. Manin|Yuri Manin
Ya. G. Sinai|Yakov Sinai
Th. Müller|Müller, Thomas
Chr. Huygens|Christiaan Huygens
Wm. Thomson|William Thomson
W. Gates|Bill Gates
S. Hochreiter|Josef Hochreiter
Sepp Hochreiter|Josef Hochreiter
H. Wolf|Johannes Wolf
World Health Organization|WHO
World Health Organisation|World Health Organization
WHO|World Health Organization (WHO)
ENCODE Project Consortium|The ENCODE Project Consortium
ATLAS Collaboration|The ATLAS Collaboration
ATLAS Collaboration|ATLAS Collab.
International Human Genome Sequencing Consortium|IHGSC
R Core Team|Team, R. C.
American Psychiatric Association|Association, American Psychiatric
American Psychiatric Association|APA
OpenAI|Open AI
National Institute of Standards and Technology|NIST
US Food and Drug Administration|Food and Drug Administration
Flavio Prieto|Flavio Prieto Ortiz
F. Prieto|Flavio Prieto Ortiz
Yasin Abbasi-Yadkori|Yasin Abbasi Yadkori
Lü, L.|Linyuan Lyu
Lü, Linyuan|Lv, Linyuan
Mohamed Ali|Muhammad Ali
Md. Rahman|Mohammad Rahman
Joerg Hoffmann|Jörg Hoffmann
Goetz, T.|Götz, Thomas
Goetz, T.|Gotz, Thomas
de la Cruz, Maria|María De La Cruz
Cruz, M. de la|María de la Cruz
De Raedt, Luc|Luc de Raedt
DeRaedt, L.|Luc De Raedt
D'Alembert, J.|d’Alembert, Jean
von Neumann, J.|John Von Neumann
Neumann, J. v.|John von Neumann
Neumann, J.|John von Neumann
St. John, K.|Saint John, Katherine
Li Fei-Fei|Fei-Fei Li
L. Fei-Fei|Fei-Fei Li
Geoffrey E. Hinton|Hinton GE
Geoffrey E. Hinton|Geoff Hinton
Hinton, G.|Geoffrey Everest Hinton
Smith-Jones, A.|Anna Smith Jones
Smith-Jones, A.|Anna Jones
Dr. Saman Amarasinghe|Saman Amarasinghe
Dr.Saman Amarasinghe|Saman Amarasinghe
Ng, A. Y.|Andrew Ng
Andrew NG|Ng, A.
Ş. Öztürk|Şerife Ozturk
Đặng, T.|Dang, Tuan
Łukasz Kaiser|Kaiser, L.
Robert Tibshirani|R Tibshirani
Ingrid Daubechies|DAUBECHIES I
Anh Thi Nguyen|Nguyen Thi Anh
Åke Björck|Bjorck, A.
Aake Bjoerck|Åke Björck
Aage Bohr|Åge Bohr
Ferdinand de Saussure|Saussure, F. de
Leonardo da Vinci|Vinci, L.
Michael I. Jordan|M I Jordan
Michael I. Jordan|Jordan M.I.
Hadley Wickham|Wickham H.
P. W. Anderson|Philip Warren Anderson
Tapabrata (Rohan) Chakraborty|Tapabrata Chakraborty
Robert “Bob” Smith|Bob Smith
K M Annervaz|Annervaz K M
Michael Jordan|Mike Jordan
Rang Nguyen|Nguyen Ho Man Rang
Shyamal Das Mandal|Das Mandal, Shyamal Kr.
James V. Brecht|von Brecht, James H.
"""
"""Particles, double surnames, orders, initials, umlauts, hooks, romanisations, pet forms, suffixes, organisations."""

TWO_PEOPLE = """
Zhang, Wei|Zhan, Wei
Wang Wei|Wang Weiwei
Wei Wang|Weiwei Wang
Xiao Li|Xiaoming Li
Smith, J.|Schmidt, J.
Li, Wei|Lee, Wei
Wang, J.|Wang, L.
Wang, Jun|Wang, Jing
Chen, Xi|Chen, Xin
Chen, X.|Cheng, X.
Liu, Y.|Lu, Y.
Zhao, L.|Zhou, L.
Huang, L.|Hwang, L.
Kim, J.|Kim, S.
Kim, Min-jun|Kim, Min-ho
Jones, A.|Johns, A.
Meyer, K.|Mayer, K.
Martin, P.|Martinez, P.
Hansen, N.|Hanson, N.
Petersen, J.|Peterson, J.
Andersen, O.|Anderson, P.
Rodriguez, A.|Rodrigues, M.
Alexander Smith|Alexandra Smith
Francesca Rossi|Francesco Rossi
Daniel Brown|Daniela Brown
Mario Bianchi|Maria Bianchi
Sakharov, A.|Zakharov, A.
Popov, A.|Popova, B.
Fu, L.|Hu, L.
Xu, J.|Xue, J.
He, K.|Hu, K.
Yang, F.|Yan, F.
Nguyen Van An|Nguyen Van Binh
Gonzalez, R.|Gomez, R.
Maria Garcia Lopez|Maria Perez Lopez
World Health Organization|World Trade Organization
ATLAS Collaboration|CMS Collaboration
Dykstra, R.|Dijkstra, E.
David Bohm|Niels Bohr
Jürgen Schmidt|Jörg Schmidt
Peter Loan|Loan, Charles Peter Van
John Smith|James Smith
J. Smith|K. Smith
Robert Brown|Roberta Brown
Stein, C.|Steiner, C.
Kahn, A.|Kuhn, T.
Tanaka, H.|Tanabe, H.
Suzuki, K.|Suzuki, T.
Sato, M.|Saito, M.
Abdel Rahman|Abdel Karim
Ahmed Hassan|Ahmed Hussein
Li Na|Lin A
Wang, C.|Lin Wang
Lan Zhang|Yan Zhang
Thomas Edward|Michael Thomas
J. Paul|John Paul Smith
Ming Zhang|Mingming Zhang
Kristin Lee|Christina Li
Yu Zhang|Yuan Zhang
"""


def _pairs(lines: str) -> list[tuple[str, str]]:
    return [tuple(line.split("|")) for line in lines.strip().splitlines()]


def match(one: str, two: str) -> NameMatch:
    return match_names(prepare_name(Author.parse(one)), prepare_name(Author.parse(two)))


@pytest.mark.parametrize(("one", "two"), _pairs(ONE_PERSON))
def test_one_person(one: str, two: str) -> None:
    assert match(one, two) is NameMatch.SAME
    assert match(two, one) is NameMatch.SAME


@pytest.mark.parametrize(("one", "two"), _pairs(TWO_PEOPLE))
def test_two_people(one: str, two: str) -> None:
    assert match(one, two) is not NameMatch.SAME
    assert match(two, one) is not NameMatch.SAME


@pytest.mark.parametrize(
    ("one", "two"),
    [("Vassilvitskii, S.", "Vassilvtiskii, S."), ("Sastry, S.", "Sasrty, S."), ("Loutfi, A.", "Loufti, A.")],
)
def test_letters_exchanged_are_one_slip(one: str, two: str) -> None:
    assert match(one, two) is NameMatch.MISSPELT


@pytest.mark.parametrize(
    ("family", "forms"),
    [
        ("Müller", {"muller", "mueller"}),
        ("Goetz", {"goetz", "gotz"}),
        ("Bauer", {"bauer"}),
        ("Poe", {"poe"}),
        ("Erdős", {"erdos", "erdoes"}),
        ("MacDonald", {"macdonald", "mcdonald"}),
        ("Mace", {"mace"}),
        ("Lü", {"lu", "lue"}),
        ("Lv", {"lv", "lu"}),
        ("Nedić", {"nedic", "nedich"}),
        ("Kierkegaard", {"kierkegaard", "kierkegard"}),
        ("Satoh", {"satoh", "sato"}),
        ("Shinozuka", {"shinozuka", "sinozuka"}),
        ("Fox", {"fox"}),
    ],
)
def test_forms_of_a_family_name(family: str, forms: set[str]) -> None:
    folded = min(family_forms(family, "".join(sorted(forms, key=len)[-1:])), key=len)
    assert folded in forms
    assert forms <= family_forms(family, _joined(family))


def _joined(family: str) -> str:
    return "".join(prepare_name(Author(family=family)).surnames)


@pytest.mark.parametrize(
    ("short", "long", "chinese"),
    [
        ("wei", "weiwei", True),
        ("xiao", "xiaoming", True),
        ("jian", "jianguo", True),
        ("alex", "alexander", False),
        ("dan", "daniel", False),
        ("dan", "dana", False),  # a syllable that begins with a vowel has an apostrophe before it
        ("ben", "benjamin", False),
        ("wei", "xiaowei", False),
    ],
)
def test_a_syllable_is_no_short_form_of_a_chinese_name(short: str, long: str, chinese: bool) -> None:
    assert is_chinese_beginning(short, long) is chinese


@pytest.mark.parametrize("word", ["xiaoming", "zhang", "lv", "qiang", "yuan", "wei", "er", "nve"])
def test_pinyin(word: str) -> None:
    assert may_be_chinese(word)


@pytest.mark.parametrize("word", ["daniel", "xa", "kim", "john", "jang", "satoh", "kornai"])
def test_no_pinyin(word: str) -> None:
    assert not may_be_chinese(word)


def test_chinese_given_names_are_not_read_as_japanese() -> None:
    assert romanised("jianfu") == "jianfu"
    assert romanised("shinji") == romanised("sinzi")
    assert romanised("yuuki") == romanised("yuki")
    assert romanised("joerg") == romanised("jorg")


@pytest.mark.parametrize(
    ("one", "two", "fit"),
    [
        (("ya",), ("ja",), True),
        (("ya",), ("ju",), False),
        (("yu.",), ("yuri",), True),
        (("yu.",), ("iurii",), True),
        (("yu.",), ("ivan",), False),
        (("chr.",), ("christiaan",), True),
        (("wm.",), ("william",), True),
        (("wm.",), ("walter",), False),
        (("md.",), ("mohammad",), True),
        (("yu",), ("yuan",), False),
        (("w",), ("bill",), True),
        (("b",), ("william",), False),  # every letter would fit the table's pet forms
        (("s",), ("josef",), True),
        (("j",), ("sepp",), True),
        (("c",), ("lin",), False),
        (("mostofa",), ("md.", "mostofa", "ali"), True),
        (("drew",), ("j", "andrew"), True),
        (("yida",), ("richard", "yi", "da"), True),
        (("peter",), ("charles", "peter", "van"), False),  # the particle begins a family name
        (("joseph",), ("jospeh",), True),
        (("aake",), ("ake",), True),
    ],
)
def test_given_names(one: tuple[str, ...], two: tuple[str, ...], fit: bool) -> None:
    assert given_compatible(one, two) is fit
    assert given_compatible(two, one) is fit


def test_forms_in_other_languages() -> None:
    assert are_nicknames("vangelis", "evangelos")
    assert are_nicknames("volodymyr", "vladimir")
    assert not are_nicknames("misha", "michalis")
    assert begins_nickname("h", "johannes")
    assert not begins_nickname("x", "johannes")
    assert is_given_name("thomas")
    assert not is_given_name("castellano")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("chebyshev", "tchebychev"),
        ("chebyshev", "tschebyscheff"),
        ("lyapunov", "liapounoff"),
        ("khinchin", "khintchine"),
        ("pushkin", "pouchkine"),
        ("vygotsky", "wygotskij"),
        ("dostoevsky", "dostojewski"),
    ],
)
def test_slavic_names_by_their_sound(one: str, two: str) -> None:
    assert sound_slavic(one, two)
    assert sound_slavic(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [("sakharov", "zakharov"), ("popov", "pavlov"), ("smith", "shmith"), ("lev", "lef")],
)
def test_slavic_names_of_other_sound(one: str, two: str) -> None:
    assert not sound_slavic(one, two)
