"""How much work rewriting may take before it gives up: words looked at, whatever the machine."""

from __future__ import annotations

from psiphi.errors import BudgetError

# Words looked at in one rewriting, some half a second, and in completing one set of rules, about one. Of the
# papers' identities none needs more than 350.
REWRITING, COMPLETING = 10_000, 15_000


class Budget:
    """How many more words may be looked at."""

    def __init__(self, words: int) -> None:
        self.words = self.left = words

    def spend(self) -> None:
        """Count one word."""
        self.left -= 1
        if self.left < 0:
            raise BudgetError(
                f"rewriting this looks at more than {self.words} words. Powers and products of sums grow "
                "fast when multiplied out: name a part of it as a vector, or take it in parts."
            )
