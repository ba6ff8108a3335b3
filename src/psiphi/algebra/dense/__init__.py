"""Dense evaluation of operator expressions: plain matrices, the judge of every other layer."""

from __future__ import annotations

from psiphi.algebra.dense.comparison import relative_difference
from psiphi.algebra.dense.dense import dense

__all__ = ["dense", "relative_difference"]
