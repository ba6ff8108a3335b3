"""The acceleration in a step as the solution of A a = y, traced: its value, its residual, its adjoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from psiphi.dynamics import catalogue
from psiphi.dynamics.motion.closed_loops import Arrays, Following, Numbers, Projection
from psiphi.frozen import frozen
from psiphi.kernel.differentiation import RIGHT_SIDE, System
from psiphi.kernel.kernel import Kernel
from psiphi.kernel.native import NativeFunction
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.request import PARAMETERS, SOLUTION, Request
from psiphi.kernel.tracing import Candidate, candidates, inlined, remembered
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.parameters import parameters_of
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import Number
from psiphi.recursion.numbers.small_matrices import Rows
from psiphi.recursion.numbers.vectors import plus, times


def on_coordinates(model: Model, on_tree: Numbers) -> list[Number]:
    """A diagonal on the rates of the tree as one on those of the coordinates that they follow."""
    found: list[Number] = [0.0] * model.nv
    coordinates = model.merged().coordinates
    followed = zip(coordinates.v_columns.tolist(), coordinates.v_ratios.tolist(), strict=True)
    for (column, ratio), x in zip(followed, on_tree, strict=True):
        found[column] = plus(found[column], times(ratio * ratio, x))
    return found


@frozen
class Dynamics:
    """a = A⁻¹y of a robot: (𝓜 + R)⁻¹(tau + J*f − C), or what loops leave of it.

    Functions take q and v, and what else the equation has by name: tau, `external_forces` f on the frames,
    `resistance` R where the motion is resisted, `prescribed` accelerations of the rates at these places, and
    `parameters` where some vary. Where the motion is
    `diagonalized`, ν = m*v is in the place of v, and ν̇ = m⁻¹(tau − gravity) − μ in that of a [RJK 6].
    """

    model: Model
    frames: tuple[str, ...] = ()
    resisted: bool = False
    varying: tuple[str, ...] = ()
    loops: Projection | Following | None = None
    diagonalized: bool = False
    prescribed: tuple[int, ...] = ()

    @cached_property
    def request(self) -> Request:
        name = "forward_dynamics_with_forces" if self.frames else "forward_dynamics"
        if isinstance(self.loops, Projection):
            name = self.loops.dynamics(self.frames)
        if self.diagonalized:
            name = "diagonalized_acceleration"
        embedding = self.loops.embedding if isinstance(self.loops, Following) else None
        given = {"varying": self.varying, "prescribed": self.prescribed, "resisted": self.resisted}
        return catalogue.request(self.model, name, self.frames, embedding=embedding, **given)

    @property
    def nv(self) -> int:
        """How many rates there are."""
        return len(self.loops.embedding.independent) if isinstance(self.loops, Following) else self.model.nv

    @property
    def is_plain(self) -> bool:
        """Whether it is a function of q, v and tau alone."""
        special = self.frames or self.resisted or self.varying or self.loops
        return not (special or self.diagonalized or self.prescribed)

    @property
    def given(self) -> dict[str, int]:
        """What is given once for each row."""
        size = sum(x.size for x in parameters_of(self.model, self.varying))
        return {PARAMETERS: size} if self.varying else {}

    def rates(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers) -> Numbers:
        """The rates of all coordinates, (nv of the model)."""
        if self.diagonalized:
            return self._quantity("velocity_from_diagonalized", arithmetic, {"q": q, "nu": v})
        return self.loops.rates(self.model, arithmetic, q, v) if isinstance(self.loops, Following) else v

    def diagonalized_velocity(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers) -> Numbers:
        """ν = m*v, (nv)."""
        return self._quantity("diagonalized_velocity", arithmetic, {"q": q, "v": v})

    def _quantity(self, name: str, arithmetic: GraphArithmetic, x: Arrays) -> Numbers:
        (numbers,) = inlined(catalogue.request(self.model, name), arithmetic, x)
        return numbers

    def resistance(self, blocks: Sequence[Rows]) -> Numbers:
        """R of all bodies as the equation takes it: on the joints of the tree, or on what moves by itself."""
        if self.model.is_flexible:
            return [x for block in blocks for row in block for x in row]
        on_tree = [row[i] for block in blocks for i, row in enumerate(block)]
        return on_tree if self.request.embedding is None else on_coordinates(self.model, on_tree)

    @property
    def found(self) -> Candidate:
        """The form of fewest operations."""
        return remembered(self.request)

    @cached_property
    def over_bodies(self) -> NativeFunction:
        """The same as loops over bodies: a function of q, v and tau."""
        return Kernel(self.request).native

    def mechanism(self, arithmetic: GraphArithmetic, x: Arrays) -> Mechanism:
        """The robot as sweeps see it."""
        return self.found.given(self.request, arithmetic, x)

    def acceleration(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays) -> Numbers:
        """a, (nv)."""
        if isinstance(self.loops, Projection):
            x = {**x, "stabilisation": self.loops.drawing(self.model, arithmetic, q, v)}
        if self.diagonalized:
            v = self.rates(arithmetic, q, v)
        return self._evaluated(self.request, arithmetic, q, v, x)

    @property
    def is_solution(self) -> bool:
        """Whether `residual` and `solve` are known."""
        return self._system is not None

    def residual(self, arithmetic: GraphArithmetic, q: Numbers, v: Numbers, x: Arrays, a: Numbers) -> Numbers:
        """y − A a, (nv)."""
        assert self._system is not None
        return self._evaluated(self._system.residual, arithmetic, q, v, {**x, SOLUTION: a})

    def solve(self, arithmetic: GraphArithmetic, q: Numbers, x: Arrays, right_side: Numbers) -> Numbers:
        """A⁻¹ of a right side, (nv), in the form of `acceleration`, so that factors are made once."""
        return self._evaluated(self._solve, arithmetic, q, None, {**x, RIGHT_SIDE: right_side})

    @cached_property
    def _system(self) -> System | None:
        return System.of(self.request)

    @cached_property
    def _solve(self) -> Request:
        assert self._system is not None
        request = self._system.solve
        forms = [name for name, _ in candidates(request.expressions)]
        form = self.found.form if self.found.form in forms else None
        return replace(request, form=form)

    def _evaluated(
        self,
        request: Request,
        arithmetic: GraphArithmetic,
        q: Numbers,
        v: Numbers | None,
        x: Arrays,
    ) -> Numbers:
        first, *_ = inlined(request, arithmetic, {**x, "q": q, **({} if v is None else {"v": v})})
        return first
