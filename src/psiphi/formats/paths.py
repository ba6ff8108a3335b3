"""Where the references of a robot file may lead: into its own package, or into the roots the caller declares.

A mesh is opened when it is drawn and not before; a reference that climbs out of the roots is refused all the
same, since such a file is either broken or hostile, and other programs will open what it names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from psiphi.errors import ArgumentTypeError
from psiphi.frozen import frozen

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?://)?(.*)", re.DOTALL)  # two letters: C: is a drive
_DRIVE = re.compile(r"[A-Za-z]:/")


@frozen
class Confinement:
    """The directories that one robot file may refer to; all are absolute, without symbolic links."""

    directory: Path  # relative references are read from here
    roots: tuple[Path, ...]
    declared: bool  # by the caller; otherwise the roots are the file's own package

    @staticmethod
    def of(file: str | Path | None, roots: Iterable[str | Path] | None = None) -> Confinement:
        """The confinement of a file, or of a text without one (as if it were in the working directory)."""
        directory = Path(os.path.realpath(os.path.dirname(file) if file is not None else "."))
        if roots is None:
            return Confinement(directory, (_package_of(directory),), declared=False)
        if isinstance(roots, str | os.PathLike) or not isinstance(roots, Iterable):
            raise ArgumentTypeError(f"roots: give a list of directories, such as [{str(roots)!r}].")
        declared = list(roots)
        if not all(isinstance(root, str | os.PathLike) for root in declared):
            raise ArgumentTypeError(f"roots: {declared!r} is not a list of directories.")
        places = (directory, *(Path(os.path.realpath(root)) for root in declared))
        return Confinement(directory, places, declared=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The roots as text, for what remembers them beyond the reading of the file."""
        return tuple(map(str, self.roots))

    def escape(self, reference: str) -> str | None:
        """Why a reference leaves the roots, in words, or None if it stays inside, by its text alone."""
        uri = _SCHEME.fullmatch(reference)
        scheme = uri[1].lower() if uri else "path"
        text = (unquote(uri[2]) if uri else reference).replace("\\", "/")
        if scheme in ("package", "model"):
            return "climbs out of its package" if _climbs(text) else None
        if scheme not in ("path", "file"):
            return None  # the web is not the file system
        if text.startswith("/") or _DRIVE.match(text):
            # An absolute path hides nothing: it is checked against roots that somebody has declared.
            outside = self.declared and not self.contains(text)
        else:
            outside = not self.contains(os.path.join(self.directory, text))
        return f"leads out of {self.described()}" if outside else None

    def place(self, reference: str) -> str:
        """The absolute path that a reference means, whether or not there is such a file.

        A package is the root of its name, or a directory beside the file, in a root or above one that has it;
        what is above the roots is named, and not opened.
        """
        uri = _SCHEME.fullmatch(reference)
        scheme = uri[1].lower() if uri else "path"
        text = (unquote(uri[2]) if uri else reference).replace("\\", "/")
        if scheme in ("path", "file"):
            return os.path.normpath(os.path.join(self.directory, text))
        if scheme not in ("package", "model"):
            return reference
        package, _, inside = text.partition("/")
        above = [place for root in self.roots for place in (root, *root.parents) if place.name == package]
        candidates = [*above, *(place / package for place in (self.directory, *self.roots)), *self.roots]
        found = [str(place / inside) for place in candidates]
        return os.path.normpath(next(filter(os.path.isfile, found), found[0]))

    def contains(self, path: str | Path) -> bool:
        """Whether an absolute path lies inside a root, by its text."""
        place = Path(os.path.normpath(path))
        return any(place.is_relative_to(root) for root in self.roots)

    def really_contains(self, path: str | Path) -> bool:
        """Whether an absolute path lies inside a root even after symbolic links are followed."""
        return self.contains(path) and self.contains(os.path.realpath(path))

    def described(self) -> str:
        listed = ", ".join(str(root) for root in self.roots)
        return f"the declared roots ({listed})" if self.declared else f"the file's package ({listed})"


REMEDY = "Correct the path, or declare the directory with roots=[...]."


def _package_of(directory: Path) -> Path:
    """The nearest directory above with a package.xml, else the parent: robot/urdf goes with robot/meshes."""
    for place in (directory, *directory.parents):
        if (place / "package.xml").is_file():
            return place
    return directory.parent


def _climbs(text: str) -> bool:
    """Whether a relative path rises above its beginning on the way."""
    depth = 0
    for part in text.split("/"):
        depth += {"": 0, ".": 0, "..": -1}.get(part, 1)
        if depth < 0:
            return True
    return False
