"""`Check`: a difference that should be small, as pages and reports tell it."""

from __future__ import annotations

from psiphi.frozen import frozen


@frozen
class Check:
    """A difference that should be small, relative to the size of what is compared.

    `read` where all that is compared was printed somewhere: it was read, and nothing was computed.
    """

    what: str
    difference: float
    tolerance: float
    read: bool = False

    @property
    def holds(self) -> bool:
        return self.difference <= self.tolerance

    @property
    def amount(self) -> str:
        return "the same bits" if self.difference == 0.0 else f"{self.difference:.0e}"

    @property
    def in_words(self) -> str:
        return f"{'✓' if self.holds else '✗ FAILED:'} {self.what}: {self.amount}"
