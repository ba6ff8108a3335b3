"""How far two expressions are apart in numbers, measured against what rounding alone could do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Diagonal, Expr, Product, Sum
from psiphi.errors import SpaceError

if TYPE_CHECKING:
    from psiphi.algebra.dense.evaluation import Evaluation

Array = NDArray[np.float64]


def relative_difference(
    lhs: Expr,
    rhs: Expr,
    model: object,
    q: ArrayLike,
    *,
    v: ArrayLike | None = None,
    frames: Sequence[str] = (),
    vectors: Mapping[str, ArrayLike] | None = None,
) -> float:
    """The largest element of |lhs − rhs| over the largest of the terms that were added to get there.

    Where large terms cancel, their rounding errors stay, so that an error has to be compared with the size
    of the terms. Arguments as for `dense`; over a batch, the worst of all. Infinite where the numbers are too
    large to be compared.
    """
    if (lhs.range, lhs.domain) != (rhs.range, rhs.domain):
        raise SpaceError(f"'{lhs}' and '{rhs}' act between different spaces and cannot be compared.")
    from psiphi.algebra.dense.arguments import checked_batch  # plain matrices are not needed to compile

    worst = 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for _, evaluation in checked_batch([lhs, rhs], model, q, v, frames, vectors or {}).evaluations():
            difference = np.abs(evaluation.value(lhs) - evaluation.value(rhs))
            terms = np.maximum(_terms(evaluation, lhs), _terms(evaluation, rhs))
            if difference.any():
                found = float(difference.max() / terms.max())
                worst = max(worst, found if np.isfinite(found) else np.inf)
    return worst


def _terms(evaluation: Evaluation, x: Expr) -> Array:
    """The value of an expression were no term of its sums and products to cancel another."""
    match x:
        case Sum():
            sizes = [abs(float(c)) * _terms(evaluation, y) for c, y in x.terms]
            return np.sum(sizes, axis=0) if sizes else np.abs(evaluation.value(x))
        case Product():
            result = _terms(evaluation, x.factors[0])
            for factor in x.factors[1:]:
                result = result @ _terms(evaluation, factor)
            return result
        case Diagonal():
            return evaluation.system.memoryless_part(_terms(evaluation, x.base), x.range)
        case _:
            return np.abs(evaluation.value(x))
