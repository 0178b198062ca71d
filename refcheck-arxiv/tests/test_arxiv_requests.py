"""What is asked of the API, how often, and what its faults become."""

from __future__ import annotations

from xml.sax.saxutils import escape

import pytest

from refcheck_arxiv import source
from refcheck_core import (
    CannotAsk,
    Identifier,
    IdentifierKind,
    PartlyUnreadable,
    SearchKind,
    SearchQuery,
    Settings,
    SourceBadResponse,
    SourceRateLimited,
    Tier,
)

pytestmark = pytest.mark.anyio


def entry(arxiv_id="1706.03762v7", title="Attention Is All You Need", author="Ashish Vaswani"):
    return (
        f"<entry><id>http://arxiv.org/abs/{arxiv_id}</id><title>{escape(title)}</title><published>2017-06-12T17:57:34Z"
        f"</published><updated>2023-08-02T00:41:18Z</updated><author><name>{author}</name></author></entry>"
    )


def feed(*entries, total=None):
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><title>arXiv Query</title>'
        f"<opensearch:totalResults>{len(entries) if total is None else total}</opensearch:totalResults>"
        f"{''.join(entries)}</feed>"
    )


def error(text):
    return feed(
        f"<entry><id>https://arxiv.org/api/errors#x</id><title>Error</title><summary>{text}</summary>"
        "<author><name>arXiv api core</name></author></entry>"
    )


NOTHING = feed()


def titled(text, limit=5, authors=()):
    return SearchQuery(kind=SearchKind.TITLE, text=text, limit=limit, authors=authors)


def arxiv(value):
    return Identifier(IdentifierKind.ARXIV, value)


def queries(served):
    return [request.url.params["search_query"] for request in served.requests]


def test_description():
    info = source.describe(Settings.from_environment({}))
    assert (info.tier, info.concurrency, info.doi_prefixes) == (Tier.SLOW, 1, {"10.48550"})
    assert [(limit.requests, limit.seconds) for limit in info.limits] == [(1, 3.0)]


# --- lookups ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "asked", "answered"),
    [
        ("1706.03762", "1706.03762", "1706.03762v7"),
        ("1706.03762v1", "1706.03762v1", "1706.03762v1"),
        ("arXiv:1706.03762v2", "1706.03762v2", "1706.03762v2"),
        ("math.GT/0309136", "math/0309136", "math/0309136v1"),
        ("hep-th/9901001v3", "hep-th/9901001v3", "hep-th/9901001v3"),
    ],
)
async def test_lookup_of_a_version(value, asked, answered, wire):
    served = wire(feed(entry(answered)))
    record = await source.lookup_id(served.context, arxiv(value))
    (request,) = served.requests
    assert request.url.path == "/api/query"
    assert request.url.params["id_list"] == asked
    arxiv_id, _, version = answered.partition("v")
    assert (record.arxiv_id, record.arxiv_version, record.source_id) == (arxiv_id, int(version), answered)
    assert record.doi == f"10.48550/arxiv.{arxiv_id}"


async def test_another_version_is_not_the_one_asked_for(wire):
    assert await source.lookup_id(wire(feed(entry("1706.03762v7"))).context, arxiv("1706.03762v1")) is None


async def test_another_paper_is_no_absence_of_the_one_asked_for(wire):
    with pytest.raises(SourceBadResponse, match="not asked for"):
        await source.lookup_id(wire(feed(entry("1706.03763v1"))).context, arxiv("1706.03762"))


@pytest.mark.parametrize("value", ["abc", "1312.12345", "1399.1234", "", "1706.03762;drop", "1706.03762,1706.03763"])
async def test_what_is_no_id_is_not_asked_for(value, wire):
    served = wire(feed(entry()))
    assert await source.lookup_id(served.context, arxiv(value)) is None
    assert served.requests == []


async def test_other_kinds_are_not_asked_for(wire):
    served = wire(feed(entry()))
    assert await source.lookup_id(served.context, Identifier(IdentifierKind.PMID, "10592235")) is None
    assert served.requests == []


@pytest.mark.parametrize(
    ("doi", "asked"),
    [
        ("10.48550/arxiv.1706.03762", "1706.03762"),
        ("10.48550/arXiv.1706.03762", "1706.03762"),
        ("10.48550/arxiv.hep-th/9901001", "hep-th/9901001"),
        ("10.48550/arxiv.1706.03762v1", "1706.03762v1"),
    ],
)
async def test_lookup_by_doi(doi, asked, wire):
    served = wire(feed(entry(asked if "v" in asked else f"{asked}v1")))
    record = await source.lookup_doi(served.context, doi)
    assert served.requests[0].url.params["id_list"] == asked
    assert record.arxiv_id == asked.partition("v")[0]


@pytest.mark.parametrize(
    "doi", ["10.1000/x", "10.48550/other", "10.48550/arxiv.none", "10.5555/10.48550/arxiv.1706.03762"]
)
async def test_other_dois_are_not_asked_for(doi, wire):
    served = wire(feed(entry()))
    assert await source.lookup_doi(served.context, doi) is None
    assert await source.lookup_dois(served.context, [doi]) == {}
    assert served.requests == []


async def test_several_dois_by_one_request_in_any_order(wire):
    served = wire(feed(entry("2605.15205v1", "Third"), entry("2605.15202v1", "First")))
    dois = [f"10.48550/arxiv.2605.1520{last}" for last in (2, 4, 5)] + ["10.1000/x"]
    records = await source.lookup_dois(served.context, dois)
    assert {doi: record.title for doi, record in records.items()} == {dois[0]: "First", dois[2]: "Third"}
    (request,) = served.requests
    assert request.url.params["id_list"] == "2605.15202,2605.15204,2605.15205"


async def test_batch_through_refusals(wire):
    """429, 429, 200: still one request for all ids, sent again."""
    served = wire((429, "Rate exceeded."), (429, "Rate exceeded."), feed(entry("2605.15202v1")))
    dois = [f"10.48550/arxiv.2605.1520{last}" for last in (2, 4, 5)]
    assert list(await source.lookup_dois(served.context, dois)) == dois[:1]
    assert len({str(request.url) for request in served.requests}) == 1
    assert len(served.requests) == 3


async def test_an_id_that_the_api_refuses_does_not_cost_the_others(wire):
    served = wire((400, error("incorrect id format for 2605.15204")), feed(entry("2605.15202v1")))
    dois = [f"10.48550/arxiv.2605.1520{last}" for last in (2, 4)]
    assert list(await source.lookup_dois(served.context, dois)) == dois[:1]
    assert served.requests[1].url.params["id_list"] == "2605.15202"


async def test_a_single_id_that_the_api_refuses_is_absent(wire):
    served = wire((400, error("incorrect id format for 2605.15204")))
    assert await source.lookup_id(served.context, arxiv("2605.15204")) is None
    assert len(served.requests) == 1


@pytest.mark.parametrize(
    "content",
    [
        "<entry><id>http://arxiv.org/abs/1706.03762</id></entry>",
        "<entry><id>http://arxiv.org/abs/1706.03762v1</id><title> </title><published>2017</published></entry>",
        "<entry><title>No id</title></entry>",
    ],
)
async def test_an_entry_without_content_is_an_unknown_id(content, wire):
    served = wire(feed(content))
    assert await source.lookup_id(served.context, arxiv("1706.03762")) is None
    assert len(served.requests) == 1
    with pytest.raises(SourceBadResponse):
        await source.search(served.context, titled("Attention is all you need"))


@pytest.mark.parametrize(
    "content",
    [
        "<entry><title>No id</title><author><name>Ada Example</name></author></entry>",
        "<entry><id>elsewhere</id><title>No id</title><summary>An abstract.</summary></entry>",
        "<entry><id>http://arxiv.org/abs/1706.03762v1</id><summary>An abstract.</summary></entry>",
    ],
)
async def test_a_paper_without_id_or_title_is_no_absence(content, wire):
    with pytest.raises(SourceBadResponse, match="lacks its id or title"):
        await source.lookup_id(wire(feed(content)).context, arxiv("1706.03762"))
    served = wire(feed(content, entry("1706.03762v7")))
    assert (await source.lookup_id(served.context, arxiv("1706.03762"))).arxiv_id == "1706.03762"


# --- searches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "phrase"),
    [
        ("Attention Is All You Need", "attention is all you need"),
        ('A "quoted" (title): with [signs] {and} \\ / * ? + - more', "a quoted title with signs and more"),
        ("Self-Training AND NOT Learning OR ANDNOT", "self training and not learning or andnot"),
        ("Schrödinger–Poincaré Łukasz", "schrodinger poincare lukasz"),
        ("ti:x all:y", "ti x all y"),
    ],
)
async def test_a_title_is_a_phrase_without_signs(title, phrase, wire):
    served = wire(feed(entry(title=title)))
    assert len(await source.search(served.context, titled(title))) == 1
    assert queries(served) == [f'ti:"{phrase}"']


async def test_the_nearest_title_comes_first(wire):
    titles = [
        "Attention is all you need in speech separation",
        "Is attention all you need?",
        "Attention Is All You\n Need",
    ]
    served = wire(feed(*(entry(f"2605.0000{n}v1", title) for n, title in enumerate(titles, 1))))
    records = await source.search(served.context, titled("Attention is all you need", limit=2))
    assert [record.title for record in records] == ["Attention Is All You Need", "Is attention all you need?"]
    assert int(served.requests[0].url.params["max_results"]) > 2


async def test_one_word_may_be_wrong(wire):
    served = wire(NOTHING, feed(entry(title="Deep Residual Learning for Image Recognition")))
    (record,) = await source.search(served.context, titled("Deep Resdiual Learning for Image Recognition"))
    assert record.title == "Deep Residual Learning for Image Recognition"
    phrase, words = queries(served)
    assert phrase == 'ti:"deep resdiual learning for image recognition"'
    groups = words.split(" OR ")
    assert len(groups) == 5
    assert "(ti:recognition AND ti:learning AND ti:image AND ti:deep)" in groups


async def test_few_words_must_all_be_there(wire):
    served = wire(NOTHING, NOTHING)
    assert await source.search(served.context, titled("The Protein Folding Bank")) == []
    assert queries(served)[1:] == ["ti:protein AND ti:folding AND ti:bank"]


async def test_short_words_count_where_there_are_few(wire):
    served = wire(NOTHING, NOTHING)
    await source.search(served.context, titled("Atention Is All You Need"))
    assert "(ti:need AND ti:all AND ti:you)" in queries(served)[1]


async def test_a_word_alone_is_asked_for_once(wire):
    served = wire(NOTHING)
    assert await source.search(served.context, titled("Introduction")) == []
    assert queries(served) == ['ti:"introduction"']


async def test_other_scripts(wire):
    served = wire(NOTHING, NOTHING)
    assert await source.search(served.context, titled("Глубокое обучение нейронных сетей распознавание")) == []
    assert " OR " not in queries(served)[1]


async def test_a_short_title_is_narrowed_by_its_author(wire):
    served = wire(NOTHING, feed(entry(title="Deep learning")))
    records = await source.search(served.context, titled("Deep learning", authors=("Del Maestro", "Bengio")))
    assert len(records) == 1
    assert queries(served) == ['ti:"deep learning" AND au:del_maestro', 'ti:"deep learning"']


async def test_a_title_without_words_asks_nothing(wire):
    served = wire(feed(entry()))
    for kind in SearchKind:
        for text in ("?! \\ ()", "x" * 300):
            with pytest.raises(CannotAsk):
                await source.search(served.context, SearchQuery(kind=kind, text=text))
    assert served.requests == []


@pytest.mark.parametrize(
    ("year_from", "year_to", "dates"),
    [
        (None, None, ""),
        (2016, 2020, " AND submittedDate:[201601010000 TO 202012312359]"),
        (2016, None, " AND submittedDate:[201601010000 TO 299912312359]"),
        (None, 2020, " AND submittedDate:[199101010000 TO 202012312359]"),
    ],
)
async def test_topic(year_from, year_to, dates, wire):
    served = wire(feed(entry("2605.00001v1"), entry("2605.00002v1"), entry("2605.00003v1")))
    query = SearchQuery(
        kind=SearchKind.TOPIC, text="the graph networks of traffic", year_from=year_from, year_to=year_to, limit=2
    )
    records = await source.search(served.context, query)
    assert [record.arxiv_id for record in records] == ["2605.00001", "2605.00002"]
    assert queries(served) == [f"all:graph AND all:networks AND all:traffic{dates}"]
    assert served.requests[0].url.params["max_results"] == "2"


async def test_citation_with_an_id(wire):
    served = wire(feed(entry()), NOTHING)
    query = SearchQuery(
        kind=SearchKind.CITATION, text="Vaswani et al. Attention is all you need. arXiv:1706.03762, 2017."
    )
    assert len(await source.search(served.context, query)) == 1
    assert await source.search(served.context, query) == []
    assert [request.url.params["id_list"] for request in served.requests] == ["1706.03762"] * 2


async def test_citation_without_an_id_is_taken_for_a_title(wire):
    served = wire(feed(entry()))
    query = SearchQuery(kind=SearchKind.CITATION, text="Attention is all you need")
    assert len(await source.search(served.context, query)) == 1


# --- faults ----------------------------------------------------------------------------------------------------------

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>&b;</title></feed>'
)
FILE = (
    '<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>&f;</title></feed>'
)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("<!DOCTYPE html><html><body>Please wait</body></html>", "document type|well-formed|web page"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", "Atom"),
        (feed(entry())[:300], "well-formed"),
        (BOMB, "entities"),
        (FILE, "entities"),
        (b'<?xml version="1.0" encoding="no-such"?><feed/>', "well-formed"),
        (b"\xff\xfe\x00", "well-formed"),
        ("{}", "well-formed"),
        ((400, "bad query"), "status 400"),
        ((404, "not here"), "status 404"),
        ((304, ""), "status 304"),
        ((204, ""), "204"),
        ((400, feed(entry())), "status 400"),
        (error("max_results must be less than 30000"), "max_results must be less"),
        ((400, error("Malformed query")), "Malformed query"),
        (feed("<entry><id>http://arxiv.org/api/errors#y</id></entry>"), "without a text"),
        (feed("<entry><title>Error</title><author><name>arXiv api core</name></author></entry>"), "without a text"),
    ],
)
async def test_what_is_no_answer(answer, says, wire):
    served = wire(answer)
    with pytest.raises(SourceBadResponse, match=says):
        await source.lookup_id(served.context, arxiv("1706.03762"))
    with pytest.raises(SourceBadResponse, match=says):
        await source.search(served.context, titled("Attention is all you need"))
    assert len(served.requests) == 2


@pytest.mark.parametrize("status", [200, 400])
async def test_rate_limit_in_the_body(status, wire):
    with pytest.raises(SourceRateLimited):
        await source.lookup_id(wire((status, "Rate exceeded.\n")).context, arxiv("1706.03762"))


@pytest.mark.parametrize("fault", ["", "  \n", feed(total=1), feed(total=214881)])
async def test_faults_that_pass_are_asked_again(fault, wire):
    served = wire(fault, feed(entry()))
    assert await source.lookup_id(served.context, arxiv("1706.03762")) is not None
    assert len(served.requests) == 2


@pytest.mark.parametrize("fault", ["", feed(total=1)])
async def test_faults_that_stay_are_no_absence(fault, wire):
    served = wire(fault)
    with pytest.raises(SourceBadResponse):
        await source.lookup_doi(served.context, "10.48550/arxiv.1706.03762")
    with pytest.raises(SourceBadResponse):
        await source.search(served.context, titled("Attention is all you need"))
    assert len(served.requests) == 4


@pytest.mark.parametrize("other", ["<entry/>", "<entry><id>http://arxiv.org/abs/1706.03762v7</id></entry>"])
@pytest.mark.parametrize("kind", list(SearchKind))
async def test_what_is_no_paper_spoils_no_other_but_is_told(other, kind, wire):
    """What cannot be read may be what was asked for, so that nothing is known to be absent."""
    served = wire(feed(other, entry()))
    with pytest.raises(PartlyUnreadable) as caught:
        await source.search(served.context, SearchQuery(kind=kind, text="Attention is all you need"))
    assert len(caught.value.found) == 1


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("<error>Index is down</error>", SourceBadResponse),
        ("<title>Error</title>", SourceBadResponse),
        ("<message>Rate limit exceeded</message>", SourceRateLimited),
    ],
)
async def test_an_error_beside_an_empty_list_is_no_answer(told, kind, wire):
    served = wire(f'<feed xmlns="http://www.w3.org/2005/Atom">{told}</feed>')
    with pytest.raises(kind):
        await source.search(served.context, titled("Attention is all you need"))


@pytest.mark.parametrize("total", [None, "", "many", "5"])
async def test_a_feed_without_papers_that_does_not_say_so_is_no_answer(total, wire):
    said = "" if total is None else f"<o:totalResults>{total}</o:totalResults>"
    head = '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/">'
    served = wire(*[f"{head}{said}</feed>"] * 3)
    with pytest.raises(SourceBadResponse, match="sends no papers"):
        await source.search(served.context, titled("Attention is all you need"))
