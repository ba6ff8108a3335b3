"""Random well-formed expressions over all spaces, with every kind of node and names that could be taken."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from psiphi.algebra import body_operator, frame_operator, joint_operator, loop_operator
from psiphi.algebra import operators as op
from psiphi.algebra.construction import diagonal, identity, symbol
from psiphi.algebra.derivatives import derivative, rate
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import lyapunov
from psiphi.algebra.inverse import inv
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import structure
from psiphi.errors import ExpressionError

J, B, F, C, L, W, ONE = (
    *(Space.JOINT, Space.BODY, Space.FRAME, Space.COORDINATE),
    *(Space.LOOP, Space.WORLD, Space.ONE),
)

NAMES = (
    "tau",
    "x",
    "z1",
    "t9",
    "u",
    "unit",
    "y'",
    "omega",
    "phi_",
    "r1",
    "V",
    "row",
    "ends",
    "P_",
    "a0",
    "q_d",
    "t7",
    "z2",
    "payload",
    "n",
)
"""What users may call their vectors, some of it close to names that are used inside."""

RIGID = (op.H, op.E_phi, op.phi, op.M, op.phi, op.H, op.M, op.S, op.Delta_phi, op.Phi, op.Pi_root, op.Pi_tip)
FILTERS = (
    *(op.P, op.D, op.G, op.K, op.E_psi, op.psi, op.Omega, op.L, op.Psi, op.Delta_psi, op.r),
    *(op.P_R, op.D_R, op.G_R, op.psi_R, lyapunov(op.P).r),
)
ROTORS = (op.R, op.Gamma, op.D_Gamma, op.psi_Gamma)
MOVING = (op.a, op.b, op.v, op.H_dot, op.C_M, op.Gamma_dot)
FRAMES = (op.B, op.B, op.A_0, op.X_0)
FLYING = (op.E_b, op.phi_b, op.M_b, op.r_b, op.Q, op.Q_x, op.C_f, op.C_b, op.r_reduced)
LOOPS = (op.N, op.N, op.gearing)
COEFFICIENTS = [Fraction(c) for c in (1, 1, 1, -1, -1, 2, -3, Fraction(1, 2), Fraction(-2, 3))]
EXPONENTS = [Fraction(c) for c in ("1/2", "-1/2", "3/2", "1/3", "-2/3", "1/4", "0.3")]


class Generator:
    """Expressions for a robot: `flying` has a free base and one root, `closed` has loops."""

    def __init__(self, rng: np.random.Generator, *, flying: bool, closed: bool) -> None:
        self.rng = rng
        letters = [*RIGID, *FILTERS, *ROTORS, *MOVING, *FRAMES, op.coupling, op.E_0, op.A_dot, op.g]
        letters += [op.E_b, op.phi_b, *(FLYING if flying else ())]
        letters += [*LOOPS, op.N_dot, op.gearing_dot] if closed else []
        self.spaces = [J, B, F, C, W, *([L] if closed else [])]
        names = list(rng.permutation(NAMES))
        self.vectors: dict[Space, list[Symbol]] = {
            space: [symbol(str(names.pop()), space, ONE) for _ in range(2)] for space in self.spaces
        }
        self.given: dict[Space, Symbol] = {
            B: body_operator(str(names.pop())),
            J: joint_operator(str(names.pop()), diagonal=True),
            F: frame_operator(str(names.pop())),
        }
        if closed:
            self.given[L] = loop_operator(str(names.pop()))
        letters += self.given.values()
        self.letters: dict[tuple[Space, Space], list[Expr]] = {}
        for x in (*letters, *(v for some in self.vectors.values() for v in (*some, *some))):
            self.letters.setdefault((x.range, x.domain), []).append(x)
            if x.T is not x:
                self.letters.setdefault((x.domain, x.range), []).append(x.T)

    def expression(self) -> Expr:
        """A vector, a matrix or a number."""
        kind = self.rng.choice(["vector", "matrix", "number", "row"], p=[0.6, 0.28, 0.08, 0.04])
        first, second = (self._space() for _ in range(2))
        depth = int(self.rng.integers(1, 5))
        match kind:
            case "vector":
                return self.grow(first, ONE, depth)
            case "matrix":
                return self.grow(first, second if self.rng.random() < 0.5 else first, depth)
            case "row":
                return self.grow(ONE, first, depth)
            case _:
                return self.grow(ONE, ONE, depth)

    def _space(self) -> Space:
        weights = np.array([4.0, 4.0, 1.5, 0.5, 0.4, 1.5][: len(self.spaces)])
        return self.spaces[self.rng.choice(len(self.spaces), p=weights / weights.sum())]

    def grow(self, range: Space, domain: Space, depth: int) -> Expr:
        """An expression between two spaces."""
        kinds = ["letter", "product", "product", "product", "sum", "adjoint"]
        if range is domain and range is not ONE:
            kinds += ["inverse", "inverse", "diagonal", "power", "rate", "along"]
        elif domain is ONE and range is not ONE:
            kinds += ["rate", "along"]
        elif domain is J or domain is C:
            kinds += ["by"]
        kind = str(self.rng.choice(kinds)) if depth > 0 else "letter"
        try:
            match kind:
                case "product":
                    middle = self._space() if self.rng.random() < 0.97 else ONE
                    return self.grow(range, middle, depth - 1) @ self.grow(middle, domain, depth - 1)
                case "sum":
                    terms = [self.grow(range, domain, depth - 1) for _ in (1, 2)]
                    if range is domain and self.rng.random() < 0.4:
                        terms[1] = identity(range)
                    c, d = self.rng.choice(COEFFICIENTS, 2)
                    return c * terms[0] + d * terms[1]
                case "adjoint":
                    return self.grow(domain, range, depth - 1).T
                case "inverse":
                    return inv(self._invertible(range, depth - 1))
                case "diagonal":
                    return diagonal(self.grow(range, domain, depth - 1))
                case "power":
                    return self._positive_block(range, depth - 1) ** self.rng.choice(EXPONENTS)
                case "rate":
                    return rate(self.grow(range, domain, depth - 1))
                case "along":
                    return derivative(
                        self.grow(range, domain, depth - 1), along=self._choice(self.vectors[J])
                    )
                case "by":
                    by = "v" if domain is C or self.rng.random() < 0.3 else "q"
                    found = derivative(self.grow(range, ONE, depth - 1), by)
                    return found if found.domain is domain else self._letter(range, domain)
                case _:
                    return self._letter(range, domain)
        except ExpressionError:  # no inverse, power or second rate of this
            return self._letter(range, domain)

    def _letter(self, range: Space, domain: Space) -> Expr:
        known = self.letters.get((range, domain), [])
        if range is domain and (not known or self.rng.random() < 0.1):
            return identity(range)
        if known:
            return self._choice(known)
        way = {J: B, F: B, W: B, C: J, L: B}  # every space is one letter from the bodies, or from the joints
        if range is not B and domain is not way.get(range):
            return self._letter(range, way[range]) @ self._letter(way[range], domain)
        return self._letter(range, way[domain]) @ self._letter(way[domain], domain)

    def _invertible(self, space: Space, depth: int) -> Expr:
        """Something that has an inverse, more often than not."""
        match self.rng.integers(6):
            case 0:
                return self.grow(space, space, depth)
            case 1:
                return self.grow(space, space, depth) + self._positive_block(space, 0)
            case 2:
                return identity(space) - self.grow(space, space, depth)
            case 3 if space is J:
                return op.mass
            case _:
                other = self._space()
                x = self.grow(space, other, min(depth, 1))
                core = identity(other) if self.rng.random() < 0.5 else self._positive_block(other, 0)
                return x @ core @ x.T + self._positive_block(space, 0)

    def _positive_block(self, space: Space, depth: int) -> Expr:
        """Something memoryless and positive definite."""
        if space in self.given and self.rng.random() < 0.15:
            found = identity(space) + self.given[space]
        elif space is B:
            found = self._choice([op.M, op.P, op.r, op.M + identity(B), op.P_R])
        elif space is J:
            found = self._choice(
                [op.D, op.D_R, op.D_Gamma, op.R + identity(J), op.H @ op.M @ op.H.T + identity(J)]
            )
        elif space is F:
            found = self._choice([identity(F) + op.B.T @ op.M @ op.B, identity(F) + op.A_0 @ op.A_0.T])
        else:
            return identity(space)
        if depth > 0 and self.rng.random() < 0.3:
            x = self.grow(space, space, 0)
            more = found + x @ x.T
            return more if structure(more).memoryless else found
        return found

    def _choice(self, options: Sequence[Expr]) -> Expr:
        return options[int(self.rng.integers(len(options)))]
