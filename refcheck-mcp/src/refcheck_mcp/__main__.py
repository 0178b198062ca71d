"""``refcheck-mcp``: run the MCP server."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_PORT = 8000
USAGE_ERROR = 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="refcheck-mcp",
        description="MCP server that verifies academic references. Speaks over stdin and stdout unless told otherwise.",
    )
    parser.add_argument("--transport", choices=("stdio", "streamable-http"), default="stdio")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (streamable-http); 127.0.0.1")
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help=f"port (streamable-http); {DEFAULT_PORT}")
    parser.add_argument(
        "--library",
        action="extend",
        nargs="+",
        default=[],
        metavar="FILE",
        help="a library of yours (.bib, .jsonl and others) to ask before all databases; can be repeated",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError(text)
    return port


def main(argv: Sequence[str] | None = None) -> int:
    """Run the server until its client goes; the exit code."""
    options = _parser().parse_args(argv)
    if options.version:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"refcheck-mcp {version('refcheck-mcp')}")  # noqa: T201  (no server runs)
        return 0

    from refcheck_core.settings import Settings, SettingsError  # noqa: PLC0415

    try:
        settings = Settings.from_environment()
        if options.library:
            settings = settings.with_library(options.library)
    except SettingsError as error:
        print(f"refcheck-mcp: {error}", file=sys.stderr)  # noqa: T201  (logging is not set up yet)
        return USAGE_ERROR

    from refcheck_core.logs import configure_logging  # noqa: PLC0415

    from .engine import open_beside_stdout  # noqa: PLC0415
    from .server import build_server  # noqa: PLC0415

    configure_logging(settings)
    server = build_server(settings, open_beside_stdout)
    try:
        if options.transport == "stdio":
            server.run("stdio")
        else:
            server.run("streamable-http", host=options.host, port=options.port)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
