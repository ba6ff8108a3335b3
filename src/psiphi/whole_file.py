"""Writing a file in one step, so that a failure leaves what was there before."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file beside `path` to write to; it takes the place of `path` once everything has been written.

    Links are followed, but not those that another user has put there: as systems do where all may write.
    """
    if path.is_symlink() and hasattr(os, "geteuid") and os.lstat(path).st_uid not in (0, os.geteuid()):
        raise PermissionError(f"{path} is a link of another user; give another name, or remove it.")
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.stem}.{os.urandom(6).hex()}{target.suffix}")
    try:
        temporary.touch(exist_ok=False)
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
