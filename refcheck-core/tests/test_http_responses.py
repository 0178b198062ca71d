import subprocess
import sys

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.errors import (
    SourceAuthError,
    SourceBadResponse,
    SourceError,
    SourceRateLimited,
    SourceUnavailable,
)
from refcheck_core.http.responses import (
    SOURCE_EXTENSION,
    json_body,
    raise_for_status,
    reported_fault,
    text_body,
)


def answer(content=b"", status=200, **headers):
    return httpx.Response(status, content=content, headers=headers, extensions={SOURCE_EXTENSION: "Crossref"})


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, SourceBadResponse),
        (401, SourceAuthError),
        (403, SourceAuthError),
        (404, SourceBadResponse),
        (304, SourceBadResponse),
        (429, SourceRateLimited),
        (500, SourceUnavailable),
        (503, SourceUnavailable),
    ],
)
def test_a_status_becomes_its_error_in_a_sentence(status, error):
    with pytest.raises(error) as caught:
        raise_for_status(answer(status=status))
    assert str(caught.value).startswith("Crossref ")
    assert str(status) in str(caught.value)
    assert str(caught.value).endswith(".") or "blocked" in str(caught.value)


@pytest.mark.parametrize("status", [200, 201, 204])
def test_success_is_no_error(status):
    raise_for_status(answer(status=status))


def test_json_is_read_whatever_the_content_type_says():
    assert json_body(answer(b'{"a": [1, "\xc3\xa9"]}', **{"content-type": "text/plain"})) == {"a": [1, "é"]}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_json_is_read_in_every_encoding_that_it_may_have(encoding):
    assert json_body(answer('{"a": "é"}'.encode(encoding))) == {"a": "é"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n ",
        b"\xef\xbb\xbf",
        b"<!DOCTYPE html><html><body>Are you a robot?</body></html>",
        b"  <!-- x --> <HTML lang=en>",
        b'{"a": 1',
        b"Resource not found.",
        b'{"a": NaN}',
        b"\xff\xfe\xfa",
        b"[" * 200_000,
        b"1" * 10_000,
    ],
)
def test_what_is_no_json_is_a_bad_response(content):
    with pytest.raises(SourceBadResponse, match=r"^Crossref sent "):
        json_body(answer(content))


def test_a_lone_surrogate_becomes_the_replacement_character():
    data = json_body(answer(b'{"a\\ud800": ["x\\uDC00y", {"b": "\\ud83d\\ude00"}, 1, null]}'))
    assert data == {"a\ufffd": ["x\ufffdy", {"b": "\U0001f600"}, 1, None]}


@given(st.binary(max_size=200))
def test_no_body_breaks_the_reader(content):
    for read in (json_body, text_body):
        try:
            value = read(answer(content))
        except SourceError:
            continue
        repr(value).encode()


def test_text_is_decoded_by_its_charset():
    assert text_body(answer("é".encode("latin-1"), **{"content-type": "text/plain; charset=ISO-8859-1"})) == "é"
    assert text_body(answer("é".encode())) == "é"


def test_undecodable_text_is_replaced():
    assert text_body(answer(b"a\xffb")) == "a\ufffdb"


@pytest.mark.parametrize("charset", ["zlib", "rot13", "unheard-of", "hex"])
def test_a_charset_that_is_no_text_encoding_is_not_believed(charset):
    assert text_body(answer(b"abc", **{"content-type": f"text/plain; charset={charset}"})) == "abc"


def test_xml_is_text_and_a_page_is_not():
    assert text_body(answer(b'<?xml version="1.0"?><feed/>')).startswith("<?xml")
    with pytest.raises(SourceBadResponse, match="web page"):
        text_body(answer(b"<html>"))


def test_a_response_from_elsewhere_has_a_name_too():
    with pytest.raises(SourceBadResponse, match="The database sent an empty answer"):
        json_body(httpx.Response(200))


def test_reading_answers_imports_neither_stamina_nor_httpx():
    heavy = {"httpx", "stamina", "portalocker"}
    code = f"import refcheck_core.http.responses, sys; print(sorted({heavy} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("told", "kind", "words"),
    [
        ("Index is down.", SourceBadResponse, "X answered with an error: Index is down."),
        ({"code": 7, "text": [None, "<b>down</b>\x00"]}, SourceBadResponse, "X answered with an error: 7 down."),
        (True, SourceBadResponse, "X answered with an error."),
        (None, SourceBadResponse, "X answered with an error."),
        ([[[[[[[["too deep"]]]]]]]], SourceBadResponse, "X answered with an error."),
        ("Rate limit exceeded", SourceRateLimited, "X answered with an error: Rate limit exceeded."),
        ({"statusCode": "QUOTA_EXCEEDED"}, SourceRateLimited, "X answered with an error: QUOTA_EXCEEDED."),
        ("Invalid API key", SourceAuthError, "X answered with an error: Invalid API key."),
    ],
)
def test_an_error_within_an_answer(told, kind, words) -> None:
    fault = reported_fault("X", told)
    assert (type(fault), str(fault)) == (kind, words)
    assert len(str(reported_fault("X", [told, "y" * 100_000] * 1000))) < 300
