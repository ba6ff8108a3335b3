"""Inverses and powers of matrices, refused where they do not exist."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from psiphi.errors import ExpressionError

Array = NDArray[np.float64]

WORST_CONDITION = 1.0 / np.finfo(np.float64).eps  # beyond it no digit of an inverse is right


def inverse(matrix: Array, name: object) -> Array:
    """The inverse of a matrix; `name` is the expression that the error speaks of."""
    if matrix.size == 0:
        return matrix
    try:
        result = np.linalg.inv(matrix).astype(np.float64, copy=False)
        condition = float(np.linalg.norm(matrix, 1) * np.linalg.norm(result, 1))
    except np.linalg.LinAlgError:
        raise _singular(name, np.inf) from None
    if not condition < WORST_CONDITION:
        raise _singular(name, condition)
    return result


def positive_power(matrix: Array, exponent: Fraction, blocks: Sequence[Sequence[int]], name: object) -> Array:
    """A power of a symmetric, positive definite, block diagonal matrix, block by block by eigenvalues."""
    result = np.zeros_like(matrix)
    for block in blocks:
        place = np.ix_(block, block)
        values, vectors = np.linalg.eigh(matrix[place])
        if not (values > 0.0).all():
            raise ExpressionError(
                f"({name})^({exponent}) does not exist for this robot in this configuration: "
                f"a block of '{name}' has the eigenvalue {values.min():.3g}, and all must be positive."
            )
        result[place] = (vectors * values ** float(exponent)) @ vectors.T
    return result


def _singular(name: object, condition: float) -> ExpressionError:
    return ExpressionError(
        f"inv({name}) does not exist for this robot in this configuration: the matrix is singular "
        f"(condition number {condition:.1e})."
    )
