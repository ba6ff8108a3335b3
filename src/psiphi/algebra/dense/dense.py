"""The value of an expression as plain matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.algebra.spaces import Space

Array = NDArray[np.float64]


def dense(
    expression: Expr,
    model: object,
    q: ArrayLike,
    *,
    v: ArrayLike | None = None,
    frames: Sequence[str] = (),
    vectors: Mapping[str, ArrayLike] | None = None,
    **named_vectors: ArrayLike,
) -> Array:
    """The value of an expression as plain matrices, for a robot in a configuration.

        dense(inv(mass) @ tau, robot, q, tau=torques)

    `model` is a Model, or anything with one as its attribute `model`. `q` is (..., nq); `v` (..., nv) is
    needed where a, b or another symbol of a moving robot occurs; `frames` names the frames of B in their
    order. Input vectors go by their names, as keywords or in `vectors` (for names such as T'). Leading shapes
    are the batch and broadcast. An operator gives (..., range, domain), a vector (..., range), a scalar
    product (...). The spaces have the sizes

        joint        nv_tree, every joint of the tree
        body         6 per body of model.merged(), base to tip, each in its own frame at its origin
        frame        6 per frame, in its axes at its origin
        coordinate   nv, the independent coordinates
        loop         model.loop_size, the equations of all loops
        world        6, at the origin of the world in its axes
    """
    from psiphi.algebra.dense.arguments import checked_batch  # plain matrices are not needed to compile

    batch = checked_batch([expression], model, q, v, frames, {**(vectors or {}), **named_vectors})
    spaces = (space for space in (expression.range, expression.domain) if space is not Space.ONE)
    shape = tuple(batch.sizes[space] for space in spaces)
    result = np.empty((*batch.shape, *shape))
    for index, evaluation in batch.evaluations():
        result[index] = evaluation.value(expression).reshape(shape)
    return result
