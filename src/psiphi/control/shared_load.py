"""Several arms that hold one object: its motion, how they share its load, and what they squeeze it with.

Arms and object are a tree, and their grasps are loops. The accelerations of all joints follow from that of
the object and from the loops; joint forces τ = 𝓜x + C − J_c*f leave the forces f of the grasps free but for
what carries the load, so that f is chosen: least by shares, and with a squeeze that moves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra import H, N, loop_vector, phi
from psiphi.control.actuated import actuated
from psiphi.control.frame_references import frame_reference
from psiphi.control.gains import positive
from psiphi.control.law import Arrays, Numbers
from psiphi.control.operational_space import FrameLaw, frame_gains
from psiphi.control.rates import features_of
from psiphi.dynamics.loops.actuation import ActuatedForces, shares_of_equations
from psiphi.errors import InputError
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.tracing import inlined
from psiphi.model.arguments import number_array
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.least_factors import LeastFactors
from psiphi.recursion.numbers.vectors import dot, minus, plus, times
from psiphi.robot import Robot

Array = NDArray[Any]
Matrix = Sequence[Numbers]

UNBALANCED = 1e-4
"""What may be left over at joints without motors beside the largest force; NaN comes out where it is more."""
TINY = 1e-9
"""The same where there are no forces, in N or N m."""


class SharedLoad(FrameLaw):
    """τ = 𝓜x + C − J_c*f: an object that moves as it is told in the hands of several arms.

    frame               one of the object
    reference           as those of `OperationalSpace`
    pole                −p, double, of the object, in 1/s; or `stiffness` in 1/s² and `damping` in 1/s
    motors              the joints that are driven; all but free ones if None
    squeeze             forces of the loops (..., m) that are added where they move nothing
    shares              how the loops, by name, share the load: f minimises Σ|f_loop|²/share
    rate                in 1/s, at which motions of the arms fall that the object does not see

    V = ½u*u + ½e*K_p e of the object falls by u*K_d u, and the grasps feel f. Forces are NaN where the loops
    cannot move the joints without motors as that asks. (Kreutz and Lokshin, American
    Control Conference 1988; RJK 6.)
    """

    def __init__(
        self,
        robot: Robot,
        frame: str,
        reference: Any,
        *,
        pole: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
        motors: Sequence[str] | None = None,
        squeeze: ArrayLike | None = None,
        shares: Mapping[str, float] | None = None,
        rate: float = 8.0,
    ) -> None:
        model, features = robot.model, features_of(robot)
        if not features.loops_between_frames or not model.loops:
            raise InputError(f"{model.name!r} has no grasps; model.with_loop(...) welds hands to an object.")
        squeezed = np.zeros(model.loop_size) if squeeze is None else number_array("squeeze", squeeze)
        if squeezed.shape[-1:] != (model.loop_size,):
            raise InputError(f"squeeze: has shape {squeezed.shape}; give (..., {model.loop_size}).")
        gains = frame_gains(pole, stiffness, damping)
        gains |= {"squeeze": squeezed, "shares": shares_of_equations(model, shares)}
        gains["k"] = positive("rate", rate).reshape(*np.shape(rate), 1)
        self._driven = np.isin(np.arange(robot.nv), actuated(robot, motors)).tolist()
        self._options = (self._driven,)
        self._moved = [robot.kernel(name, [frame]).request for name in ("jacobian", "jacobian_dot_v")]
        self._held = [robot.kernel(name).request for name in ("constraint_jacobian", "constraint_bias")]
        self._asked = robot.kernel("inverse_dynamics").request
        held = features.forces(H @ phi @ N.T @ loop_vector("f"))
        expression = features.inverse_dynamics(features.vector("x")) - held
        super().__init__(robot, frame, expression, frame_reference(reference), gains)

    def planned(self, t: float, q: ArrayLike, v: ArrayLike) -> ActuatedForces:
        """Joint forces (..., nv) and the forces of the loops (..., m) that go with them."""
        return ActuatedForces(self(t, q, v), self.signals(t, q, v)["f"])

    def accelerations(self, t: float, q: ArrayLike, v: ArrayLike) -> Array:
        """x, with which the object accelerates as asked and the loops hold, (..., nv)."""
        return self.signals(t, q, v)["x"]

    def _frame_signals(
        self, arithmetic: GraphArithmetic, q: Numbers, rates: Numbers, x: Arrays, motion: tuple[Numbers, ...]
    ) -> dict[str, Numbers]:
        found = super()._frame_signals(arithmetic, q, rates, x, motion)
        state = {"q": q, "v": rates}
        (moved, drift), (held, bias) = (
            (inlined(each, arithmetic, state)[0] for each in pair) for pair in (self._moved, self._held)
        )
        asked = zip(found["w_dot"], found["brake"], found["pull"], drift, strict=True)
        wanted = [*(a - b - c - d for a, b, c, d in asked), *(-y for y in bias)]
        grip = _rows(held, self.robot.nv)
        found["x"] = self._accelerations([*_rows(moved, self.robot.nv), *grip], wanted, rates, x, arithmetic)
        found["f"] = self._forces_of_loops(grip, {**state, "acceleration": found["x"]}, x, arithmetic)
        return found

    def _accelerations(
        self, moved: Matrix, wanted: Numbers, rates: Numbers, x: Arrays, arithmetic: GraphArithmetic
    ) -> list[Number]:
        """The nearest to −k v of all with which object and loops accelerate as wanted."""
        own = [-x["k"][0] * rate for rate in rates]
        apart = [minus(y, dot(row, own)) for row, y in zip(moved, wanted, strict=True)]
        return [plus(a, b) for a, b in zip(own, _least(moved, apart, arithmetic), strict=True)]

    def _forces_of_loops(
        self, grip: Matrix, motion: Arrays, x: Arrays, arithmetic: GraphArithmetic
    ) -> list[Number]:
        """f that moves the joints without motors, least by shares, with a squeeze that moves none of them."""
        (asked,) = inlined(self._asked, arithmetic, motion)
        loose = [i for i, driven in enumerate(self._driven) if not driven]
        passive = [[row[i] for row in grip] for i in loose]
        root = [arithmetic.sqrt(share) for share in x["shares"]]
        scaled = [list(map(times, row, root)) for row in passive]
        carrying = map(times, root, _least(scaled, [asked[i] for i in loose], arithmetic))
        moving = _least(passive, [dot(row, x["squeeze"]) for row in passive], arithmetic)
        return [a + b - c for a, b, c in zip(carrying, x["squeeze"], moving, strict=True)]

    def _forces(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
        tau = super()._forces(arithmetic, q, v, x)
        size, left = (
            reduce(arithmetic.maximum, map(arithmetic.absolute, each), 0.0)
            for each in (tau, [y for y, driven in zip(tau, self._driven, strict=True) if not driven])
        )
        balance = UNBALANCED * size + TINY - left
        held = balance * arithmetic.reciprocal(arithmetic.significant(balance, 0.0))  # 1, or NaN
        return [times(held, y) if driven else 0.0 for y, driven in zip(tau, self._driven, strict=True)]


def _least(rows: Matrix, right: Numbers, arithmetic: GraphArithmetic) -> list[Number]:
    """The least x with A x = b, A by rows, some of which may be superfluous."""
    gram = [[dot(a, b) for b in rows] for a in rows]
    y = LeastFactors(gram, arithmetic, steps=min(len(rows), len(rows[0]))).solve(right)
    return [dot(column, y) for column in zip(*rows, strict=True)]


def _rows(entries: Numbers, width: int) -> Matrix:
    return [entries[i : i + width] for i in range(0, len(entries), width)]
