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
(δq, δv⁺) first, which halves the work. Without limits what is chosen is w = δv⁺ of the joints that have
forces, δu = U_x δx + U_w w, as in partial feedback linearisation [Spong 1994]: F has rows 0 and I of them, so
that hardly a product is left to what goes on from knot to knot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from psiphi.control.slopes import acceleration_slopes, motion_slopes
from psiphi.control.trajectory.carried import carried
from psiphi.control.trajectory.costs import CostProgram
from psiphi.dynamics.motion.acting_forces import Acting, acting_forces
from psiphi.frozen import frozen
from psiphi.kernel.iterate.iteration import Iteration, Phase
from psiphi.kernel.iterate.slots import AGAIN, NEXT, array_of
from psiphi.kernel.program.copying import Copy
from psiphi.kernel.program.functions import GraphArithmetic, maximum, minimum, select
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Scalar, Value
from psiphi.locks import cached_property
from psiphi.recursion.numbers.small_matrices import Factors
from psiphi.robot import Robot

Array = NDArray[Any]
Arguments: TypeAlias = tuple[Argument, ...]

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
        phases = [Phase("knot", self._knot, ahead=True)]
        if self.bounded:
            given |= {"least": m, "most": m}
            phases += Phase("expand", self._expand), Phase("box", self._box, repeat=BOX_STEPS)
        phases += Phase("gain", self._gain), Phase("value", self._value)
        if not self.bounded:
            phases.append(Phase("forces", self._forces))
        streamed = {"q": self.robot.nq, "v": nv, "u": m}
        return Iteration(f"ilqr backward {self.key}", tuple(phases), given, streamed, sampled)

    @cached_property
    def _linear(self) -> tuple[Arguments, dict[str, Array]]:
        """What a knot is near its q, v and u, whatever follows it; and the arguments of that.

        F_x, F_u, T and hN of its motion, slope and bend of its cost; U_x and U_w where w is chosen.
        """
        robot, graph = self.robot, Graph()
        nv, m = robot.nv, len(self.joints)
        sizes = {"q": robot.nq, "v": nv, "u": m, "dt": 1}
        sizes |= {name: x.shape[-1] for name, x in self.stage.parameters.items()}
        arguments = tuple(Argument(name, (size,)) for name, size in sizes.items())
        x = {each.name: each.scalars(graph) for each in arguments}
        (h,), tau = x["dt"], placed(x["u"], self.joints, nv)
        slopes = (acceleration_slopes if self.bounded else motion_slopes)(robot, self.acting)
        by_q, by_v, by_last = (
            np.array(values, object).reshape(nv, nv) for values in Copy(slopes, graph, {"tau": tau}).outputs()
        )
        T, N = self._carried(graph, x, tau)
        slope, bend = (np.array(values, object) for values in Copy(self.stage.expansion, graph).outputs())
        bend = bend.reshape(2 * nv + m, 2 * nv + m)
        if self.bounded:
            F_x, F_u = np.concatenate([h * by_q, h * by_v + _eye(nv)], axis=1), h * by_last[:, self.joints]
            U = {}
        else:
            mass = by_last / h
            F_x, F_u, U_x, U_w = self._by_rates(np.concatenate([by_q, by_v - mass], axis=1), mass)
            slope, bend = _substituted(slope, bend, U_x, U_w)
            U = {"U_x": U_x, "U_w": U_w}
        return arguments, {"F_x": F_x, "F_u": F_u, "T": T, "hN": h * N, "slope": slope, "bend": bend, **U}

    def _by_rates(self, D: Array, mass: Array) -> tuple[Array, Array, Array, Array]:
        """F_x, F_u, U_x and U_w of forces δτ = D δx + mass δv⁺, zero where none is chosen."""
        nv, own = self.robot.nv, list(self.joints)
        rest = [k for k in range(nv) if k not in own]
        F_x, F_u = _zeros(nv, 2 * nv), _zeros(nv, len(own))
        F_u[own] = _eye(len(own))
        if rest:
            factors = _factors(mass[np.ix_(rest, rest)], None)
            F_x[rest] = -_solved(factors, D[rest])
            F_u[rest] = -_solved(factors, mass[np.ix_(rest, own)])
        across = mass[np.ix_(own, rest)]
        return F_x, F_u, D[own] + across @ F_x[rest], mass[np.ix_(own, own)] + across @ F_u[rest]

    def _knot(self) -> Program:
        """All numbers of `_linear` that are not known beforehand, array by array."""
        arguments, arrays = self._linear
        unknown = {name: _unknown(array) for name, array in arrays.items()}
        outputs = tuple(Output(name, (len(values),), values) for name, values in unknown.items() if values)
        return Program(arguments, outputs)

    def _of_knot(self, names: Sequence[str], more: Mapping[str, int]) -> tuple[Arguments, dict[str, Array]]:
        """Arguments of a program that reads these arrays of `_linear`, and more arrays of so many numbers."""
        arrays = {name: self._linear[1][array_of(name)] for name in names}
        unknown = {name: _unknown(array) for name, array in arrays.items()}
        arguments, x = _arrays({name: len(values) for name, values in unknown.items() if values} | {**more})
        known = {name: dict(zip(values, x.get(name, ()), strict=True)) for name, values in unknown.items()}
        return arguments, {**x, **{name: _replaced(array, known[name]) for name, array in arrays.items()}}

    def _expanded(self, more: Mapping[str, int]) -> tuple[Arguments, dict[str, Array]]:
        """Q of a knot, from the value V, s of what follows; and arguments of that and of more."""
        nv = self.robot.nv
        n = 2 * nv
        names = "F_x", "F_u", "T", "hN", "slope", "bend", "F_x" + AGAIN, "F_u" + AGAIN
        arguments, x = self._of_knot(names, {"V": n * n, "V" + AGAIN: n * n, "s": n, **more})
        F_x, F_u, T, N, slope, bend, G_x, G_u = (x[name] for name in names)  # G is F by columns, as U is V
        V, U, s = x["V"].reshape(n, n), x["V" + AGAIN].reshape(n, n), x["s"]
        V_qq, V_qv, V_vv = V[:nv, :nv], V[:nv, nv:], V[nv:, nv:]
        along = N.T @ V_qv
        W = _mirrored(V_vv + (N.T @ V_qq @ N) + along + along.T)
        Z = np.concatenate([(N.T @ U[:nv, :nv] + U[nv:, :nv]) @ T, _zeros(nv, nv)], axis=1)
        w = N.T @ s[:nv] + s[nv:]
        Y = Z + W @ G_x
        corner = _zeros(n, n)
        corner[:nv, :nv] = _mirrored(T.T @ U[:nv, :nv] @ T)
        return arguments, x | {
            "Q_uu": _mirrored(bend[n:, n:] + F_u.T @ (W @ G_u)),
            "Q_ux": bend[n:, :n] + F_u.T @ Y,
            "Q_xx": _mirrored(bend[:n, :n] + corner + F_x.T @ Y + Z.T @ G_x),
            "q_u": slope[n:] + G_u.T @ w,
            "q_x": slope[:n] + np.concatenate([T.T @ s[:nv], _zeros(nv)]) + G_x.T @ w,
        }

    def _expand(self) -> Program:
        """Q of a knot."""
        n, m = 2 * self.robot.nv, len(self.joints)
        arguments, x = self._expanded({})
        results = {name: x[name].ravel() for name in self._shapes}
        places = {"Q_ux": _places(m, n), "Q_xx": _upper_places(_places(n, n)), "q_x": _places(1, n)}
        forces = {"Q_uu": _upper_places(_places(m, m)), "q_u": _places(1, m)}
        return _program(arguments, results, *_halves(places), forces)

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

    def _given(self, *names: str) -> tuple[Arguments, dict[str, Array]]:
        """Arrays by name: where there are limits, Q is one of them; where not, it follows from the knot."""
        m, shapes = len(self.joints), self._shapes
        others = {"K": 2 * self.robot.nv * m, "B": 2 * self.robot.nv * m, "mu": 1, "fall": 2, "pivot": 1}
        more = {name: others.get(name, m) for name in names if name not in shapes}  # others are like forces
        if not self.bounded:
            return self._expanded(more)
        arguments, x = _arrays({name: math.prod(shapes[name]) for name in names if name in shapes} | more)
        return arguments, {name: y.reshape(shapes.get(name, -1)) for name, y in x.items()}

    @property
    def _shapes(self) -> dict[str, tuple[int, ...]]:
        n, m = 2 * self.robot.nv, len(self.joints)
        return {"Q_uu": (m, m), "Q_ux": (m, n), "Q_xx": (n, n), "q_u": (m,), "q_x": (n,)}

    def _box(self) -> Program:
        """One projected Newton step towards the least ½ k*(Q_uu + μI) k + q_u*k within the limits."""
        arguments, x = self._given("Q_uu", "q_u", "mu", "k", "u", "least", "most")
        m = len(self.joints)
        S, g0 = x["Q_uu"] + x["mu"][0] * _eye(m), x["q_u"]
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
        """K and k; B = Q_ux − μK, and r = (Q_uu + μI) k + q_u, which limits leave."""
        limits = ("k", "u", "least", "most") if self.bounded else ()
        arguments, x = self._given("Q_uu", "Q_ux", "q_u", "mu", "pivot", "fall", *limits)
        n, m, Q_ux, q_u = 2 * self.robot.nv, len(self.joints), x["Q_ux"], x["q_u"]
        S = x["Q_uu"] + x["mu"][0] * _eye(m)
        if self.bounded:
            low, high = x["least"] - x["u"], x["most"] - x["u"]
            k = _MIN(_MAX(x["k"], low), high)
            r = q_u + S @ k
            free = _free(k, r, low, high)
            factors = _factors(S, free)
            K = -_solved(factors, free[:, None] * Q_ux)
            more = {"r": r}
        else:
            factors = _factors(S, None)
            K, k = -_solved(factors, Q_ux), -_solved(factors, q_u[:, None])[:, 0]
            more: dict[str, Any] = {}
        results = {
            "K" + NEXT: K.ravel(),
            "B": (Q_ux - x["mu"][0] * K).ravel(),
            "k" + NEXT: k,
            "pivot" + NEXT: [reduce(minimum, factors.diagonal, x["pivot"][0])],
            "fall" + NEXT: x["fall"] + np.array([k @ q_u, 0.5 * (k @ (x["Q_uu"] @ k))], object),
        }
        return _program(arguments, results | more, *_halves({"K" + NEXT: _places(m, n), "B": _places(m, n)}))

    def _value(self) -> Program:
        """The value of the knot."""
        r = ("r",) if self.bounded else ()
        n, m = 2 * self.robot.nv, len(self.joints)
        arguments, x = self._given("Q_xx", "q_x", "K", "B", "k", *r)
        B, K = (x[name].reshape(m, n) for name in ("B", "K"))
        left = [K.T @ x[name] for name in r]
        results = {
            "V" + NEXT: _mirrored(x["Q_xx"] + B.T @ K).ravel(),
            "s" + NEXT: sum(left, x["q_x"] + B.T @ x["k"]),
        }
        return _program(
            arguments, results, {"V" + NEXT: _upper_places(_places(n, n)), "s" + NEXT: _places(1, n)}
        )

    def _forces(self) -> Program:
        """K and k of forces, from those of w."""
        n, m = 2 * self.robot.nv, len(self.joints)
        arguments, x = self._of_knot(("U_x", "U_w"), {"K": m * n, "k": m})
        U_x, U_w = x["U_x"], x["U_w"]
        results = {"K" + NEXT: (U_x + U_w @ x["K"].reshape(m, n)).ravel(), "k" + NEXT: U_w @ x["k"]}
        return _program(arguments, results, {"K" + NEXT: _places(m, n)})


def _substituted(slope: Array, bend: Array, U_x: Array, U_w: Array) -> tuple[Array, Array]:
    """Slope and bend of a cost along [δx; w], from those along [δx; δu]."""
    n = U_x.shape[1]
    C_x, C_u, C_xx, C_ux, C_uu = slope[:n], slope[n:], bend[:n, :n], bend[n:, :n], bend[n:, n:]
    along = C_uu @ U_x
    S_wx = U_w.T @ (C_ux + along)
    mixed = C_ux.T @ U_x
    S_xx = _mirrored(C_xx + mixed + mixed.T + U_x.T @ along)
    found = np.concatenate(
        [
            np.concatenate([S_xx, S_wx.T], axis=1),
            np.concatenate([S_wx, _mirrored(U_w.T @ C_uu @ U_w)], axis=1),
        ]
    )
    return np.concatenate([C_x + U_x.T @ C_u, U_w.T @ C_u]), found


def _halves(places: Mapping[str, Array]) -> list[dict[str, Array]]:
    """Columns that belong to q, and those that belong to v."""
    n = next(iter(places.values())).shape[1]
    return [{name: y[:, part] for name, y in places.items()} for part in (slice(n // 2), slice(n // 2, n))]


def _program(arguments: Arguments, results: Mapping[str, Any], *groups: Mapping[str, Array]) -> Program:
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


def _arrays(sizes: Mapping[str, int]) -> tuple[Arguments, dict[str, Array]]:
    """Arguments with so many numbers, and these as arrays."""
    graph = Graph()
    arguments = tuple(Argument(name, (size,)) for name, size in sizes.items())
    return arguments, {each.name: np.array(each.scalars(graph), object) for each in arguments}


def _unknown(array: Array) -> tuple[Scalar, ...]:
    """The traced numbers of an array, each once."""
    return tuple(dict.fromkeys(x for x in array.flat if isinstance(x, Scalar)))


def _replaced(array: Array, known: Mapping[Any, Value]) -> Array:
    return _entrywise(lambda x: known.get(x, x))(array)


def _places(rows: int, columns: int) -> Array:
    """Those of a matrix, by rows."""
    return np.arange(rows * columns).reshape(rows, columns)


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


def _mirrored(x: Array) -> Array:
    """The upper triangle on both sides: what is below it is never computed."""
    return np.where(np.tri(len(x), dtype=bool).T, x, x.T)
