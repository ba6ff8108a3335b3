"""Random well-typed expressions: every kind of node, every inverse certain to exist."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from psiphi.algebra.construction import diagonal, identity, zero
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.families import lyapunov, resolvent, riccati
from psiphi.algebra.inputs import body_vector, frame_vector, joint_vector
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    D_R,
    K_R,
    OPERATORS,
    P_R,
    B,
    D,
    D_Gamma,
    Delta_phi,
    Delta_psi,
    E_phi,
    E_psi,
    E_psi_R,
    G,
    G_Gamma,
    Gamma,
    H,
    I,
    K,
    K_Gamma,
    L,
    M,
    Omega,
    P,
    P_Gamma,
    Phi,
    Psi,
    R,
    S,
    a,
    b,
    phi,
    psi,
    psi_Gamma,
    psi_R,
    r,
)
from psiphi.algebra.spaces import Space

Shape = tuple[Space, Space]
Letters = Mapping[Shape, Sequence[Expr]]
Draw = Callable[[st.SearchStrategy], object]

JOINT, BODY, FRAME, ONE = Space.JOINT, Space.BODY, Space.FRAME, Space.ONE
TAU, THETA, Z, F = joint_vector("tau"), joint_vector("theta_d''"), body_vector("z"), frame_vector("f")
VECTORS = {x.name: x.range for x in (TAU, THETA, Z, F)}

_other = riccati(M + H.T @ R @ H, R / 2)
_COMMON = (H, E_phi, phi, M, R, B, P, D, G, K, E_psi, psi, r, a, b, TAU, THETA, Z, F)
_RK88 = (S, Delta_phi, Phi, L, Psi, Delta_psi, Omega)
_FAMILIES = (P_R, D_R, K_R, E_psi_R, psi_R, _other.P, _other.K, _other.psi, lyapunov(P).r)
_CORRELATED = (Gamma, P_Gamma, D_Gamma, G_Gamma, K_Gamma, psi_Gamma)
_TEXT_ONLY = (*OPERATORS.values(), resolvent(E_phi - K @ H @ E_phi.T @ E_phi).chi, _other.Omega)


def _by_shape(symbols: Sequence[Symbol]) -> Letters:
    """The symbols and their adjoints, sorted by the spaces between which they act."""
    found: dict[Shape, list[Expr]] = {(s, s): [identity(s)] for s in (JOINT, BODY, FRAME)}
    for x in dict.fromkeys(y for symbol in symbols for y in (symbol, symbol.T)):
        found.setdefault((x.range, x.domain), []).append(x)
    found[JOINT, FRAME], found[FRAME, JOINT] = [H @ phi @ B], [B.T @ phi.T @ H.T]
    found[ONE, ONE] = [TAU.T @ D @ TAU]
    return {shape: tuple(letters) for shape, letters in found.items()}


COMMON_LETTERS = _by_shape(_COMMON)  # RJK
TREE_LETTERS = _by_shape((*_COMMON, *_RK88, *_FAMILIES, *_CORRELATED))  # whatever has a value for every tree
ALL_LETTERS = _by_shape(
    (*_COMMON, *_RK88, *_FAMILIES, *_CORRELATED, *_TEXT_ONLY)
)  # for tests that never evaluate

_COEFFICIENTS = st.sampled_from(
    [Fraction(c) for c in (1, 1, 1, -1, -1, 2, -3, Fraction(1, 2), Fraction(-2, 3))]
)
_OPERATOR_SPACES = st.sampled_from([JOINT, BODY, BODY, FRAME])


@st.composite
def expressions(
    draw: Draw,
    range: Space | None = None,
    domain: Space | None = None,
    depth: int = 6,
    letters: Letters = COMMON_LETTERS,
) -> Expr:
    """An expression of at most the given depth between two spaces (drawn where not given)."""
    if range is None:
        range = draw(_OPERATOR_SPACES)
    if domain is None:
        domain = draw(st.sampled_from([JOINT, BODY, FRAME, ONE]))
    return _Grower(draw, letters).grow(range, domain, depth)


class _Grower:
    def __init__(self, draw: Draw, letters: Letters) -> None:
        self.draw = draw
        self.letters = letters

    def choice(self, options: Sequence) -> object:
        return self.draw(st.sampled_from(options))

    def grow(self, range: Space, domain: Space, depth: int) -> Expr:
        if depth <= 0:
            return self.choice(self.letters[range, domain])
        kinds = ["letter", "product", "product", "sum", "adjoint"]
        if range is domain and range is not ONE:
            kinds += ["inverse", "inverse", "power", "diagonal"]
        return getattr(self, f"_{self.choice(kinds)}")(range, domain, depth - 1)

    def _letter(self, range: Space, domain: Space, depth: int) -> Expr:
        return self.choice(self.letters[range, domain])

    def _product(self, range: Space, domain: Space, depth: int) -> Expr:
        middle = self.draw(_OPERATOR_SPACES)
        return self.grow(range, middle, depth) @ self.grow(middle, domain, depth)

    def _sum(self, range: Space, domain: Space, depth: int) -> Expr:
        total: Expr = zero(range, domain)
        for _ in [None] * self.choice([2, 2, 3]):
            total = total + self.draw(_COEFFICIENTS) * self.grow(range, domain, depth)
        return total

    def _adjoint(self, range: Space, domain: Space, depth: int) -> Expr:
        return self.grow(domain, range, depth).T

    def _inverse(self, space: Space, _: Space, depth: int) -> Expr:
        return inv(self.invertible(space, depth))

    def _power(self, space: Space, _: Space, depth: int) -> Expr:
        base = {JOINT: D, BODY: M, FRAME: I + B.T @ M @ B}[space]
        exponent = self.choice([Fraction(1, 2), Fraction(-1, 2), Fraction(2), Fraction(-3, 4)])
        return base**exponent if space is not FRAME else inv(base)

    def _diagonal(self, space: Space, _: Space, depth: int) -> Expr:
        return diagonal(self.grow(space, space, depth))

    def invertible(self, space: Space, depth: int) -> Expr:
        """Invertible for sure: by definition, positive definite, or I plus something nilpotent."""
        kind = self.choice(["letter", "positive", "nilpotent"])
        if kind == "letter" and space is not FRAME:
            return self.choice({JOINT: (D, H @ phi @ M @ phi.T @ H.T), BODY: (phi, psi, M, P, psi.T)}[space])
        if kind == "nilpotent" and space is not FRAME:
            return I + self.draw(_COEFFICIENTS) * self.nilpotent(space)
        A = self.grow(space, self.draw(_OPERATOR_SPACES), depth - 1)
        return {JOINT: D, BODY: M, FRAME: identity(FRAME)}[space] + A @ A.T

    def nilpotent(self, space: Space) -> Expr:
        """Strictly causal, or its adjoint: causal factors of which one is a shift."""
        inner = self.choice([E_phi, E_psi, phi @ E_phi, E_phi @ psi, K @ H, E_phi @ M])
        whole = inner if space is BODY else self.choice([H, G.T]) @ inner @ self.choice([G, H.T])
        return self.choice([whole, whole.T])
