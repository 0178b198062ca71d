"""No key in anything that a plugin, a log or a user can see."""

import base64
import gzip
import logging
import traceback
import urllib.parse

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.contract import Key, SourceInfo
from refcheck_core.errors import SourceAuthError, SourceError
from refcheck_core.http import open_client
from refcheck_core.http.redaction import Redactor, install_log_redaction
from refcheck_core.settings import Settings

SECRET = "s3cr3t/+key=&0123456789"
QUOTED = urllib.parse.quote(SECRET, safe="")
BASE = "https://api.example.org/v1"
HEADER = Key(env="DEMO_KEY", aliases=("OLD_DEMO_KEY",), purpose="x", header="X-Demo-Key")
PARAMETER = Key(env="DEMO_KEY", purpose="x", parameter="apiKey")


def info(*keys, base_url=BASE):
    return SourceInfo(name="demo", title="Demo", home_page="", version="1", base_url=base_url, keys=keys)


@pytest.fixture
def client_of(settings_of):
    def build(handler, key=HEADER, base_url=BASE, **environ):
        settings = settings_of(**{"REFCHECK_LIMITS_SCALE": "0", "DEMO_KEY": SECRET, **environ})
        return open_client(info(key, base_url=base_url), settings, transport=httpx.MockTransport(handler))

    return build


class Network:
    """Notes the requests that reach the network."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def __call__(self, request):
        self.requests.append(request)
        return self.answers.pop(0) if self.answers else httpx.Response(200, json={})


def has_key(request):
    return SECRET in request.headers.values() or QUOTED in str(request.url)


@pytest.mark.anyio
async def test_a_header_key_is_added_to_a_copy(client_of):
    network = Network()
    async with client_of(network) as client:
        response = await client.get("works")
    assert network.requests[0].headers["x-demo-key"] == SECRET
    assert "x-demo-key" not in response.request.headers
    assert SECRET not in repr(vars(response.request))


@pytest.mark.anyio
async def test_a_parameter_key_is_added_to_a_copy_and_leaves_the_rest_as_it_is(client_of):
    network = Network()
    async with client_of(network, PARAMETER) as client:
        response = await client.get("works/10.1000%2Fx?q=a%20b+c%2C&apikey=other&empty=")
    assert str(network.requests[0].url) == f"{BASE}/works/10.1000%2Fx?q=a%20b+c%2C&empty=&apiKey={QUOTED}"
    assert str(response.request.url) == f"{BASE}/works/10.1000%2Fx?q=a%20b+c%2C&apikey=other&empty="


@pytest.mark.anyio
async def test_an_alias_of_a_key_works(client_of):
    network = Network()
    async with client_of(network, DEMO_KEY="", OLD_DEMO_KEY=SECRET) as client:
        await client.get("works")
    assert has_key(network.requests[0])


@pytest.mark.anyio
async def test_a_post_keeps_its_body(client_of):
    network = Network()
    async with client_of(network) as client:
        await client.post("batch", json={"ids": [1]})
    assert network.requests[0].read() == b'{"ids":[1]}'


@pytest.mark.anyio
@pytest.mark.parametrize("key", [HEADER, PARAMETER])
@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example.org/v1/works",
        "https://api.example.org:8443/v1/works",
        "http://api.example.org/v1/works",
        "//evil.example.org/x",
    ],
)
async def test_no_key_follows_a_redirect_to_another_origin(client_of, key, elsewhere):
    network = Network(httpx.Response(302, headers={"location": elsewhere}))
    async with client_of(network, key) as client:
        await client.get("works")
    assert [has_key(request) for request in network.requests] == [True, False]


@pytest.mark.anyio
@pytest.mark.parametrize("key", [HEADER, PARAMETER])
async def test_a_redirect_within_the_origin_keeps_the_key(client_of, key):
    network = Network(httpx.Response(302, headers={"location": f"https://api.example.org:443/v1/new?apiKey={QUOTED}"}))
    async with client_of(network, key) as client:
        response = await client.get("works")
    assert [has_key(request) for request in network.requests] == [True, True]
    assert str(network.requests[1].url).count("apiKey=") == 1
    assert response.history[0].headers["location"].endswith("apiKey=KEY")
    assert QUOTED not in repr([vars(each) for each in (*response.history, response)])
    assert QUOTED not in str(response.url)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("base_url", "sent"),
    [
        ("http://api.example.org/v1", False),
        ("http://localhost:1/v1", True),
        ("http://127.0.0.1:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://localhost.example.org/v1", False),
    ],
)
async def test_no_key_goes_over_plain_http_to_another_machine(client_of, caplog, base_url, sent):
    network = Network()
    async with client_of(network, base_url=base_url) as client:
        await client.get("works")
    assert has_key(network.requests[0]) is sent
    assert ("keys are not sent" in caplog.text) is not sent


@pytest.mark.anyio
@pytest.mark.parametrize("form", [SECRET, QUOTED, urllib.parse.quote_plus(SECRET), QUOTED.lower()])
async def test_a_key_in_the_answer_is_scrubbed(client_of, form):
    body = f'{{"link": "https://x/?apiKey={form}&b=1"}}'.encode()
    packed = {"content-encoding": "gzip", "x-echo": form, "link": f"<{form}>; rel=self"}
    network = Network(httpx.Response(200, headers=packed, content=gzip.compress(body)))
    async with client_of(network) as client:
        response = await client.get("works")
    assert response.json() == {"link": "https://x/?apiKey=KEY&b=1"}
    assert response.headers["x-echo"] == "KEY"
    assert form not in repr(vars(response))


@pytest.mark.anyio
async def test_an_answer_without_a_key_is_untouched(client_of):
    network = Network(httpx.Response(200, headers={"x-a": "1"}, content=b'{"a": 1}'))
    async with client_of(network) as client:
        response = await client.get("works")
    assert response.content == b'{"a": 1}'
    assert response.headers["x-a"] == "1"


@pytest.mark.anyio
@pytest.mark.parametrize("value", ["ключ-ключ-ключ", "two\nlines-of-key", "a\x7fbcdefg"])
@pytest.mark.parametrize("key", [HEADER, PARAMETER])
async def test_a_key_that_cannot_be_one_is_refused_by_name_and_not_by_value(client_of, value, key):
    network = Network()
    async with client_of(network, key, DEMO_KEY=value) as client:
        with pytest.raises(SourceAuthError, match="DEMO_KEY") as caught:
            await client.get("works")
    assert value not in str(caught.value)
    assert network.requests == []


@pytest.mark.anyio
async def test_name_and_password_in_an_address_are_sent_as_a_header_only(client_of, caplog):
    network = Network()
    address = "https://me:p%40ssw0rd@api.example.org/v1"
    with caplog.at_level(logging.DEBUG):
        async with client_of(network, REFCHECK_DEMO_URL=address) as client:
            response = await client.get("works")
    expected = "Basic " + base64.b64encode(b"me:p@ssw0rd").decode()
    assert network.requests[0].headers["authorization"] == expected
    assert str(response.request.url) == f"{BASE}/works"
    assert "ssw0rd" not in caplog.text
    assert "authorization" not in response.request.headers


@pytest.mark.anyio
@pytest.mark.parametrize("key", [HEADER, PARAMETER])
@pytest.mark.parametrize(
    "fault",
    [
        httpx.ConnectError(f"cannot connect with {SECRET}"),
        httpx.LocalProtocolError(f"Illegal header value {SECRET!r}"),
        httpx.ReadTimeout(SECRET),
        httpx.InvalidURL(SECRET),
        OSError(SECRET),
        ImportError(SECRET),
    ],
)
async def test_no_key_is_in_an_exception_or_log(client_of, caplog, key, fault):
    def network(request):
        raise fault

    with caplog.at_level(logging.DEBUG):
        async with client_of(network, key) as client:
            with pytest.raises(SourceError) as caught:
                await client.get("works")
    shown = "".join(traceback.TracebackException.from_exception(caught.value, capture_locals=True).format())
    for form in (SECRET, QUOTED):
        assert form not in str(caught.value)
        assert form not in caplog.text
        assert form not in "".join(traceback.format_exception(caught.value))
        assert form not in _outside_of_the_network(shown)
    assert caught.value.__context__ is None or SECRET not in str(caught.value.__context__)


def _outside_of_the_network(shown):
    """What a traceback with local variables shows, but for the settings (which hold the environment on purpose)."""
    return "\n".join(line for line in shown.splitlines() if "fault = " not in line and "network = " not in line)


def test_a_redactor_knows_values_and_names():
    settings = Settings.from_environment({"DEMO_KEY": SECRET, "REFCHECK_CACHE_DIR": "/x", "REFCHECK_STATE_DIR": "/x"})
    redactor = Redactor(settings, [info(HEADER)])
    assert redactor.text(f"got {SECRET} and {QUOTED}.") == "got KEY and KEY."
    assert redactor.text("GET /x?apikey=abc123&q=1") == "GET /x?apikey=KEY&q=1"
    assert redactor.text("https://x/?a=1&api_key=abc#z") == "https://x/?a=1&api_key=KEY"
    assert redactor.text('{"X-ELS-APIKey": "abc123"}') == '{"X-ELS-APIKey": "KEY"}'
    assert redactor.text("x-api-key: abc123") == "x-api-key: KEY"
    assert redactor.text("a monkey=5, key words") == "a monkey=5, key words"


def test_short_values_are_not_looked_for():
    settings = Settings.from_environment({"DEMO_KEY": "on", "REFCHECK_CACHE_DIR": "/x", "REFCHECK_STATE_DIR": "/x"})
    assert Redactor(settings, [info(HEADER)]).text("once on a time") == "once on a time"


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_around_a_key_hides_it(before, after):
    settings = Settings.from_environment({"DEMO_KEY": SECRET, "REFCHECK_CACHE_DIR": "/x", "REFCHECK_STATE_DIR": "/x"})
    redactor = Redactor(settings, [info(HEADER)])
    for form in (SECRET, QUOTED):
        assert form not in redactor.text(before + form + after)


@pytest.fixture
def redaction():
    settings = Settings.from_environment({"DEMO_KEY": SECRET, "REFCHECK_CACHE_DIR": "/x", "REFCHECK_STATE_DIR": "/x"})
    uninstall = install_log_redaction(Redactor(settings, [info(HEADER)]))
    yield uninstall
    uninstall()


@pytest.mark.parametrize(
    "name", ["refcheck", "refcheck.http", "refcheck_core.x", "httpx", "httpcore.http11", "stamina"]
)
def test_log_records_are_redacted_wherever_they_are_made(redaction, caplog, name):
    logger = logging.getLogger(name)
    with caplog.at_level(logging.DEBUG):
        logger.debug("headers %r", [("x-demo-key", SECRET)])
        logger.info("plain %d", 5)
        try:
            raise ValueError(SECRET)
        except ValueError:
            logger.exception("failed")
    assert SECRET not in caplog.text
    assert "headers [('x-demo-key', 'KEY')]" in caplog.text
    assert "plain 5" in caplog.text
    assert "ValueError: KEY" in caplog.text


def test_log_records_with_wrong_arguments_are_redacted_too(redaction):
    record = logging.getLogger("httpx").makeRecord("httpx", 10, "f", 1, f"{SECRET} %d %d", ("x",), None)
    assert record.getMessage() == "KEY %d %d"


def test_other_loggers_are_left_alone(redaction, caplog):
    logging.getLogger("another").warning("%s", SECRET)
    assert SECRET in caplog.text


def test_redaction_can_be_taken_away_in_any_order(caplog):
    settings = Settings.from_environment({"DEMO_KEY": SECRET, "REFCHECK_CACHE_DIR": "/x", "REFCHECK_STATE_DIR": "/x"})
    before = logging.getLogRecordFactory()
    first = install_log_redaction(Redactor(settings, [info(HEADER)]))
    second = install_log_redaction(Redactor(settings))
    first()
    logging.getLogger("httpx").warning("a %s", SECRET)
    assert SECRET in caplog.text
    second()
    first()
    logging.setLogRecordFactory(before)
