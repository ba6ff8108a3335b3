"""The four forward-dynamics algorithms of RK88 as derivations from the equations of motion.

    T = 𝓜 θ̈ + H φ (M φ* a + b + B f),    𝓜 = H φ M φ* H*    [RK88 3.19, 3.20]

f is the force *by* the robot on its environment at the frames, as in the papers.
"""

from __future__ import annotations

from psiphi.algebra.derivation import Derivation
from psiphi.algebra.derive import Form, derive
from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import frame_vector, joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import B, H, M, a, b, mass, phi
from psiphi.errors import UnknownNameError
from psiphi.frozen import frozen

T = joint_vector("T")
f = frame_vector("f")
bias: Expr = H @ phi @ (M @ phi.T @ a + b + B @ f)
joint_accelerations: Expr = inv(mass) @ (T - bias)
link_accelerations: Expr = phi.T @ H.T @ joint_accelerations + phi.T @ a


@frozen
class Algorithm:
    """A forward-dynamics algorithm: what it computes, and the form that its derivation ends in."""

    expression: Expr
    form: Form
    source: str


ALGORITHMS = {
    "FD1": Algorithm(joint_accelerations, "as written", "RK88 4.17, 4.18"),
    "FD2": Algorithm(link_accelerations, "as written", "RK88 5.5, 5.6"),
    "FD3": Algorithm(joint_accelerations, "M kept", "RK88 5.8–5.10"),
    "FD4": Algorithm(joint_accelerations, "M eliminated", "RK88 5.13–5.15"),
}


def forward_dynamics(name: str) -> Derivation:
    """The derivation of FD1, FD2, FD3 or FD4.

    FD1 removes the bias torques first, FD2 gives link accelerations α as well, FD3 folds the bias into the
    filter (three sweeps), FD4 also avoids the sweep φ*a (two sweeps beside the one for velocities).
    """
    if name not in ALGORITHMS:
        raise UnknownNameError(f"no forward dynamics {name!r}; there are {', '.join(ALGORITHMS)}.")
    algorithm = ALGORITHMS[name]
    return derive(algorithm.expression, algorithm.form)
