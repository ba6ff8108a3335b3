"""The table of identities with flexible bodies: rows hold, but for those that need what such bodies lack."""

from __future__ import annotations

import numpy as np
from spars import CHAIN_Q, CHAIN_V, chain, tree, tree_state

from psiphi.algebra.dense import dense
from psiphi.algebra.expression import symbols_of
from psiphi.algebra.identities import TABLE, Condition
from psiphi.algebra.inputs import Given
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError

LACKED = ("E_b", "r_b", "inv(Q)", "cross")
"""What inverts the step from a body to the next, and turns all of a body's rows as if it were rigid."""

MOVING = {
    *("RJK section 6, rate of the mass matrix", "RJK section 6, no work"),
    *("derivative, Coriolis matrix", "derivative, Coriolis forces"),
    *("derivative, mass matrix", "derivative, Riccati equation"),
}
"""Rows that lack Ė_φ, which test_dense_flexible.py has them with, or take M for constant."""


def test_identities_hold_or_are_refused_by_name() -> None:
    found: dict[str, list[str]] = {"holds": [], "refused": [], "fails": []}
    free_flying = (tree((0.0, 0.2, -9.8)), *tree_state())
    on_ground = (chain(), np.array(CHAIN_Q), np.array(CHAIN_V))
    for row in TABLE:
        if row.condition is Condition.FREE_FLYING_CHAIN:
            continue
        model, q, v = on_ground if row.condition.needs_chain else free_flying
        bodies = sum(6 + (body.modes.count if body.modes else 0) for body in model.bodies)
        sizes = {Space.JOINT: model.nv, Space.BODY: bodies, Space.FRAME: 6, Space.WORLD: 6}
        rng, given = np.random.default_rng(0), {}
        symbols = sorted(symbols_of(row.lhs) | symbols_of(row.rhs), key=str)
        for s in symbols:
            if isinstance(s.owner, Given) or (s.is_vector and s.name not in OPERATORS):
                given[s.name] = rng.random(sizes[s.range])
        frames = ["hand"] if any(Space.FRAME in (s.range, s.domain) for s in symbols) else []
        try:
            sides = [dense(x, model, q, v=v, frames=frames, **given) for x in (row.lhs, row.rhs)]
        except ExpressionError as error:
            found["refused" if any(name in str(error) for name in LACKED) else "fails"].append(row.name)
            continue
        size = max(1.0, *(float(np.abs(side).max()) for side in sides))
        close = np.abs(sides[0] - sides[1]).max() <= 1e-8 * size
        found["holds" if close else "fails"].append(row.name)
    assert set(found["fails"]) == MOVING
    assert len(found["holds"]) >= 150
    assert len(found["refused"]) <= 21
