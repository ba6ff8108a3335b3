"""Object code on disk, so that a function is compiled once and not once in every process.

Entries live in a directory of the user's own, `objects` under PSIPHI_CACHE_DIR or the platform's cache
directory. Since they are executed, the directory and its files must belong to the user and be closed to
everybody else. An entry carries a checksum, appears under its name in one step, and is looked up by a
hash of everything that decides its content; any fault at all means compiling again, and is reported
once.  An empty PSIPHI_CACHE_DIR switches the cache off.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import tempfile
import time
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LIMIT = 256 * 1024 * 1024
"""Bytes the cache may grow to before the entries that were used longest ago are deleted."""

_MAGIC = b"psiphi object 1\n"
_SUFFIX = ".psiphi"
_DIGEST_SIZE = 32
_DAY, _HOUR = 86400.0, 3600.0
_LAYERS = ("spatial", "model", "algebra", "recursion", "kernel", "dynamics")


class CacheWarning(UserWarning):
    """The cache cannot be used; everything works, but is compiled anew in each process."""


@dataclass(frozen=True)
class Entry:
    """Object code and what is known about it."""

    facts: dict[str, Any]
    code: bytes


@dataclass(frozen=True)
class CacheInfo:
    """Where the cache is and how full; `directory` is None where it is switched off."""

    directory: Path | None
    entries: int
    size: int
    limit: int


class _Fault(Exception):
    """The cache cannot be trusted or used as it is."""


def key_of(*parts: str) -> str:
    """The name of an entry: a hash of all that decides what it holds, this version of psiphi among it."""
    return hashlib.sha256("\0".join((_package_stamp(), *parts)).encode()).hexdigest()


def read(key: str) -> Entry | None:
    """The entry of a key, or None where there is none that can be used."""
    try:
        directory = _directory()
        path = directory / (key + _SUFFIX) if directory else None
        if path is None or not path.exists():
            return None
        _check_directory(path.parent)
        return _parse(key, _read_own_file(path))
    except (OSError, ValueError, _Fault) as fault:
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
        _evict(directory)
    except (OSError, _Fault) as fault:
        _report(fault)


def cache_info() -> CacheInfo:
    """Where the cache is, and how full."""
    directory = _directory()
    files = _files(directory) if directory else []
    return CacheInfo(directory, len(files), sum(status.st_size for _, status in files), LIMIT)


def clear_cache() -> int:
    """Delete every entry, and say how many there were."""
    directory = _directory()
    count = 0
    for path, _ in _files(directory) if directory else []:
        path.unlink(missing_ok=True)
        count += 1
    return count


def _directory() -> Path | None:
    chosen = os.environ.get("PSIPHI_CACHE_DIR")
    if chosen is not None:
        return Path(chosen).expanduser().absolute() / "objects" if chosen.strip() else None
    return _platform_cache() / "psiphi" / "objects"


def _platform_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


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
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _Fault(f"{path} is not a file")
        _check_owner(path, status)
        if time.time() - status.st_mtime > _DAY:
            os.utime(path)  # the time of last use, by which entries are evicted
        return file.read()


def _parse(key: str, content: bytes) -> Entry:
    start = len(_MAGIC) + _DIGEST_SIZE
    payload = content[start:]
    if content[: len(_MAGIC)] != _MAGIC or hashlib.sha256(payload).digest() != content[len(_MAGIC) : start]:
        raise _Fault(f"the entry {key[:12]}… is damaged")
    length = int.from_bytes(payload[:8], "little")
    facts = json.loads(payload[8 : 8 + length])
    if facts.pop("key", None) != key:
        raise _Fault(f"the entry {key[:12]}… belongs to another key")
    return Entry(facts, payload[8 + length :])


def _write_in_one_step(path: Path, content: bytes) -> None:
    # Stricter than psiphi.whole_file: closed to others from the start, never through a link, and under a name
    # that is no entry's.
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
def _package_stamp() -> str:
    """What identifies this version of psiphi: names, sizes and times of the modules on the way to code."""
    root = Path(__file__).parents[2]
    stamp = hashlib.sha256()
    pending = [str(root / layer) for layer in _LAYERS]
    while pending:
        with os.scandir(pending.pop()) as items:
            for item in sorted(items, key=lambda item: item.name):
                if item.is_dir(follow_symlinks=False):
                    pending.append(item.path)
                elif item.name.endswith(".py"):
                    status = item.stat()
                    stamp.update(f"{item.path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return stamp.hexdigest()


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
