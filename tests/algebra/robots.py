"""Random robots for the tests of the algebra: every joint type, one to twelve bodies, any condition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from psiphi.algebra.expression import Expr, symbols_of
from psiphi.algebra.identities import Condition
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.spaces import Space
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import Model

Array = NDArray[np.float64]

FRAMES = 3


@dataclass(frozen=True)
class Case:
    """A robot in a configuration, moving, with three frames somewhere on it."""

    model: Model
    q: Array
    v: Array
    frames: tuple[str, ...]
    seed: int

    @property
    def sizes(self) -> dict[Space, int]:
        """The dimensions that the spaces should have, told without the dense evaluator."""
        merged = self.model.merged()
        return {
            Space.JOINT: sum(body.joint.kind.nv for body in self.model.bodies),
            Space.BODY: 6 * len(merged.bodies),
            Space.FRAME: 6 * len(self.frames),
            Space.COORDINATE: len(self.v),
            Space.LOOP: merged.loop_size,
            Space.TENDON: 0,  # random trees have none
            Space.WORLD: 6,
            Space.ONE: 1,
        }

    def vectors(self, *expressions: Expr) -> dict[str, Array]:
        """Random values for the input vectors of these expressions, the same for each name."""
        inputs = {s for x in expressions for s in symbols_of(x) if s.domain is Space.ONE}
        rng = np.random.default_rng(self.seed)
        drawn = {s.name: rng.normal(size=self.sizes[s.range]) for s in sorted(inputs, key=lambda s: s.name)}
        return {name: value for name, value in drawn.items() if name not in OPERATORS}

    def __repr__(self) -> str:
        return f"<{self.model}, parents {self.model.merged().parents}, seed {self.seed}>"


def case(seed: int, condition: Condition = Condition.ANY, bodies: int = 8, **options: object) -> Case:
    """The random robot of this seed that satisfies a condition; `options` go to random_tree."""
    rng = np.random.default_rng(seed)
    shape: dict[str, object] = {
        "branching": "chain" if condition.needs_chain else float(rng.choice([0.0, 0.3, 0.6, 1.0])),
        "base": "free" if condition.needs_free_base else "fixed",
        "roots": 1 if condition is not Condition.ANY else int(rng.integers(1, min(bodies, 3) + 1)),
        "mimic": float(rng.choice([0.0, 0.3])),
        "rotors": "carried",
    }
    model = random_tree(seed, bodies=bodies, **(shape | options))  # type: ignore[arg-type]
    frames = tuple(str(name) for name in rng.choice(model.frame_names, size=FRAMES))
    return Case(model, model.random_configuration(rng), rng.normal(size=model.nv), frames, seed)


def cases(condition: Condition = Condition.ANY) -> st.SearchStrategy[Case]:
    """Robots of one to twelve bodies that satisfy a condition."""
    return st.builds(
        case,
        seed=st.integers(0, 2**32 - 1),
        condition=st.just(condition),
        bodies=st.integers(1, 12),
    )
