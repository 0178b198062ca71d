from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.http.waiting import in_words, retry_after, window_in_words

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def date(**ahead):
    return format_datetime(NOW + timedelta(**ahead), usegmt=True)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7),
        (" 120 ", 120),
        ("1.5", 1.5),
        ("0", 0),
        (date(seconds=30), 30),
        (date(hours=2), 7200),
        (date(seconds=-30), 0),
        ("Sun, 01 Mar 2026 12:00:10 -0000", 10),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("inf", None),
        ("nan", None),
        ("9" * 400, None),
        ("Sun, 99 Foo 2026 12:00:10 GMT", None),
    ],
)
def test_retry_after_is_read_in_both_forms(header, seconds):
    assert retry_after(httpx.Response(429, headers={"retry-after": header, "date": date()})) == seconds


def test_a_date_without_the_servers_own_date_is_taken_from_the_clock_here():
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert retry_after(httpx.Response(429, headers={"retry-after": soon})) == pytest.approx(30, abs=3)


def test_no_header_is_none():
    assert retry_after(httpx.Response(429)) is None


@given(st.text(max_size=40))
def test_no_header_breaks_the_reader(header):
    try:
        response = httpx.Response(429, headers={"retry-after": header.encode()})
    except ValueError:
        return
    wait = retry_after(response)
    assert wait is None or wait >= 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.1 s"),
        (0.31, "0.4 s"),
        (1, "1 s"),
        (11.2, "12 s"),
        (120, "120 s"),
        (121, "3 min"),
        (7200, "120 min"),
        (7201, "3 h"),
        (5 * 3600, "5 h"),
        (172801, "3 days"),
    ],
)
def test_durations_are_said_in_words_and_never_too_short(seconds, words):
    assert in_words(seconds) == words


def test_windows_have_names():
    assert window_in_words(86400) == "a day"
    assert window_in_words(604800) == "a week"
    assert window_in_words(300) == "in 5 min"
