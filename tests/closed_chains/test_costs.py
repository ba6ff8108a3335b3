"""Operations of closed chains: linear in the number of bodies, whatever loops there are."""

from __future__ import annotations

import pytest

from psiphi.dynamics.catalogue import request
from psiphi.formats.robots import random_tree
from psiphi.kernel.program.counts import count
from psiphi.kernel.tracing import cheapest
from psiphi.model import Model


def chain(n: int) -> Model:
    """A chain of n hinges, its tip welded to the world, and a rod across it."""
    model = random_tree(0, bodies=n, kinds=("revolute",), branching="chain")
    names = model.body_names
    model = model.with_loop(names[-1], "world", "weld", name="tip")
    return model.with_loop(names[1], names[-2], "distance", name="rod", length=1.0)


@pytest.mark.parametrize("name", ["constrained_forward_dynamics", "constraint_compliance", "constraint_bias"])
def test_operations_grow_linearly(name: str):
    """From 20 to 40 bodies by twice what they grow from 10 to 20, but for the bodies at the ends."""
    method = "articulated" if name == "constrained_forward_dynamics" else None
    ten, twenty, forty = (
        count(cheapest(request(chain(n), name, method=method)).program).total for n in (10, 20, 40)
    )
    assert twenty - ten > 0
    assert abs((forty - twenty) - 2 * (twenty - ten)) <= 0.02 * forty


def test_accelerations_and_forces_share_their_sweeps():
    """Forces beside accelerations add nothing: they are on the way."""
    model = chain(10)
    both = request(model, "constrained_forward_dynamics", method="articulated")
    alone = type(both)(both.model, both.expression, form=both.form, order=both.order)
    assert count(cheapest(both).program).total == count(cheapest(alone).program).total
