"""How the argument of a program is varied, where that is not element by element.

A configuration q lives on a manifold: it is varied by dq with one number for each rate. What is said here is
linear, δ(node) = Σ coefficient · dq[column], so that it serves both ways: forward from dq to the nodes, and
back from what a result owes to the nodes to what it owes to dq.
"""

from __future__ import annotations

from collections.abc import Mapping

from psiphi.frozen import frozen
from psiphi.kernel.program.scalar import Scalar, Value


@frozen
class Variation:
    """`size` numbers by which an argument is varied, and the nodes that move with them.

    Nodes are inputs, and others at which differentiation may stop; the nodes behind those need not be
    looked at then. Coefficients are nodes of the same graph, or floats.
    """

    argument: str
    size: int
    moving: tuple[tuple[Scalar, Mapping[int, Value]], ...]
