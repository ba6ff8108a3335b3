"""Systems as a whole: what solving them takes is known beforehand, and too much is refused."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi.algebra import M, Space, body_vector, identity, inv, phi
from psiphi.algebra.expression import Expr
from psiphi.errors import CompileError
from psiphi.formats.robots import panda
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph
from psiphi.kernel.tracing import Request, cheapest
from psiphi.recursion.matrices import matrices
from psiphi.recursion.numbers.solving import operations_of, solver_of

DEFINITE: Expr = M + phi @ phi.T
GENERAL: Expr = M + phi


@pytest.mark.parametrize("X", [DEFINITE, GENERAL], ids=str)
@pytest.mark.parametrize("share", [0.1, 0.4, 1.0])
def test_operations_are_known_before_they_are_made(X: Expr, share: float) -> None:
    n = 24
    graph, rng = Graph(), np.random.default_rng(1)
    entries, y = Argument("A", (n, n)), Argument("y", (n,))
    scalars = entries.scalars(graph)
    there = (rng.random((n, n)) < share) | np.eye(n, dtype=bool)
    there = there | there.T if X is DEFINITE else there
    places = [[max(i, j) * n + min(i, j) if X is DEFINITE else i * n + j for j in range(n)] for i in range(n)]
    rows = [[scalars[places[i][j]] if there[i, j] else 0.0 for j in range(n)] for i in range(n)]
    solved = solver_of(rows, X, GraphArithmetic(graph)).solve(y.scalars(graph))
    made = count(Program((entries, y), (Output("x", (n,), tuple(solved)),))).total
    assert sum(operations_of(rows, X)) == pytest.approx(made, rel=0.25)


def test_what_takes_too_many_operations_is_refused(monkeypatch) -> None:
    request = Request(panda(), inv(identity(Space.BODY) + phi.T @ M @ phi) @ body_vector("x"))
    assert cheapest(request)
    monkeypatch.setattr(matrices, "MOST_OPERATIONS", 1_000)
    with pytest.raises(CompileError, match=r"42×42 matrix takes millions .* numpy.linalg.solve"):
        cheapest(request)
