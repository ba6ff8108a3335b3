"""Object code on disk, so that a function is compiled once and not once in every process.

Entries live in a directory of the user's own, `objects` under PSIPHI_CACHE_DIR or the platform's cache
directory. Since they are executed, the directory and its files must belong to the user and be closed to
everybody else. An entry carries a checksum, appears under its name in one step, and is looked up by a
hash of everything that decides its content, psiphi's own modules among it; any fault at all means compiling
again, and is reported once.  An empty PSIPHI_CACHE_DIR switches the cache off.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.kernel.code import stamp

LIMIT = 256 * 1024 * 1024
"""Bytes the cache may grow to before the entries that were used longest ago are deleted."""

_MAGIC = b"psiphi object 1\n"
_SUFFIX = ".psiphi"
_DIGEST_SIZE = 32
_DAY, _HOUR = 86400.0, 3600.0
_PACKAGE = str(Path(__file__).parents[2])


class CacheWarning(UserWarning):
    """The cache cannot be used; everything works, but is compiled anew in each process."""


@frozen
class Entry:
    """Object code and what is known about it."""

    facts: dict[str, Any]
    code: bytes


@frozen
class CacheInfo:
    """Where the cache is and how full; `directory` is None where it is switched off."""

    directory: Path | None
    entries: int
    size: int
    limit: int


class _Fault(Exception):
    """The cache cannot be trusted or used as it is."""


_unseen: dict[Path, int] = {}
"""How much this process has written into a directory since it last looked at its size."""

_Use = TypeVar("_Use")


def key_of(*parts: str) -> str:
    """The name of an entry: a hash of all that decides what it holds, this version of psiphi among it."""
    return hashlib.sha256("\0".join((_package_stamp() or "", *parts)).encode()).hexdigest()


def read(key: str, use: Callable[[Entry], _Use]) -> _Use | None:
    """What `use` makes of the entry of a key, or None where there is none or one that cannot be used."""
    try:
        directory = _directory()
        if directory is None:
            return None
        try:
            _check_directory(directory)
            entry = _parse(key, _read_own_file(directory / (key + _SUFFIX)))
        except FileNotFoundError:
            return None
        try:
            return use(entry)
        except (ValueError, TypeError, LookupError, ArithmeticError, CompileError) as fault:
            raise _Fault(f"the entry {key[:12]}… cannot be used: {fault}") from fault
    except (OSError, ValueError, RecursionError, _Fault) as fault:
        _report(fault)
        return None


def write(key: str, entry: Entry) -> None:
    """Keep an entry; where that fails the next process compiles again."""
    try:
        directory = _directory()
        if directory is None:
            return
        _make_directory(directory)
        facts = json.dumps({**entry.facts, "key": key}).encode()
        payload = len(facts).to_bytes(8, "little") + facts + entry.code
        _write_in_one_step(directory / (key + _SUFFIX), _MAGIC + hashlib.sha256(payload).digest() + payload)
        _unseen[directory] = _unseen.get(directory, LIMIT) + len(payload)
        if _unseen[directory] > LIMIT // 16:  # a look at all files costs as much as a kernel
            _evict(directory)
            _unseen[directory] = 0
    except (OSError, _Fault) as fault:
        _report(fault)


def cache_info() -> CacheInfo:
    """Where the cache is, and how full."""
    directory = _usable_directory()
    files = _files(directory) if directory else []
    return CacheInfo(directory, len(files), sum(status.st_size for _, status in files), LIMIT)


def clear_cache() -> int:
    """Delete every entry, and say how many there were."""
    directory = _usable_directory()
    count = 0
    for path, _ in _files(directory) if directory else []:
        path.unlink(missing_ok=True)
        count += 1
    return count


def _usable_directory() -> Path | None:
    try:
        return _directory()
    except (OSError, _Fault) as fault:
        _report(fault)
        return None


def _directory() -> Path | None:
    """Where entries are; None where the cache is switched off."""
    chosen = os.environ.get("PSIPHI_CACHE_DIR")
    if chosen is not None and not chosen.strip():
        return None
    if _modules() is None:
        raise _Fault("the modules of psiphi are no files, and do not tell which version made an entry")
    try:
        if chosen is not None:
            return Path(chosen).expanduser().absolute() / "objects"
        return _platform_cache() / "psiphi" / "objects"
    except RuntimeError as fault:  # of a user without a home, or of a name that no user has
        raise _Fault(str(fault).rstrip(".")) from fault


def _platform_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return chosen if chosen.is_absolute() else Path.home() / ".cache"  # relative ones count for nothing


def _make_directory(directory: Path) -> None:
    if not directory.exists():
        directory.parent.mkdir(parents=True, exist_ok=True)
        directory.mkdir(mode=0o700, exist_ok=True)
    _check_directory(directory)


def _check_directory(directory: Path) -> None:
    status = os.lstat(directory)
    if not stat.S_ISDIR(status.st_mode):
        raise _Fault(f"{directory} is not a directory")
    _check_owner(directory, status)


def _check_owner(path: Path, status: os.stat_result) -> None:
    if sys.platform == "win32":
        return  # the profile of a user is closed to others already
    if status.st_uid != os.getuid():
        raise _Fault(f"{path} belongs to another user")
    if status.st_mode & 0o077:
        raise _Fault(f"{path} is open to other users; it must have mode 0700 (files 0600)")


def _read_own_file(path: Path) -> bytes:
    # Not through a link, and checked on what was opened rather than on what its name stands for by now.
    # A pipe of that name must not make anybody wait.
    flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
    descriptor = os.open(path, os.O_RDONLY | sum(flags))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _Fault(f"{path} is not a file")
        _check_owner(path, status)
        if status.st_size > LIMIT:
            raise _Fault(f"{path} is too large")
        if time.time() - status.st_mtime > _DAY:
            os.utime(path)  # the time of last use, by which entries are evicted
        return file.read()


def _parse(key: str, content: bytes) -> Entry:
    start = len(_MAGIC) + _DIGEST_SIZE
    payload = content[start:]
    if content[: len(_MAGIC)] != _MAGIC or hashlib.sha256(payload).digest() != content[len(_MAGIC) : start]:
        raise _Fault(f"the entry {key[:12]}… is damaged")
    length = int.from_bytes(payload[:8], "little")
    facts: Any = json.loads(payload[8 : 8 + length])
    if not isinstance(facts, dict) or cast("dict[str, Any]", facts).pop("key", None) != key:
        raise _Fault(f"the entry {key[:12]}… belongs to another key")
    return Entry(cast("dict[str, Any]", facts), payload[8 + length :])


def _write_in_one_step(path: Path, content: bytes) -> None:
    # Stricter than psiphi.whole_file: closed to others from the start, never through a link, and under a name
    # that is no entry's.
    import tempfile  # not needed to read

    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _files(directory: Path) -> list[tuple[Path, os.stat_result]]:
    """The entries and what the system knows of them; files may vanish while other processes work here."""
    found: list[tuple[Path, os.stat_result]] = []
    try:
        with os.scandir(directory) as items:
            for item in items:
                try:
                    status = item.stat(follow_symlinks=False)
                    if item.name.endswith(_SUFFIX):
                        found.append((Path(item.path), status))
                    elif item.name.startswith(".writing-") and time.time() - status.st_mtime > _HOUR:
                        os.unlink(item.path)  # left behind by a process that was killed
                except FileNotFoundError:
                    continue
    except FileNotFoundError:
        return []
    return found


def _evict(directory: Path) -> None:
    files = _files(directory)
    total = sum(status.st_size for _, status in files)
    if total <= LIMIT:
        return
    for path, status in sorted(files, key=lambda item: item[1].st_mtime):
        path.unlink(missing_ok=True)
        total -= status.st_size
        if total <= 3 * LIMIT // 4:
            return


@cache
def _package_stamp() -> str | None:
    """What identifies this version of psiphi; None where its modules are no files of their own."""
    try:
        files = _modules()
        return None if files is None else _remembered_content(files)
    except OSError:
        return None


def _remembered_content(files: list[os.DirEntry[str]]) -> str:
    identity = stamp.identity(files)
    if identity is None:
        return stamp.content(files, _PACKAGE)
    key = hashlib.sha256(f"stamp\0{identity}".encode()).hexdigest()
    known = read(key, lambda entry: str(entry.facts["content"]))
    if known is None:
        known = stamp.content(files, _PACKAGE)
        write(key, Entry({"content": known}, b""))
    return known


@cache
def _modules() -> list[os.DirEntry[str]] | None:
    return stamp.modules(_PACKAGE)


_reported: list[str] = []


def _report(fault: Exception) -> None:
    """Say once in a process what is wrong; the work goes on without the cache."""
    if not _reported:
        _reported.append(str(fault))
        warnings.warn(
            f"The cache of compiled code is not used: {fault}. Functions are compiled anew instead; "
            f"set PSIPHI_CACHE_DIR to a directory of your own, or clear the cache.",
            CacheWarning,
            stacklevel=2,
        )
