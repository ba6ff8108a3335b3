"""`psiphi cache`: the compiled functions kept on disk."""

from __future__ import annotations

import argparse
import json

from psiphi.cli.output import print_lines
from psiphi.kernel.code.cache import CacheInfo, cache_info, clear_cache

SUMMARY = "where compiled functions are kept on disk and how much there is, or delete them all"

EXAMPLES = """\
examples:
  psiphi cache info
  psiphi cache info --json
  psiphi cache clear

PSIPHI_CACHE_DIR moves the cache to another directory; an empty value switches it off. Clearing it is always
safe: functions are compiled again when they are next used.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """info or clear."""
    parser.add_argument("action", choices=("info", "clear"), help="tell about the cache, or empty it")


def run(arguments: argparse.Namespace) -> int:
    """Tell, or clear and tell."""
    cleared = clear_cache() if arguments.action == "clear" else None
    info = cache_info()
    if arguments.json:
        print_lines([json.dumps(as_data(info, cleared), indent=2)])
    else:
        print_lines([as_text(info, cleared)])
    return 0


def as_text(info: CacheInfo, cleared: int | None) -> str:
    """One sentence."""
    if info.directory is None:
        return "The cache is switched off: PSIPHI_CACHE_DIR is empty."
    if cleared is not None:
        return f"{_functions(cleared)} deleted from {info.directory}"
    share = f"{_megabytes(info.size)} of at most {_megabytes(info.limit)}"
    return f"{info.directory}: {_functions(info.entries)}, {share}"


def as_data(info: CacheInfo, cleared: int | None) -> dict[str, object]:
    """The same for programs; sizes in bytes."""
    data: dict[str, object] = {
        "directory": None if info.directory is None else str(info.directory),
        "entries": info.entries,
        "size": info.size,
        "limit": info.limit,
    }
    return data if cleared is None else {**data, "cleared": cleared}


def _functions(count: int) -> str:
    return "1 compiled function" if count == 1 else f"{count} compiled functions"


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB"
