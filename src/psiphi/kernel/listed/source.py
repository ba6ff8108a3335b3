"""Where lists come from: traced and written down, or remembered on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from psiphi.kernel.code import cache
from psiphi.kernel.code.patience import telling
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.listed.tables import TABLES, Listing
from psiphi.kernel.source import ProgramSource, no_collection
from psiphi.locks import COMPILING

if TYPE_CHECKING:
    from psiphi.kernel.emit.batch import Emission


class ListedSource:
    """A program as a list for the machine, whose code is that of all programs with as many arrays."""

    def __init__(self, source: ProgramSource) -> None:
        self._source = source
        self.signature = source.signature
        self._arrays = len(self.signature.arguments), len(self.signature.results)
        self.key = f"machine for {self._arrays}"
        self._listed: Listing | None = None
        self._converted: dict[Precision, tuple[Any, ...]] = {}

    @property
    def copies(self) -> tuple[int, ...]:
        return (self._listing().slots,)

    def emit(self, target: Target) -> Emission:
        from psiphi.kernel.listed.emit import emit_machine  # not needed where the code is on disk

        return emit_machine(target, *self._arrays)

    def tables(self, precision: Precision) -> tuple[Any, ...]:
        if precision not in self._converted:
            listing = self._listing()
            found = {**vars(listing), "constants": listing.constants.astype(precision.dtype)}
            self._converted[precision] = tuple(np.ascontiguousarray(found[name]) for name in TABLES)
        return self._converted[precision]

    def _listing(self) -> Listing:
        with COMPILING:
            if self._listed is None:
                key = cache.key_of("list", self._source.key)
                self._listed = cache.read(key, Listing.from_entry)
                if self._listed is None:
                    self._listed = self._written()
                    cache.write(key, self._listed.entry())
            return self._listed

    def _written(self) -> Listing:
        from psiphi.kernel.listed.listing import list_program

        with no_collection(), telling("tracing"):
            return list_program(self._source.traced())
