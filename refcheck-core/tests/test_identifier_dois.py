"""DOIs in all the spellings of citations, addresses and databases."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.dois import find_dois
from refcheck_core.identifiers import doi_candidates, parse_doi

SICI = "10.1130/0091-7613(2003)031<0203:cossdd>2.0.co;2"


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        # prefixes
        ("10.1021/acscentsci.0c00272", "10.1021/acscentsci.0c00272"),
        ("DOI:10.1021/ACSCENTSCI.0c00272", "10.1021/acscentsci.0c00272"),
        ("doi.org/10.1021/acscentsci.0c00272", "10.1021/acscentsci.0c00272"),
        ("http://dx.doi.org/10.1021/acscentsci.0c00272", "10.1021/acscentsci.0c00272"),
        ("https://doi.org/https://doi.org/10.1002/widm.1198", "10.1002/widm.1198"),
        ("doi:http://dx.doi.org/10.1002/widm.1198", "10.1002/widm.1198"),
        ("info:doi/10.1002/widm.1198", "10.1002/widm.1198"),
        ("10.1000.10/123", "10.1000.10/123"),
        # brackets
        ("(see https://doi.org/10.1016/0021-9681(87)90171-8).", "10.1016/0021-9681(87)90171-8"),
        ("doi:10.1016/0009-2614(84)85645-6", "10.1016/0009-2614(84)85645-6"),
        ("10.1016/S0140-6736(97)11096-0)", "10.1016/s0140-6736(97)11096-0"),
        ("[10.1016/j.jtbi.2015.09.012]", "10.1016/j.jtbi.2015.09.012"),
        ("{10.1016/j.jtbi.2015.09.012}", "10.1016/j.jtbi.2015.09.012"),
        ("\\url{https://doi.org/10.1016/j.jtbi.2015.09.012},", "10.1016/j.jtbi.2015.09.012"),
        ("<10.1016/j.jtbi.2015.09.012>", "10.1016/j.jtbi.2015.09.012"),
        ("10.1038/s41560-017-0067-y(2018.", "10.1038/s41560-017-0067-y"),
        ("10.1007/JHEP11(2013)158", "10.1007/jhep11(2013)158"),
        ("10.1234/a(b]c", "10.1234/a"),
        ("10.1234/a(b", "10.1234/a"),
        # what follows
        ("https://doi.org/10.1016/j.physletb.2023.138153,", "10.1016/j.physletb.2023.138153"),
        ("10.1002/14356007.a04_011.pub2</ref>", "10.1002/14356007.a04_011.pub2"),
        ("10.1099/ijs.0.025098-0\\n", "10.1099/ijs.0.025098-0"),
        ("10.1234/abc)DOI", "10.1234/abc"),
        ("10.1234/abc<br>next", "10.1234/abc"),
        ("10.1234/a<1:b>2<x", "10.1234/a<1:b>2"),
        ("10.1234/a{b>c", "10.1234/a"),
        ("doi: 10.1021/ja047156+.", "10.1021/ja047156+"),
        ("10.1234/abc.PMID: 15902993", "10.1234/abc"),
        ("10.1234/abcPMID:15902993", "10.1234/abc"),
        ("10.1016/j.neuron.2009.09.033[doi]", "10.1016/j.neuron.2009.09.033"),
        ("10.1234/abc.Available at", "10.1234/abc"),
        ("10.1103/PhysRevD.11.395.URL", "10.1103/physrevd.11.395"),
        ("10.1234/abc;10.1234/def", "10.1234/abc"),
        ("10.1007/JHEP06(2010)043,arXiv: 1002.2581", "10.1007/jhep06(2010)043"),
        ("10.1234/abchttps://example.org", "10.1234/abc"),
        ("10.1234/abc”", "10.1234/abc"),
        ('"10.1234/abc"', "10.1234/abc"),
        ("10.1234/abc。", "10.1234/abc"),
        ("10.1234/abc…", "10.1234/abc"),
        ("10.1234/abc/", "10.1234/abc"),
        ("10.1234/abc|x", "10.1234/abc"),
        # these belong to it
        ("10.1207/s15327809jls0703&4_2", "10.1207/s15327809jls0703&4_2"),
        ("10.4028/www.scientific.net/kem.883.57", "10.4028/www.scientific.net/kem.883.57"),
        ("10.5072/some-doi", "10.5072/some-doi"),
        ("10.1007/3-540-32144-6_8", "10.1007/3-540-32144-6_8"),
        ("10.11581/DTU:00000025", "10.11581/dtu:00000025"),
        ("10.21203/rs.3.rs-123456/v1", "10.21203/rs.3.rs-123456/v1"),
        ("10.1093/analys/anw053", "10.1093/analys/anw053"),
        ("10.1016/j.jmva..2013.12.008", "10.1016/j.jmva..2013.12.008"),
        # addresses of publishers
        ("http://onlinelibrary.wiley.com/doi/10.1111/nous.12244/abstract", "10.1111/nous.12244"),
        ("https://doi.org/10.1093/analys/anw053", "10.1093/analys/anw053"),
        ("https://www.frontiersin.org/articles/10.3389/fpsyg.2015.01997/full", "10.3389/fpsyg.2015.01997"),
        ("https://onlinelibrary.wiley.com/doi/pdf/10.1002/cphy.c110009", "10.1002/cphy.c110009"),
        (
            "https://www.tandfonline.com/doi/abs/10.1080/01442350500270601?journalCode=trpc20",
            "10.1080/01442350500270601",
        ),
        ("https://www.science.org/doi/epdf/10.1126/science.abc123", "10.1126/science.abc123"),
        ("https://www.science.org/doi/full/10.1126/science.abc123#sec-2", "10.1126/science.abc123"),
        ("https://link.springer.com/content/pdf/10.1007/s10994-020-05877-5.pdf", "10.1007/s10994-020-05877-5"),
        ("https://link.springer.com/chapter/10.1007/978-3-031-20083-0_1", "10.1007/978-3-031-20083-0_1"),
        ("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf", "10.1101/2020.01.01.123456"),
        ("https://www.biorxiv.org/content/10.1101/123456v1", "10.1101/123456"),
        ("10.1101/2020.01.01.123456v1", "10.1101/2020.01.01.123456"),
        ("https://example.org/go?doi=10.1234/abc&x=1", "10.1234/abc"),
        ("https://pubs.acs.org/doi/10.1021/ja047156/suppl_file/ja047156_si.pdf", "10.1021/ja047156"),
        ("10.1234/abc?via=ihub", "10.1234/abc"),
        # escapes
        ("https://doi.org/10.1214%2F13-sts434", "10.1214/13-sts434"),
        (
            "10.1002/(sici)1097-4571(1999)50:9%3C840::aid-asi15%3E3.0.co%3B2-5",
            "10.1002/(sici)1097-4571(1999)50:9<840::aid-asi15>3.0.co;2-5",
        ),
        ("10.1130/0091-7613(2003)031&lt;0203:COSSDD&gt;2.0.CO;2.", SICI),
        ("10.1130/0091-7613(2003)031&amp;lt;0203:COSSDD&amp;gt;2.0.CO;2", SICI),
        ("10.1130/0091-7613(2003)031$<$0203:COSSDD$>$2.0.CO;2", SICI),
        ("10.1130/0091-7613(2003)031{\\textless}0203:COSSDD{\\textgreater}2.0.CO;2", SICI),
        ("10.1890/0012-9658(2003)084[1412:TETTWU]2.0.CO;2", "10.1890/0012-9658(2003)084[1412:tettwu]2.0.co;2"),
        ("10.1007/978-3-032-00942-5\\_12", "10.1007/978-3-032-00942-5_12"),
        ("10.1007/978-3-032-00942-5{\\_}12", "10.1007/978-3-032-00942-5_12"),
        ("10.1007/978-3-032-00942-5$_$12", "10.1007/978-3-032-00942-5_12"),
        ("10.1234/a\\%b", "10.1234/a%b"),
        ("10.1234\u200b/abc\u00ad.5", "10.1234/abc.5"),
        ("10.1111/jcpp‐12345–6", "10.1111/jcpp-12345-6"),
        ("10.1038/nature12373%20", "10.1038/nature12373"),
        ("10.1234/a%FFb", "10.1234/ab"),
        ("10.1234/abc%2", "10.1234/abc%2"),
        # torn by line breaks
        ("doi:10.1038/ \nnrc1566", "10.1038/nrc1566"),
        ("doi:10. 1103/PhysRevD.10.2445", "10.1103/physrevd.10.2445"),
        ("doi:10 .1088/1367-2630/12/2/025010", "10.1088/1367-2630/12/2/025010"),
        ("doi: 10.1103 /PhysRevLett. 113.091601", "10.1103/physrevlett.113.091601"),
        ("(doi:10.1016/j. \nneuroimage.2006.09.046)", "10.1016/j.neuroimage.2006.09.046"),
        ("10.1111/j.1741- 3737.2010.00706.x", "10.1111/j.1741-3737.2010.00706.x"),
        ("10.1007/s00467-008-0811 -4", "10.1007/s00467-008-0811-4"),
        ("10.1007/978-3-031-19836-6 _31", "10.1007/978-3-031-19836-6_31"),
        ("10.2217/fca\u00a0.14.82", "10.2217/fca.14.82"),
        ("doi: 10.3389 \n/fnagi.2010.00025", "10.3389/fnagi.2010.00025"),
        ("doi:10.1093/ \nbioinformatics/btn617", "10.1093/bioinformatics/btn617"),
        ("doi:10.1038/nature05329. \nGold DL (2009)", "10.1038/nature05329"),
    ],
)
def test_spellings(text, doi):
    assert parse_doi(text) == doi


@pytest.mark.parametrize(
    "text",
    [
        "",
        "garbage",
        "10",
        "10.",
        "10.1234",
        "10.1234/",
        "10.1234/.",
        "10.1234/ ",
        "10.1234/()",
        "10.123/abc",
        "110.1234/abc",
        "1.10.1234/abc",
        "10/abc",
        "https://doi.org/10/abc",
        "By doing 10 experiments/day we",
        "journal.pone.0177459",
        "vom 30.10.1995, S. 196-204",
        "10.1234567890/abc",
        "10.1234/" + "a" * 3000,
        "10.1234/\u4e2d\u6587",
    ],
)
def test_no_doi(text):
    assert parse_doi(text) is None
    assert doi_candidates(text) == ()


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("10.1093/analys/anw053", ("10.1093/analys/anw053",)),
        ("doi: 10.1021/ja047156+.", ("10.1021/ja047156+.", "10.1021/ja047156+")),
        ("10.1016/S0140-6736(97)11096-0)", ("10.1016/s0140-6736(97)11096-0)", "10.1016/s0140-6736(97)11096-0")),
        ("https://example.org/10.1234/abc/full", ("10.1234/abc/full", "10.1234/abc")),
        ("10.1234/abc/full", ("10.1234/abc/full", "10.1234/abc")),
        ("10.1101/2020.01.01.123456v1", ("10.1101/2020.01.01.123456v1", "10.1101/2020.01.01.123456")),
        ("10.1234/abc,", ("10.1234/abc",)),
        ("10.1234/abc</ref>", ("10.1234/abc",)),
        ("10.1234/abc?journalCode=trpc20", ("10.1234/abc",)),
        ("https://doi.org/10.1214%2F13-STS434", ("10.1214/13-sts434",)),
        ("10.1234/abc and 10.1234/def", ("10.1234/abc",)),
    ],
)
def test_candidates_are_the_doi_as_given_and_trimmed(text, candidates):
    assert doi_candidates(text) == candidates


def test_all_dois_of_a_text_with_their_order():
    text = "10.1234/b, (doi:10.1234/a) and https://doi.org/10.1234/B; 10.1234/" + "x" * 3000 + " 10.1234/c"
    found = find_dois(text)
    assert [doi for _, doi in found] == ["10.1234/b", "10.1234/a", "10.1234/c"]
    assert [at for at, _ in found] == sorted(at for at, _ in found)


suffix = st.from_regex(r"[a-z0-9][a-z0-9._()/:;-]{0,30}[a-z0-9]", fullmatch=True).filter(
    lambda s: parse_doi(f"10.1234/{s}") == f"10.1234/{s}" and "//" not in s and not s.endswith("pdf")
)
registrant = st.from_regex(r"10\.[1-9][0-9]{3,4}", fullmatch=True)


@given(registrant, suffix)
def test_every_wrapping_gives_the_doi_back(prefix, rest):
    doi = f"{prefix}/{rest}"
    for text in (
        f"https://doi.org/{quote(doi, safe='')}",
        f"http://dx.doi.org/{quote(doi)}",
        f"doi:{doi}",
        f"DOI: {doi.upper()}.",
        f"({doi})",
        f"“{doi}”,",
        f"see {doi}; and more",
        f"<{doi}>",
        f"{{{doi}}}",
    ):
        assert doi in doi_candidates(text), text


@given(st.text(max_size=100) | st.text(st.sampled_from("10.234/abc()[]<>{}%2F&lt;\\_ \n?#,;v"), max_size=60))
def test_a_result_is_normalised_and_stays(text):
    doi = parse_doi(text)
    if doi is not None:
        assert doi.startswith("10.")
        assert doi == doi.lower()
        assert " " not in doi
        assert len(doi) <= 2048
        assert doi in doi_candidates(text)
    for candidate in doi_candidates(text):
        assert candidate.startswith("10.")
