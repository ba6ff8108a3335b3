"""The operator workbench: write, rewrite, prove and print expressions in the operators of the papers."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from psiphi.algebra import operators
from psiphi.algebra.construction import diagonal, identity, symbol, zero
from psiphi.algebra.crossings import bend, cross, crossbar
from psiphi.algebra.dense import dense
from psiphi.algebra.derivation import Derivation, Step
from psiphi.algebra.derivatives import derivative, rate
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import lyapunov, resolvent, riccati
from psiphi.algebra.forward_dynamics import forward_dynamics
from psiphi.algebra.inputs import (
    body_operator,
    body_vector,
    coordinate_vector,
    frame_operator,
    frame_vector,
    joint_operator,
    joint_vector,
    loop_operator,
    loop_vector,
    tendon_vector,
    world_vector,
)
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import *  # noqa: F403  each of them is named there
from psiphi.algebra.prove import Counterexample, Proof, prove, refute
from psiphi.algebra.reach import Reach
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import Structure, structure

if TYPE_CHECKING:
    from psiphi.algebra.reading.parse import parse

__all__ = [
    "Counterexample",
    "Derivation",
    "Expr",
    "Fraction",
    "Proof",
    "Reach",
    "Space",
    "Step",
    "Structure",
    "Symbol",
    "bend",
    "body_operator",
    "body_vector",
    "coordinate_vector",
    "cross",
    "crossbar",
    "dense",
    "derivative",
    "derive",
    "diagonal",
    "forward_dynamics",
    "frame_operator",
    "frame_vector",
    "identity",
    "inv",
    "joint_operator",
    "joint_vector",
    "loop_operator",
    "loop_vector",
    "lyapunov",
    "parse",
    "prove",
    "rate",
    "refute",
    "resolvent",
    "riccati",
    "structure",
    "symbol",
    "tendon_vector",
    "world_vector",
    "zero",
]
__all__ += operators.__all__


def __getattr__(name: str) -> Any:
    """Reading text is loaded where there is some: functions are compiled without."""
    if name != "parse":
        raise AttributeError(f"module 'psiphi.algebra' has no attribute {name!r}")
    from psiphi.algebra.reading.parse import parse

    return parse
