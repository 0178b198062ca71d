"""Loading plugins: each is loaded, checked and described on its own, and what is wrong with it is told."""

from __future__ import annotations

import importlib.metadata
import sys
import textwrap

import pytest

from refcheck_core import (
    Identifier,
    IdentifierKind,
    Key,
    PluginError,
    RateLimit,
    Record,
    SearchKind,
    SearchQuery,
    SourceInfo,
    hookimpl,
)
from refcheck_core.hookspecs import SourceSpec
from refcheck_core.plugins import HOOKS, SourceManager
from refcheck_core.settings import Settings

PREAMBLE = """
from refcheck_core import Record, SourceInfo, hookimpl

def info(name):
    return SourceInfo(name=name, title="T", home_page="https://example.org", version="1")

class Good:
    def __init__(self, name):
        self.name = name
    @hookimpl
    def describe(self, settings):
        return info(self.name)
    @hookimpl
    async def search(self, ctx, query):
        return [Record(source=self.name, title=query.text)]
"""


def settings(**environ):
    return Settings.from_environment({"REFCHECK_CACHE_DIR": "unused", "REFCHECK_STATE_DIR": "unused", **environ})


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder on the path to which distributions can be added; modules are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    added = []

    def install(distribution, entry_points, code="", version="1.5"):
        module = distribution.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(PREAMBLE + textwrap.dedent(code))
        info = tmp_path / f"{module}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text("[refcheck.sources]\n" + entry_points.replace("MODULE", module))
        importlib.invalidate_caches()
        added.append(module)

    yield install
    for module in added:
        sys.modules.pop(module, None)


def loaded(*names, **environ):
    manager = SourceManager(settings(REFCHECK_SOURCES=",".join(names), **environ))
    manager.load()
    return manager


class Good:
    """The smallest source."""

    def __init__(self, name="good", **fields):
        self.name = name
        self.fields = fields

    @hookimpl
    def describe(self, settings):
        return SourceInfo(name=self.name, title="T", home_page="https://example.org", version="1", **self.fields)

    @hookimpl
    async def search(self, ctx, query):
        return [Record(source=self.name, title=query.text)]


class TestLoading:
    def test_a_good_one_is_loaded_beside_each_kind_of_broken_one(self, site):
        site("dist-good", "goodone = MODULE:source", "source = Good('goodone')")
        broken = {
            "import": "raise ImportError('no module named nowhere')",
            "exit": "raise SystemExit(3)",
            "error": "raise ValueError('wrong at import')",
            "generator_exit": "raise GeneratorExit",
            "missing": "",
            "klass": "source = Good",
            "nothing": "source = None",
            "text": "source = 'a string'",
        }
        for kind, code in broken.items():
            site(f"dist-{kind.replace('_', '-')}", f"bad_{kind} = MODULE:source", code)
        manager = loaded("goodone", *(f"bad_{kind}" for kind in broken))
        assert list(manager.sources) == ["goodone"]
        reports = {report.name: report for report in manager.reports}
        good = reports.pop("goodone")
        assert (good.ok, good.problem, good.remedy) == (True, None, None)
        assert (good.distribution, good.version) == ("dist-good", "1.5")
        assert set(reports) == {f"bad_{kind}" for kind in broken}
        for kind in broken:
            report = reports[f"bad_{kind}"]
            distribution = f"dist-{kind.replace('_', '-')}"
            assert not report.ok
            assert report.distribution == distribution
            assert f"{distribution} 1.5" in report.problem
            assert report.remedy == f"pip uninstall {distribution}"
        assert "ImportError: no module named nowhere" in reports["bad_import"].problem
        assert "SystemExit: 3" in reports["bad_exit"].problem
        assert "is the class Good" in reports["bad_klass"].problem
        assert "nothing in this NoneType" in reports["bad_nothing"].problem
        assert "nothing in this str" in reports["bad_text"].problem

    def test_the_interrupt_of_the_user_passes(self, site):
        site("dist-interrupt", "interrupting = MODULE:source", "raise KeyboardInterrupt")
        with pytest.raises(KeyboardInterrupt):
            loaded("interrupting")

    def test_the_interrupt_of_the_user_passes_through_describe(self):
        class Interrupting(Good):
            @hookimpl
            def describe(self, settings):
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            SourceManager(settings()).register("good", Interrupting())

    def test_a_module_is_a_source(self, site):
        code = """
            @hookimpl
            def describe(settings):
                return info("modular")
            @hookimpl
            async def lookup_doi(ctx, doi):
                return None
            """
        site("dist-module", "modular = MODULE", code)
        assert list(loaded("modular").sources) == ["modular"]

    def test_two_distributions_with_one_name_are_both_named_and_neither_is_used(self, site):
        site("dist-one", "twice = MODULE:source", "source = Good('twice')")
        site("dist-two", "twice = MODULE:source", "source = Good('twice')", version="2.0")
        site("dist-other", "other = MODULE:source", "source = Good('other')")
        manager = loaded("twice", "other")
        assert list(manager.sources) == ["other"]
        reports = [report for report in manager.reports if report.name == "twice"]
        assert [report.ok for report in reports] == [False, False]
        assert {report.remedy for report in reports} == {"pip uninstall dist-one", "pip uninstall dist-two"}
        for report in reports:
            assert "dist-one 1.5" in report.problem
            assert "dist-two 2.0" in report.problem

    def test_what_is_not_allowed_is_not_even_imported(self, site):
        site("dist-blocks", "blocks = MODULE:source", "raise SystemExit")
        site("dist-good", "goodone = MODULE:source", "source = Good('goodone')")
        manager = loaded("goodone")
        assert [report.name for report in manager.reports] == ["goodone"]
        assert "blocks" in manager.switched_off
        assert "dist_blocks" not in sys.modules

    def test_no_source_is_allowed_by_an_empty_list(self, site):
        site("dist-good", "goodone = MODULE:source", "source = Good('goodone')")
        manager = loaded()
        assert not manager.sources
        assert not manager.reports
        assert "goodone" in manager.switched_off

    def test_the_list_gives_the_order(self, site):
        for name in ("a", "b", "c"):
            site(f"dist-{name}", f"s_{name} = MODULE:source", f"source = Good('s_{name}')")
        assert list(loaded("s_c", "s_a", "s_b").sources) == ["s_c", "s_a", "s_b"]

    def test_an_unknown_name_in_the_list_is_told(self, site):
        site("dist-good", "goodone = MODULE:source", "source = Good('goodone')")
        manager = loaded("goodone", "crosref")
        (report,) = [report for report in manager.reports if not report.ok]
        assert report.name == "crosref"
        assert "'crosref', which is not installed" in report.problem
        assert "goodone" in report.remedy

    def test_one_scan_and_none_before_it_is_asked_for(self, monkeypatch):
        scans = []
        real = importlib.metadata.entry_points

        def entry_points(**options):
            scans.append(options)
            return real(**options)

        monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
        manager = SourceManager(settings(REFCHECK_SOURCES=""))
        assert not scans
        manager.load()
        manager.load()
        assert scans == [{"group": "refcheck.sources"}]

    def test_a_distribution_with_unreadable_entry_points_does_not_hide_the_others(self, site):
        site("dist-good", "goodone = MODULE:source", "source = Good('goodone')")
        site("dist-garbled", "this is no entry point")
        manager = loaded("goodone")
        assert list(manager.sources) == ["goodone"]
        (report,) = [report for report in manager.reports if not report.ok]
        assert report.distribution == "dist-garbled"
        assert report.remedy == "pip uninstall dist-garbled"

    def test_what_a_plugin_prints_stays_off_stdout(self, site, capsys):
        site("dist-prints", "prints = MODULE:source", "print('hello from import')\nsource = Good('prints')")
        assert list(loaded("prints").sources) == ["prints"]
        out, err = capsys.readouterr()
        assert out == ""
        assert "hello from import" in err

    def test_a_key_in_a_plugins_error_is_struck_out(self, site):
        code = "raise ValueError('cannot use ' + 'sekrit-0123456789')"
        site("dist-tells", "tells = MODULE:source", code)
        manager = loaded("tells", TELLS_API_KEY="sekrit-0123456789")
        (report,) = manager.reports
        assert "ValueError" in report.problem
        assert "sekrit" not in report.problem

    def test_an_entry_point_without_distribution_has_a_remedy_too(self, monkeypatch):
        entry_point = importlib.metadata.EntryPoint("loose", "nowhere_to_be_found:x", "refcheck.sources")
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda **_: [entry_point])
        (report,) = loaded("loose").reports
        assert report.distribution is None
        assert "REFCHECK_SOURCES" in report.remedy


class TestRegistering:
    def test_a_second_one_of_a_name_is_refused(self):
        manager = SourceManager(settings())
        manager.register("good", Good())
        with pytest.raises(PluginError, match="one of this name already"):
            manager.register("good", Good())

    def test_a_registered_one_stands_before_an_installed_one(self, site):
        site("dist-good", "good = MODULE:source", "source = Good('good')")
        manager = SourceManager(settings(REFCHECK_SOURCES="good"))
        mine = Good(max_results=7)
        manager.register("good", mine)
        manager.load()
        assert manager.sources["good"].info.max_results == 7
        (report,) = [report for report in manager.reports if not report.ok]
        assert "dist-good 1.5 is not used" in report.problem

    def test_the_allow_list_holds_for_registered_ones(self):
        manager = SourceManager(settings(REFCHECK_SOURCES="other"))
        manager.register("good", Good())
        assert not manager.sources
        assert manager.switched_off == ("good",)

    def test_equal_and_unhashable_plugins_do_not_disturb_each_other(self):
        class Same(Good):
            def __eq__(self, other):
                return True

            __hash__ = None

        manager = SourceManager(settings())
        manager.register("one", Same("one"))
        manager.register("two", Same("two"))
        assert list(manager.sources) == ["one", "two"]


def refused(plugin, name="good"):
    """What is wrong with a plugin."""
    manager = SourceManager(settings())
    with pytest.raises(PluginError) as caught:
        manager.register(name, plugin)
    assert not manager.sources
    return str(caught.value)


class TestChecks:
    def test_misspelt_hook(self):
        class Misspelt(Good):
            @hookimpl
            async def lookup_dio(self, ctx, doi):
                return None

        assert "marks lookup_dio as a hook, which no hook is called; did you mean lookup_doi?" in refused(Misspelt())

    def test_hook_of_another_name(self):
        class Odd(Good):
            @hookimpl
            async def zzzz(self, ctx):
                return None

        assert refused(Odd()).endswith("marks zzzz as a hook, which no hook is called")

    @pytest.mark.parametrize("options", [{"wrapper": True}, {"hookwrapper": True}])
    def test_wrapper(self, options):
        class Wrapping(Good):
            @hookimpl(**options)
            def lookup_doi(self, ctx, doi):
                return (yield)

        assert "wraps the hook lookup_doi" in refused(Wrapping())

    def test_unknown_argument(self):
        class Wrong(Good):
            @hookimpl
            async def search(self, ctx, query, page):
                return []

        problem = refused(Wrong())
        assert "not as specified" in problem
        assert "page" in problem

    def test_keyword_only_argument(self):
        class KeywordOnly(Good):
            @hookimpl
            async def lookup_doi(self, ctx, *, doi):
                return None

        assert "takes doi of lookup_doi by keyword only" in refused(KeywordOnly())

    def test_keyword_only_argument_with_a_default_is_fine(self):
        class Defaulted(Good):
            @hookimpl
            async def lookup_doi(self, ctx, doi, *, tries=3):
                return None

        SourceManager(settings()).register("good", Defaulted())

    def test_hook_implemented_twice(self):
        class Twice(Good):
            @hookimpl(specname="search")
            async def find(self, ctx, query):
                return []

        assert "implements the hook search 2 times" in refused(Twice())

    def test_no_describe(self):
        class Silent:
            @hookimpl
            async def search(self, ctx, query):
                return []

        assert "has no describe hook" in refused(Silent())

    def test_no_question_that_it_answers(self):
        class Useless:
            @hookimpl
            def describe(self, settings):
                return None

        assert "has neither search nor lookup_doi" in refused(Useless())

    def test_nothing_marked(self):
        class Unmarked:
            def describe(self, settings):
                return None

        assert "nothing in this Unmarked is marked with @hookimpl" in refused(Unmarked())

    @pytest.mark.parametrize("error", [ValueError("odd"), SystemExit(1), GeneratorExit()])
    def test_describe_raises(self, error):
        class Raising(Good):
            @hookimpl
            def describe(self, settings):
                raise error

        assert f"failed in describe: {type(error).__name__}" in refused(Raising())

    def test_describe_is_async(self):
        class Async(Good):
            @hookimpl
            async def describe(self, settings):
                return None

        assert "async describe" in refused(Async())

    def test_describe_gives_an_awaitable_of_another_kind(self):
        class Odd:
            def __await__(self):
                yield

        class Async(Good):
            @hookimpl
            def describe(self, settings):
                return Odd()

        assert "async describe" in refused(Async())

    @pytest.mark.parametrize(("value", "kind"), [(None, "NoneType"), ({"name": "good"}, "dict")])
    def test_describe_gives_something_else(self, value, kind):
        class Wrong(Good):
            @hookimpl
            def describe(self, settings):
                return value

        assert f"describes itself by a {kind}" in refused(Wrong())

    def test_describe_gives_another_name(self):
        assert "calls itself 'other', but its entry point 'good'" in refused(Good("other"))

    @pytest.mark.parametrize("name", ["Good", "my-source", "", "9lives", "a b"])
    def test_name_that_cannot_be_typed(self, name):
        assert "lower-case letters, digits and underscores" in refused(Good(name), name)

    @pytest.mark.parametrize(
        ("fields", "problem"),
        [
            ({"base_url": "ftp://example.org"}, "a base URL that is none"),
            ({"concurrency": 0}, "below 1"),
            ({"max_results": 0}, "below 1"),
            ({"unusable": True}, "unusable of type bool in its description, not str | None"),
            ({"unusable": " "}, "does not say why it is unusable"),
            ({"exhaustive": 1}, "exhaustive of type int in its description, not bool"),
            ({"remarks": "A text."}, "remarks of type str in its description, not tuple"),
            ({"remarks": ("A text.", None)}, "a remark in its description that is no text"),
            ({"keys": [Key(env="K", purpose="p", header="X")]}, "keys of type list in its description, not tuple"),
            ({"doi_prefixes": "10.48550"}, "doi_prefixes of type str in its description, not frozenset"),
            ({"keys": (Key(env="K", purpose="p"),)}, "a key K without one way to send it"),
            ({"keys": (Key(env="K", purpose="p", header="H", parameter="P"),)}, "a key K without one way to send it"),
            ({"limits": (RateLimit(name="zero", requests=0, seconds=1.0),)}, "a limit 'zero' that is none"),
            ({"limits": (RateLimit(name="path", requests=1, seconds=1.0, path="("),)}, "a limit 'path' that is none"),
        ],
    )
    def test_description_that_the_host_cannot_work_with(self, fields, problem):
        assert problem in refused(Good(**fields))

    def test_batch_hook_without_a_size(self):
        class Batch(Good):
            @hookimpl
            async def lookup_dois(self, ctx, dois):
                return {}

        assert "lookup_dois but a max_batch of 0" in refused(Batch())

    def test_object_that_cannot_be_looked_at(self):
        class Hidden:
            def __dir__(self):
                raise RuntimeError("nothing to see here")

        assert "cannot be registered: RuntimeError: nothing to see here" in refused(Hidden())

    def test_unmarked_hook_of_a_good_source_is_remarked(self):
        class Forgetful(Good):
            async def lookup_doi(self, ctx, doi):
                return None

            def open(self):
                """Is a helper's name, too."""

        manager = SourceManager(settings())
        manager.register("good", Forgetful())
        (report,) = manager.reports
        assert report.ok
        assert report.problem == "never called, as not marked with @hookimpl: lookup_doi"


class Full(Good):
    """A source with every hook; each gives back what it got."""

    def __init__(self):
        super().__init__("good", max_batch=5)

    @hookimpl
    async def lookup_doi(self, ctx, doi):
        return ctx, doi

    @hookimpl
    async def lookup_dois(self, ctx, dois):
        return ctx, dois

    @hookimpl
    async def lookup_id(self, ctx, identifier):
        return ctx, identifier

    @hookimpl
    async def to_bibtex(self, ctx, record):
        return ctx, record

    @hookimpl
    async def open(self, ctx):
        self.opened = ctx

    @hookimpl
    async def close(self, ctx):
        self.closed = ctx


def source_of(plugin):
    manager = SourceManager(settings())
    manager.register("good", plugin)
    return manager.sources["good"]


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.mark.anyio
class TestSource:
    async def test_each_hook_gets_its_arguments(self):
        plugin = Full()
        source = source_of(plugin)
        query = SearchQuery(kind=SearchKind.TITLE, text="x")
        identifier = Identifier(IdentifierKind.PMID, "1")
        record = Record(source="good")
        assert (await source.search("ctx", query))[0].title == "x"
        assert await source.lookup_doi("ctx", "10.1/x") == ("ctx", "10.1/x")
        assert await source.lookup_dois("ctx", ["10.1/x"]) == ("ctx", ["10.1/x"])
        assert await source.lookup_id("ctx", identifier) == ("ctx", identifier)
        assert await source.to_bibtex("ctx", record) == ("ctx", record)
        await source.open("ctx")
        await source.close("ctx")
        assert (plugin.opened, plugin.closed) == ("ctx", "ctx")

    def test_every_hook_of_the_contract_has_a_method(self):
        specified = {name for name in vars(SourceSpec) if not name.startswith("_")} - {"describe"}
        assert set(HOOKS) == specified
        source = source_of(Full())
        for hook in HOOKS:
            assert source.has(hook)
            assert callable(getattr(source, hook))

    async def test_open_and_close_may_be_absent(self):
        source = source_of(Good())
        assert not source.has("open")
        await source.open("ctx")
        await source.close("ctx")

    async def test_an_absent_hook_is_an_error(self):
        with pytest.raises(PluginError, match="has no hook lookup_doi"):
            await source_of(Good()).lookup_doi("ctx", "10.1/x")

    @pytest.mark.parametrize("value", [None, [], "text"])
    async def test_a_hook_that_is_not_async_is_an_error(self, value):
        class Sync(Good):
            @hookimpl
            def search(self, ctx, query):
                return value

        with pytest.raises(PluginError, match=f"returned {type(value).__name__.removesuffix('Type')} from search"):
            await source_of(Sync()).search("ctx", "query")

    async def test_any_awaitable_will_do(self):
        class Answer:
            def __await__(self):
                return [Record(source="good")]
                yield

        class Plain(Good):
            @hookimpl
            def search(self, ctx, query):
                return Answer()

        assert await source_of(Plain()).search("ctx", "query") == [Record(source="good")]

    async def test_the_end_of_the_program_becomes_an_error(self):
        class Quitting(Good):
            @hookimpl
            async def search(self, ctx, query):
                sys.exit(4)

        with pytest.raises(PluginError, match="tried to end the program in search"):
            await source_of(Quitting()).search("ctx", "query")

    @pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
    async def test_other_exceptions_pass(self, error):
        class Raising(Good):
            @hookimpl
            async def search(self, ctx, query):
                raise error

        with pytest.raises(error):
            await source_of(Raising()).search("ctx", "query")

    def test_it_tells_who_it_is(self):
        source = source_of(Good())
        assert source.name == "good"
        assert repr(source) == "<Source 'good'>"
