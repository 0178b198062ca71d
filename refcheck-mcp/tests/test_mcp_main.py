from __future__ import annotations

import logging
from importlib.metadata import version

import pytest

from refcheck_mcp import __main__ as program
from refcheck_mcp.server import RefcheckServer


@pytest.fixture(autouse=True)
def root_logger():
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


@pytest.fixture
def runs(monkeypatch):
    """What the server was asked to run, in place of running."""
    seen = []
    monkeypatch.setattr(RefcheckServer, "run", lambda self, transport, **options: seen.append((transport, options)))
    return seen


def test_the_version_is_that_of_the_distribution(capsys):
    assert program.main(["--version"]) == 0
    assert capsys.readouterr().out == f"refcheck-mcp {version('refcheck-mcp')}\n"


def test_stdio_is_the_default(runs, capsys):
    assert program.main([]) == 0
    assert runs == [("stdio", {})]
    assert capsys.readouterr().out == ""


def test_streamable_http_listens_on_the_loopback_address_unless_told_otherwise(runs):
    program.main(["--transport", "streamable-http"])
    program.main(["--transport", "streamable-http", "--host", "::1", "--port", "9000"])
    assert runs == [
        ("streamable-http", {"host": "127.0.0.1", "port": 8000}),
        ("streamable-http", {"host": "::1", "port": 9000}),
    ]


@pytest.mark.parametrize("port", ["-1", "65536", "abc"])
def test_a_port_that_is_none_is_a_usage_error(runs, port, capsys):
    with pytest.raises(SystemExit) as stop:
        program.main(["--port", port])
    assert (stop.value.code, runs) == (2, [])
    assert "port" in capsys.readouterr().err


def test_a_setting_that_cannot_be_read_is_told_on_stderr(runs, monkeypatch, capsys):
    monkeypatch.setenv("REFCHECK_CACHE_TTL", "soon")
    assert program.main([]) == 2
    out, err = capsys.readouterr()
    assert (out, runs) == ("", [])
    assert "REFCHECK_CACHE_TTL takes a number" in err


def test_an_interrupt_ends_quietly(monkeypatch):
    def interrupted(self, transport):
        raise KeyboardInterrupt

    monkeypatch.setattr(RefcheckServer, "run", interrupted)
    assert program.main([]) == 130


def test_the_log_goes_to_stderr_at_the_level_that_is_set(runs, monkeypatch, capsys):
    monkeypatch.setenv("REFCHECK_LOG_LEVEL", "INFO")
    program.main([])
    logging.getLogger("refcheck_mcp").info("told")
    out, err = capsys.readouterr()
    assert out == ""
    assert "told" in err
