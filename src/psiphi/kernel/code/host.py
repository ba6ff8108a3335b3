"""The machine this process runs on, and the compiler it has: known without loading LLVM, which takes long.

Only where code is compiled is LLVM needed. Linux tells what a processor can do; elsewhere, and in roots
without /proc, LLVM is asked.
"""

from __future__ import annotations

import platform
import sys
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

from psiphi.errors import CompileError

# Features as LLVM names them that Linux calls otherwise.
_IN_LINUX = {"bmi": "bmi1", "lzcnt": "abm"}
_PROCESSORS = Path("/proc/cpuinfo")
_ENOUGH = 1 << 14  # bytes for the first processor in the list of all
_FIRST_CACHE = Path("/sys/devices/system/cpu/cpu0/cache/index0/size")


@cache
def architecture() -> str:
    """x86_64, aarch64, …"""
    machine = platform.machine().lower() if sys.maxsize > 2**32 else "a machine of 32 bits"
    return {"arm64": "aarch64", "amd64": "x86_64"}.get(machine, machine)


@cache
def _features() -> frozenset[str]:
    """The features of the processor: as Linux names them on x86-64, else as LLVM does."""
    if sys.platform == "linux" and architecture() == "x86_64":
        with suppress(OSError), _PROCESSORS.open("rb") as file:
            for line in file.read(_ENOUGH).splitlines():
                name, _, words = line.partition(b":")
                if name.strip() == b"flags":
                    return frozenset(words.decode("latin-1").split())
    from psiphi.kernel.code import llvm

    return llvm.host_features()


def has(*features: str) -> bool:
    """Whether the processor has all of these features, called as LLVM calls them."""
    found = _features()
    return all(feature in found or _IN_LINUX.get(feature) in found for feature in features)


@cache
def first_cache() -> int:
    """KiB of the first cache of data: 32, which is common, where Linux does not tell."""
    with suppress(OSError, ValueError):
        return int(_FIRST_CACHE.read_text().rstrip("K\n"))
    return 32


@cache
def compiler() -> str:
    """What decides how object code comes out: the platform, its cache, and llvmlite with its LLVM."""
    spec = PathFinder.find_spec("llvmlite")
    if spec is None:  # among files; programs that are frozen have other places
        from importlib.util import find_spec

        spec = find_spec("llvmlite")
    if spec is None or spec.origin is None:
        raise CompileError("llvmlite is missing, which compiles functions: python -m pip install llvmlite")
    try:
        version = Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")
    except OSError:  # in an archive
        from psiphi.kernel.code import llvm

        version = llvm.version()
    return f"{sys.platform} {architecture()} {first_cache()} {version}"
