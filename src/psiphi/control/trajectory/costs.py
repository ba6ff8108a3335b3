"""What a motion costs, knot by knot: functions of q, v and the forces chosen, traced and differentiated.

A function gives one number, whose second derivatives are taken, or several, residuals r with the cost Σ r²,
whose second derivatives are those of Gauss and Newton, 2 J*J, and never negative. q varies on its manifold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from psiphi.algebra.expression import Expr
from psiphi.control.weights import weight
from psiphi.dynamics import catalogue
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.frozen import frozen
from psiphi.kernel.function import Function
from psiphi.kernel.native import NativeFunction, compile_program
from psiphi.kernel.program import differentiate
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.functions import GraphArithmetic
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Scalar, Value
from psiphi.kernel.tracing import variation_of_q
from psiphi.locks import cached_property
from psiphi.model import Model
from psiphi.model.arguments import configuration_argument, number_array, vector_argument
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.manifold.joints import difference
from psiphi.robot import Robot

Array = NDArray[Any]
Traced: TypeAlias = Callable[..., Any]

STATE = ("q", "v", "u")
SIZE, WEIGHT = "cost", "weight"
OF_COST = "_of_cost"
"""Tells the parameters of a user from the arrays of the passes over knots, whatever they are called."""


class Weighed(NamedTuple):
    """Residuals r and the symmetric form W of the cost r*W r."""

    residual: list[Value]
    form: list[list[Value]]


@frozen(eq=False)
class Cost:
    """A cost as a function(q, v, u, **parameters) of arrays of traced numbers.

    function    gives a number, or a sequence of residuals, of which the squares are summed. NumPy's
                operators, sin, cos, sqrt and abs serve; `psiphi.control.traced(kernel)` calls kernels.
                u are the forces chosen, and has no numbers in a final cost
    parameters  arrays (..., n) by name: each problem may have its own, and nothing is compiled anew
    """

    function: Traced
    parameters: Mapping[str, ArrayLike] = field(default_factory=dict[str, ArrayLike])

    def settled(self, robot: Robot, forces: int) -> CostProgram:
        """The cost for a robot with so many forces to choose, none in a final cost."""
        for name in self.parameters:
            if name in STATE:
                raise InputError(f"parameters: {name!r} is the name of another argument; choose another.")
        given = {name + OF_COST: np.atleast_1d(number_array(name, x)) for name, x in self.parameters.items()}
        sizes = {name: x.shape[-1] for name, x in given.items()}

        def function(q: Array, v: Array, u: Array, **x: Array) -> Any:
            return self.function(q, v, u, **{name: x[name + OF_COST] for name in self.parameters})

        return CostProgram(_traced_cost(robot.model, forces, sizes, function), given)


@frozen(eq=False)
class Quadratic:
    """x*Q x + u*R u with x = [q ⊖ q₀; v − v₀] and u the difference to tau: the cost of `lqr`, knot by knot.

    Q     (2 nv, 2 nv), its diagonal, or one number; positive semidefinite
    R     of the forces chosen, (m, m), its diagonal, or one number; left out of a final cost
    q     where to be, (..., nq); the neutral configuration if not given
    v     (..., nv) and tau (..., m), zero if not given
    """

    Q: ArrayLike
    R: ArrayLike = 0.0
    q: ArrayLike | None = None
    v: ArrayLike | None = None
    tau: ArrayLike | None = None

    def settled(self, robot: Robot, forces: int) -> CostProgram:
        """As for `Cost`."""
        model = robot.model
        nv = model.nv
        given = {
            "goal_q": configuration_argument(model, "q", model.neutral() if self.q is None else self.q),
            "goal_v": vector_argument("v", np.zeros(nv) if self.v is None else self.v, nv),
        }
        parts = [("Q", self.Q, 2 * nv)]
        if forces:
            parts.append(("R", self.R, forces))
            given["goal_u"] = vector_argument(
                "tau", np.zeros(forces) if self.tau is None else self.tau, forces
            )
        diagonal: list[bool] = []
        for name, value, size in parts:
            entries = matrix = weight(name, value, size, definite=False)
            diagonal.append(matrix.ndim == 1)
            if matrix.ndim > 1:
                entries = np.diagonal(matrix, axis1=-2, axis2=-1)
                diagonal[-1] = np.count_nonzero(matrix) == np.count_nonzero(entries)
                entries = entries if diagonal[-1] else matrix[..., *np.triu_indices(size)]
            given[f"weight_{name}"] = np.ascontiguousarray(entries)

        return CostProgram(_quadratic(model, forces, tuple(diagonal)), given)


@lru_cache(maxsize=32)
def _quadratic(model: Model, forces: int, diagonal: tuple[bool, ...]) -> Program:
    """The program of a quadratic cost, whose forms are diagonal or not."""
    parts = list(zip(("Q", "R"), (2 * model.nv, forces), diagonal, strict=False))
    sizes = {"goal_q": model.nq, "goal_v": model.nv, **({"goal_u": forces} if forces else {})}
    sizes |= {f"weight_{name}": n if plain else n * (n + 1) // 2 for name, n, plain in parts}

    def function(q: Array, v: Array, u: Array, **x: Array) -> Weighed:
        apart = difference(model, list(x["goal_q"]), list(q), GraphArithmetic(q[0].graph))
        residual = [*apart, *(v - x["goal_v"]), *(u - x["goal_u"] if forces else ())]
        form: list[list[Value]] = [[0.0] * len(residual) for _ in residual]
        start = 0
        for name, size, plain in parts:
            places = zip(*(np.diag_indices(size) if plain else np.triu_indices(size)), strict=True)
            for (i, j), value in zip(places, x[f"weight_{name}"], strict=True):
                form[start + i][start + j] = form[start + j][start + i] = value
            start += size
        return Weighed(residual, form)

    return _traced_cost(model, forces, sizes, function)


AnyCost: TypeAlias = Cost | Quadratic | Expr | Traced


def settled_cost(
    name: str, cost: AnyCost, robot: Robot, joints: NDArray[np.intp], *, final: bool
) -> CostProgram:
    """A cost as it is given: an object, an operator expression with one value, or a function."""
    forces = 0 if final else len(joints)
    if isinstance(cost, Expr):
        kernel = robot.compile(cost)
        names = [x.name for x in kernel.signature.arguments]
        if sum(x.size for x in kernel.native.outputs) != 1 or not set(names) <= {"q", "v", "tau"}:
            raise InputError(
                f"{name}: '{cost}' is no number that follows from q, v and tau; give such a cost."
            )
        inside = traced(kernel)

        def function(q: Array, v: Array, u: Array) -> Any:
            tau = np.zeros(robot.nv, object)
            tau[joints[:forces]] = u
            return inside(*({"q": q, "v": v, "tau": tau}[each] for each in names)).ravel()[0]

        cost = Cost(function)
    elif callable(cost):
        cost = Cost(cost)
    if not isinstance(cost, Cost | Quadratic):
        raise ArgumentTypeError(
            f"{name}: {type(cost).__name__} given; give a Quadratic, a Cost, an expression, or a function of "
            "q, v and u."
        )
    return cost.settled(robot, forces)


def traced(kernel: Function) -> Callable[..., Any]:
    """A kernel as a function of arrays of traced numbers, for costs: its results as such arrays.

    Arguments are given in the order of the kernel's own.
    """
    arguments = kernel.signature.arguments

    def call(*arrays: Any) -> Any:
        if len(arrays) != len(arguments):
            raise InputError(f"{kernel!r} takes {len(arguments)} arrays, not {len(arrays)}.")
        given = {x.name: list(np.ravel(y)) for x, y in zip(arguments, arrays, strict=True)}
        graph = next(x.graph for values in given.values() for x in values if isinstance(x, Scalar))
        copy = Copy(kernel.program, graph, given)
        found = [
            np.array(values, object).reshape(output.shape)
            for output, values in zip(kernel.program.outputs, copy.outputs(), strict=True)
        ]
        return found[0] if len(found) == 1 else tuple(found)

    return call


@lru_cache(maxsize=32)
def _mechanism(model: Model) -> Mechanism:
    return catalogue.request(model, "forward_dynamics").simplest_mechanism


def _traced_cost(model: Model, forces: int, sizes: Mapping[str, int], function: Traced) -> Program:
    """The residuals, and the form that weighs them; or the cost itself."""
    graph = Graph()
    own = {"q": model.nq, "v": model.nv, **({"u": forces} if forces else {})}
    arguments = tuple(Argument(name, (size,)) for name, size in {**own, **sizes}.items())
    arrays = {x.name: np.array(x.scalars(graph), object) for x in arguments}
    arrays.setdefault("u", np.zeros(0, object))
    found = function(*(arrays[x] for x in STATE), **{name: arrays[name] for name in sizes})
    variation = variation_of_q(_mechanism(model), list(arrays["q"]), GraphArithmetic(graph))
    if isinstance(found, Weighed):
        residual, form = found
        entries = tuple(x for row in form for x in row)
        outputs = [
            Output("residual", (len(residual),), tuple(residual)),
            Output(WEIGHT, (len(entries),), entries),
        ]
    elif isinstance(found, Scalar | float | int):
        outputs = [Output(SIZE, (1,), (found,))]
    else:
        residual = tuple(np.ravel(np.asarray(found, object)))
        for x in residual:
            if not isinstance(x, Scalar | float | int):
                raise ArgumentTypeError(
                    f"cost: {type(x).__name__} given; give a number, or residuals, of q, v and u."
                )
        outputs = [Output("residual", (len(residual),), residual)]
    return Program(arguments, tuple(outputs), (), (variation,))


@frozen(eq=False)
class CostProgram:
    """A cost that was traced, and its parameters by name, (..., n)."""

    traced: Program
    parameters: Mapping[str, Array]

    @cached_property
    def key(self) -> str:
        return self.traced.digest

    def with_rows(self, rows: Callable[[Array], Array]) -> CostProgram:
        """The same with other arrays of parameters."""
        return CostProgram(self.traced, {name: rows(x) for name, x in self.parameters.items()})

    def whole(self) -> Program:
        """From (q, v, u, parameters) to the cost."""
        copy = Copy(self.traced)
        if self.traced.outputs[0].name == SIZE:
            cost: Any = copy.outputs()[0][0]
        else:
            residual, form = _residual(copy)
            cost = residual @ (form @ residual)
        return Program(self.traced.arguments, (Output(SIZE, (1,), (cost,)),))

    @cached_property
    def compiled(self) -> NativeFunction:
        """(q, v, u, parameters) → the cost, (..., 1)."""
        return compile_program(self.whole, key=f"cost {self.key}")

    @cached_property
    def expansion(self) -> Program:
        """From (q, v, u, parameters) to the slopes along [δq; δv; δu] and the second derivatives."""
        names = [x.name for x in self.traced.arguments if x.name in STATE]
        graph = Graph()
        if self.traced.outputs[0].name == SIZE:
            slopes = differentiate.vjp(self.traced)
            kept = [x for x in slopes.outputs if x.name.removeprefix("gradient_") in names]
            slopes = Program(slopes.arguments, tuple(kept), (), slopes.variations)
            one = {"cotangent": [1.0]}
            gradient = [x for values in Copy(slopes, graph, one).outputs() for x in values]
            bends = Copy(differentiate.jacobian(slopes, names), graph, one)
            blocks = [
                np.array(values, object).reshape(output.shape)
                for output, values in zip(bends.source.outputs, bends.outputs(), strict=True)
            ]
            count = len(names)
            hessian = np.concatenate(
                [np.concatenate(blocks[i * count : (i + 1) * count], axis=1) for i in range(count)], axis=0
            )
            hessian = 0.5 * (hessian + hessian.T)
        else:
            first = Program(self.traced.arguments, self.traced.outputs[:1], (), self.traced.variations)
            residual, form = _residual(Copy(self.traced, graph))
            slopes = Copy(differentiate.jacobian(first, names), graph)
            J = np.concatenate(
                [
                    np.array(values, object).reshape(output.shape)
                    for output, values in zip(slopes.source.outputs, slopes.outputs(), strict=True)
                ],
                axis=1,
            )
            weighed = 2.0 * (form @ J)
            gradient = list(weighed.T @ residual)
            hessian = J.T @ weighed
        outputs = (
            Output("slope", (len(gradient),), tuple(gradient)),
            Output("bend", hessian.shape, tuple(hessian.ravel())),
        )
        return Program(self.traced.arguments, outputs)


def _residual(copy: Copy) -> tuple[Array, Array]:
    """r and W of the cost r*W r."""
    values = copy.outputs()
    residual = np.array(values[0], object)
    n = len(residual)
    if len(values) == 1:
        return residual, np.array([[float(i == j) for j in range(n)] for i in range(n)], object)
    return residual, np.array(values[1], object).reshape(n, n)
