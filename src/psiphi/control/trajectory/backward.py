"""The backward pass of iLQR: feedback of each knot from the value of what follows, in native code.

With a knot's motion δx⁺ = A δx + B δu, its cost expanded to second order, and ½ δx*V δx + s*δx the value of
what follows, the cost of δu is ½ δu*Q_uu δu + δu*(Q_ux δx + q_u) + …, so that δu = k + K δx with

    (Q_uu + μI) [K k] = −[Q_ux q_u],    V ← Q_xx + (Q_ux − μK)*K,    s ← q_x + K*(Q_uu k + q_u) + Q_ux*k

[Tassa, Erez, Todorov, IROS 2012]. Under limits k is the minimum within them, by Newton steps projected on the
box, and forces that are held at a limit have no feedback [Tassa, Mansard, Todorov, ICRA 2014]. Second
derivatives of the motion are left out.

A knot by itself, its motion and its cost, does not depend on what follows: of one problem, all knots are done
at once, as rows. What follows from row to row is products of matrices, whose columns are computed alike, as
limbs of a robot are, side by side in the lanes of the processor.

With semi-implicit steps δv⁺ = F_q δq + F_v δv + F_u δu and δq⁺ = T δq + hN δv⁺: V is taken to the variables
(δq, δv⁺) first, which halves the work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from psiphi.control.slopes import acceleration_slopes
from psiphi.control.trajectory.carried import carried
from psiphi.control.trajectory.costs import CostProgram
from psiphi.dynamics.motion.acting_forces import Acting, acting_forces
from psiphi.frozen import frozen
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import AGAIN, NEXT
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.functions import GraphArithmetic, maximum, minimum, select
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Scalar, Value
from psiphi.locks import cached_property
from psiphi.recursion.numbers.small_matrices import Factors
from psiphi.robot import Robot

Array = NDArray[Any]

BOX_STEPS = 6
"""Newton steps within the limits, for each knot; they begin with the step of the knot after it."""
SHORTER = (1.0, 0.3, 0.1)
"""Parts of a Newton step that are tried."""


@frozen(eq=False)
class Knots:
    """What all knots of a kind of problem have in common.

    joints    the places in v of the forces that are chosen
    bounded   whether these have limits
    """

    robot: Robot
    joints: tuple[int, ...]
    acting: Acting
    stage: CostProgram
    bounded: bool

    @property
    def key(self) -> str:
        return repr((self.robot.model.key, self.joints, self.acting, self.stage.key, self.bounded))

    def backward(self) -> Iteration:
        """Knots from the last to the first.

        given     V and s of the end, mu, dt, limits `least` and `most` of the forces,
                  the parameters of the cost; zeros for what is sampled
        streamed  q, v and u, the last knot first
        sampled   K and k; `fall`, [Σ k*q_u, ½ Σ k*Q_uu k]; `pivot`, the least of all pivots of Q_uu + μI
        """
        nv, m = self.robot.nv, len(self.joints)
        n = 2 * nv
        sampled = {"K": m * n, "k": m, "fall": 2, "pivot": 1}
        own = {name: x.shape[-1] for name, x in self.stage.parameters.items()}
        given = {"V": n * n, "s": n, "mu": 1, "dt": 1, **own, **sampled}
        box = (Phase("box", self._box, repeat=BOX_STEPS),) if self.bounded else ()
        if self.bounded:
            given |= {"least": m, "most": m}
        phases = (
            Phase("knot", self._knot, ahead=True),
            Phase("expand", self._expand),
            *box,
            Phase("gain", self._gain),
            Phase("value", self._value),
        )
        streamed = {"q": self.robot.nq, "v": nv, "u": m}
        return Iteration(f"ilqr backward {self.key}", phases, given, streamed, sampled)

    @cached_property
    def _linear(self) -> tuple[tuple[Argument, ...], dict[str, Array]]:
        """What a knot is near its q, v and u, whatever follows it; and the arguments of that.

        F_x, F_u, T and hN of its motion, slope and bend of its cost.
        """
        robot, graph = self.robot, Graph()
        nv, m = robot.nv, len(self.joints)
        sizes = {"q": robot.nq, "v": nv, "u": m, "dt": 1}
        sizes |= {name: x.shape[-1] for name, x in self.stage.parameters.items()}
        arguments = tuple(Argument(name, (size,)) for name, size in sizes.items())
        x = {each.name: each.scalars(graph) for each in arguments}
        (h,), tau = x["dt"], placed(x["u"], self.joints, nv)
        slopes = acceleration_slopes(robot, self.acting)
        by_q, by_v, by_tau = (
            h * np.array(values, object).reshape(nv, nv)
            for values in Copy(slopes, graph, {"tau": tau}).outputs()
        )
        F_x, F_u = np.concatenate([by_q, by_v + _eye(nv)], axis=1), by_tau[:, self.joints]
        T, N = self._carried(graph, x, tau)
        slope, bend = (np.array(values, object) for values in Copy(self.stage.expansion, graph).outputs())
        bend = bend.reshape(2 * nv + m, 2 * nv + m)
        return arguments, {"F_x": F_x, "F_u": F_u, "T": T, "hN": h * N, "slope": slope, "bend": bend}

    def _knot(self) -> Program:
        """All numbers of `_linear` that are not known beforehand."""
        arguments, arrays = self._linear
        numbers = _unknown(arrays)
        return Program(arguments, (Output("knot", (len(numbers),), numbers),))

    def _expand(self) -> Program:
        """Q of a knot, from the value V, s of what follows."""
        _, linear = self._linear
        nv, m, numbers = self.robot.nv, len(self.joints), _unknown(linear)
        n, size = 2 * nv, len(numbers)
        arguments, x = _arrays({"V": n * n, "s": n, "knot": size, "knot" + AGAIN: size})
        known, again = (dict(zip(numbers, x["knot" + which], strict=True)) for which in ("", AGAIN))
        F_x, F_u, T, N, slope, bend = (_replaced(array, known) for array in linear.values())
        G_x, G_u = (_replaced(linear[name], again) for name in ("F_x", "F_u"))  # by columns
        V, s = x["V"].reshape(n, n), x["s"]
        V_qq, V_qv, V_vq, V_vv = V[:nv, :nv], V[:nv, nv:], V[nv:, :nv], V[nv:, nv:]
        along = N.T @ V_qv
        W = _mirrored(V_vv + (N.T @ V_qq @ N) + along + along.T)
        Z = np.concatenate([(N.T @ V_qq + V_vq) @ T, _zeros(nv, nv)], axis=1)
        w = N.T @ s[:nv] + s[nv:]
        Y = Z + W @ G_x
        corner = _zeros(n, n)
        corner[:nv, :nv] = _mirrored(T.T @ V_qq @ T)
        results = {
            "Q_uu": _upper(bend[n:, n:] + F_u.T @ (W @ G_u)),
            "Q_ux": (bend[n:, :n] + F_u.T @ Y).ravel(),
            "Q_xx": _upper(bend[:n, :n] + corner + F_x.T @ Y + Z.T @ G_x),
            "q_u": slope[n:] + G_u.T @ w,
            "q_x": slope[:n] + np.concatenate([T.T @ s[:nv], _zeros(nv)]) + G_x.T @ w,
        }
        places = {"Q_ux": _places(m, n), "Q_xx": _upper_places(_by_triangle(n)), "q_x": _places(1, n)}
        halves = [{name: y[:, part] for name, y in places.items()} for part in (slice(nv), slice(nv, n))]
        return _program(
            arguments, results, *halves, {"Q_uu": _upper_places(_by_triangle(m)), "q_u": _places(1, m)}
        )

    def _carried(self, graph: Graph, x: Any, tau: list[Any]) -> tuple[Array, Array]:
        """T and N of the step; only joints that turn ask where it leads."""
        model, arithmetic, (h,) = self.robot.model, GraphArithmetic(graph), x["dt"]
        step: list[Any] = [0.0] * model.nv
        if not all(group.kind.is_plain for group in model.coordinates.groups):
            forces = acting_forces(model, self.acting, tau, x["q"], x["v"], arithmetic)
            kernel = self.robot.kernel("forward_dynamics")
            (a,) = Copy(kernel.program, graph, {"tau": forces}).outputs()
            step = [h * (v + h * rate) for v, rate in zip(x["v"], a, strict=True)]
        return carried(model, step)

    def _given(self, *names: str) -> tuple[tuple[Argument, ...], dict[str, Array]]:
        """Arguments of a program by name, as arrays."""
        n, m = 2 * self.robot.nv, len(self.joints)
        sizes = {"Q_uu": m * (m + 1) // 2, "Q_ux": m * n, "Q_xx": n * (n + 1) // 2, "K": m * n, "q_x": n}
        sizes |= {"mu": 1, "fall": 2, "pivot": 1}
        return _arrays({name: sizes.get(name, m) for name in names})  # others are vectors of forces

    def _box(self) -> Program:
        """One projected Newton step towards the least ½ k*(Q_uu + μI) k + q_u*k within the limits."""
        arguments, x = self._given("Q_uu", "q_u", "mu", "k", "u", "least", "most")
        m = len(self.joints)
        S, g0 = _triangle(x["Q_uu"], m) + x["mu"][0] * _eye(m), x["q_u"]
        low, high = x["least"] - x["u"], x["most"] - x["u"]
        k = _MIN(_MAX(x["k"], low), high)
        g = g0 + S @ k
        free = _free(k, g, low, high)
        newton = _solved(_factors(S, free), (free * g)[:, None])[:, 0]
        best, cost = k, k @ (g0 + g)
        for part in SHORTER:
            there = _MIN(_MAX(k - part * newton, low), high)
            own = there @ (2.0 * g0 + S @ there)
            best, cost = _SELECT(cost - own, there, best), minimum(own, cost)
        return Program(arguments, (Output("k" + NEXT, (m,), tuple(best)),))

    def _gain(self) -> Program:
        """K and k, and Q_ux − μK in the place of Q_ux."""
        limits = ("k", "u", "least", "most") if self.bounded else ()
        arguments, x = self._given("Q_uu", "Q_ux", "q_u", "mu", "pivot", *limits)
        n, m = 2 * self.robot.nv, len(self.joints)
        S, Q_ux = _triangle(x["Q_uu"], m) + x["mu"][0] * _eye(m), x["Q_ux"].reshape(m, n)
        if self.bounded:
            low, high = x["least"] - x["u"], x["most"] - x["u"]
            k = _MIN(_MAX(x["k"], low), high)
            free = _free(k, x["q_u"] + S @ k, low, high)
            factors = _factors(S, free)
            K = -_solved(factors, free[:, None] * Q_ux)
        else:
            factors = _factors(S, None)
            K, k = -_solved(factors, Q_ux), -_solved(factors, x["q_u"][:, None])[:, 0]
        results = {
            "K" + NEXT: K.ravel(),
            "Q_ux" + NEXT: (Q_ux - x["mu"][0] * K).ravel(),
            "k" + NEXT: k,
            "pivot" + NEXT: [reduce(minimum, factors.diagonal, x["pivot"][0])],
        }
        return _program(arguments, results, {"K" + NEXT: _places(m, n), "Q_ux" + NEXT: _places(m, n)})

    def _value(self) -> Program:
        """The value of the knot."""
        arguments, x = self._given("Q_uu", "Q_ux", "Q_xx", "q_u", "q_x", "mu", "K", "k", "fall")
        n, m, (mu,) = 2 * self.robot.nv, len(self.joints), x["mu"]
        Q_ux, q_u, K, k = x["Q_ux"].reshape(m, n), x["q_u"], x["K"].reshape(m, n), x["k"]
        bent = _triangle(x["Q_uu"], m) @ k
        results = {
            "V" + NEXT: _mirrored(_triangle(x["Q_xx"], n) + Q_ux.T @ K).ravel(),
            "s" + NEXT: x["q_x"] + K.T @ (bent + q_u + mu * k) + Q_ux.T @ k,
            "fall" + NEXT: x["fall"] + np.array([k @ q_u, 0.5 * (k @ bent)], object),
        }
        return _program(
            arguments, results, {"V" + NEXT: _upper_places(_places(n, n)), "s" + NEXT: _places(1, n)}
        )


def _program(
    arguments: tuple[Argument, ...], results: Mapping[str, Any], *groups: Mapping[str, Array]
) -> Program:
    """A program whose results are arrays.

    groups   columns of results that are computed alike, as limbs are: places of each by name, (rows, columns)
    """
    limbs = tuple(
        tuple(
            tuple((name, int(place)) for name, places in group.items() for place in places[:, column])
            for column in range(next(iter(group.values())).shape[1])
        )
        for group in groups
    )
    return Program(arguments, tuple(Output(name, (len(y),), tuple(y)) for name, y in results.items()), limbs)


def _arrays(sizes: Mapping[str, int]) -> tuple[tuple[Argument, ...], dict[str, Array]]:
    """Arguments with so many numbers, and these as arrays."""
    graph = Graph()
    arguments = tuple(Argument(name, (size,)) for name, size in sizes.items())
    return arguments, {each.name: np.array(each.scalars(graph), object) for each in arguments}


def _unknown(arrays: Mapping[str, Array]) -> tuple[Scalar, ...]:
    """The traced numbers of arrays, each once."""
    return tuple(dict.fromkeys(x for array in arrays.values() for x in array.flat if isinstance(x, Scalar)))


def _replaced(array: Array, known: Mapping[Any, Value]) -> Array:
    return _entrywise(lambda x: known.get(x, x))(array)


def _places(rows: int, columns: int) -> Array:
    """Those of a matrix, by rows."""
    return np.arange(rows * columns).reshape(rows, columns)


def _by_triangle(n: int) -> Array:
    """Those of a symmetric matrix of which the upper triangle is kept."""
    return _triangle(np.arange(n * (n + 1) // 2), n).astype(int)


def _upper_places(places: Array) -> Array:
    """Those of the upper triangle of a symmetric matrix, by columns, and of what mirrors them.

    The last ones of a column stand for what is below them.
    """
    i, j = np.indices(places.shape)
    return np.concatenate([places[np.minimum(i, j), j], places[j, np.minimum(i, j)]])


def _entrywise(function: Callable[..., Value]) -> Callable[..., Array]:
    """A function of numbers on arrays of them."""
    return np.vectorize(function, otypes=[object])


_MIN, _MAX, _SELECT = map(_entrywise, (minimum, maximum, select))


def _free(k: Array, g: Array, low: Array, high: Array) -> Array:
    """1 for forces that may move, 0 for those that a limit holds against their slope."""
    at_low, at_high = _SELECT(k - low, 0.0, 1.0), _SELECT(high - k, 0.0, 1.0)
    held: Array = at_low * _SELECT(g, 1.0, 0.0) + at_high * _SELECT(-g, 1.0, 0.0)
    return np.subtract(1.0, held)


def _factors(S: Array, free: Array | None) -> Factors:
    """Of S, with rows and columns of the identity for forces that are not free."""
    if free is not None:
        S = S * free[:, None] * free[None, :] + np.diag(1.0 - free)
    return Factors.of(S.tolist(), GraphArithmetic(S[0, 0].graph))


def _solved(factors: Factors, right: Array) -> Array:
    columns = [factors.solve(right[:, j].tolist()) for j in range(right.shape[1])]
    return np.array(columns, object).T


def placed(u: list[Any], joints: tuple[int, ...], nv: int) -> list[Any]:
    """Forces on all degrees of freedom."""
    tau: list[Any] = [0.0] * nv
    for place, force in zip(joints, u, strict=True):
        tau[place] = force
    return tau


def _eye(n: int) -> Array:
    return np.array([[float(i == j) for j in range(n)] for i in range(n)], object)


def _zeros(*shape: int) -> Array:
    found = np.empty(shape, object)
    found[...] = 0.0
    return found


def _triangle(values: Any, n: int) -> Array:
    """The symmetric matrix whose upper triangle these are, by rows."""
    found = np.empty((n, n), object)
    found[np.triu_indices(n)] = values
    return _mirrored(found)


def _upper(x: Array) -> Array:
    return x[np.triu_indices(len(x))]


def _mirrored(x: Array) -> Array:
    """The upper triangle on both sides: what is below it is never computed."""
    return np.where(np.tri(len(x), dtype=bool).T, x, x.T)
