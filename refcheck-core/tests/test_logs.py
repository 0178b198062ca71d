from __future__ import annotations

import logging

import pytest

from refcheck_core.logs import RedactingFormatter, configure_logging
from refcheck_core.settings import Settings

SECRET = "s3cr3t/key+value"


@pytest.fixture
def root_logger():
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield root
    root.handlers[:], root.level = before, level


def settings(**environ: str) -> Settings:
    return Settings.from_environment({"REFCHECK_CACHE_DIR": "cache", "REFCHECK_STATE_DIR": "state", **environ})


def record(message: str, *args: object, exc_info: object = None) -> logging.LogRecord:
    return logging.LogRecord("refcheck_x", logging.WARNING, "x.py", 1, message, args, exc_info)


@pytest.mark.parametrize("shown", [SECRET, "s3cr3t%2Fkey%2Bvalue", "s3cr3t/key%2Bvalue"])
def test_a_key_of_the_environment_is_struck_out_of_messages(shown):
    formatter = RedactingFormatter(settings(NEW_DATABASE_API_KEY=SECRET))
    line = formatter.format(record("asked %s", f"https://example.org/?q=1&k={shown}"))
    assert shown not in line
    assert "KEY" in line


def test_a_key_is_struck_out_of_tracebacks():
    formatter = RedactingFormatter(settings(NEW_DATABASE_TOKEN=SECRET))
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        text = formatter.format(record("failed", exc_info=(ValueError, error, error.__traceback__)))
    assert "ValueError" in text
    assert SECRET not in text


def test_a_key_parameter_is_struck_out_whatever_its_value():
    assert "abc123" not in RedactingFormatter(settings()).format(record("GET /x?apikey=abc123&y=1"))


def test_other_variables_are_shown():
    assert "me@example.org" in RedactingFormatter(settings(CROSSREF_EMAIL="me@example.org")).format(
        record("contact me@example.org")
    )


def test_logs_go_to_stderr_at_the_level_that_is_set(root_logger, capsys):
    configure_logging(settings(REFCHECK_LOG_LEVEL="INFO"))
    logging.getLogger("refcheck_x").debug("too low")
    logging.getLogger("refcheck_x").info("told")
    logging.getLogger("httpx").info("HTTP Request: GET https://example.org")
    out, err = capsys.readouterr()
    assert out == ""
    assert "told" in err
    assert "too low" not in err
    assert "HTTP Request" not in err
