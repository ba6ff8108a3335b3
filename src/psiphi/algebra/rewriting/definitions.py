"""The definitions of the operators as relations, for the operators that occur, and the rule sets they give.

Two normal forms matter. With M *kept*, products of φ, ψ, E_φ, K, P contract and M stays. With M *eliminated*
by the Riccati equation of one family, M = P − E_φPE_φ* + KDK* [RJK appendix], everything is said in P, D, K.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from psiphi.algebra import operators as op
from psiphi.algebra.construction import diagonal, identity, inverse_node, zero
from psiphi.algebra.crossings import Crossing, cross, crossbar
from psiphi.algebra.expression import Expr, Inverse, Product, Sum, Symbol, nodes_of, symbols_of
from psiphi.algebra.families import Lyapunov, Resolvent, Riccati
from psiphi.algebra.letters import definition, letter_of, notation
from psiphi.algebra.rewriting.completion import Relation, RuleSet, complete
from psiphi.algebra.rewriting.polynomial import Polynomial, expand

Family = Riccati | Lyapunov | Resolvent


def families_of(x: Expr | Polynomial) -> frozenset[Family]:
    """The families whose symbols occur."""
    return frozenset(s.owner for s in _symbols(x) if isinstance(s.owner, (Riccati, Lyapunov, Resolvent)))


def filters_in(x: Expr | Polynomial) -> list[Riccati]:
    """The Riccati families whose symbols occur, in the order of their labels."""
    return sorted((f for f in families_of(x) if isinstance(f, Riccati)), key=lambda f: f.label)


def rules_for(
    x: Expr | Polynomial, eliminate: Riccati | Lyapunov | None = None, *, proving: bool = False
) -> RuleSet:
    """The completed rules for the operators that occur in x, M eliminated by the given family if any.

    For `proving` they also know X X⁻¹ = I of the sums and products X whose inverses occur, and what the
    operators of a moving robot are made of.
    """
    found = _symbols(x)
    families = {s.owner for s in found if isinstance(s.owner, (Riccati, Lyapunov, Resolvent))}
    if eliminate is not None:
        families.add(eliminate)
    names = frozenset(s.name for s in found)
    if not proving:
        return _rules(frozenset(families), names & (_FREE_FLYING | _SHIFTS), eliminate)
    letters = x.letters if isinstance(x, Polynomial) else (x,)
    inverses = (y for letter in letters for y in nodes_of(letter) if isinstance(y, Inverse))
    inverted = frozenset(y for y in inverses if isinstance(y.base, Product | Sum))
    crossings = frozenset(s for s in found if isinstance(s.owner, Crossing))
    said = _FREE_FLYING | _SHIFTS | _MOVING_NAMES
    return _rules(frozenset(families), names & said, eliminate, inverted, crossings)


@lru_cache(maxsize=512)
def _rules(
    families: frozenset[Family],
    names: frozenset[str],
    eliminate: Riccati | Lyapunov | None,
    inverted: frozenset[Inverse] = frozenset(),
    crossings: frozenset[Symbol] = frozenset(),
) -> RuleSet:
    relations = list(rigid_transition())
    ordered = sorted(families, key=lambda f: (type(f).__name__, f.label))
    for family in ordered:
        relations.extend(_family(family, family is not eliminate, bool(names & _SHIFTS)))
    if names & _SHIFTS:
        relations.extend(_shift_notation())
    for letter in sorted(inverted, key=str):
        relations.extend(_inverse(letter))
    abbreviations = list(_free_flying()) if names & _FREE_FLYING else []
    if names & _MOVING_NAMES or crossings:
        abbreviations.extend(_moving(crossings))
    return complete(relations, abbreviations)


def _inverse(letter: Inverse) -> Iterable[Relation]:
    one = identity(letter.range)
    for factors in (letter.base @ letter, letter @ letter.base):
        yield _equal("X X⁻¹ = X⁻¹ X = I", factors, one)


_FREE_FLYING, _SHIFTS = notation("RJ"), notation("RK88")
_MOVING = tuple(x for x in op.OPERATORS.values() if x in op.MOVING and letter_of(x).source)
_MOVING_NAMES = frozenset(x.name for x in _MOVING)


def _symbols(x: Expr | Polynomial) -> set[Symbol]:
    if isinstance(x, Expr):
        return symbols_of(x)
    return set[Symbol]().union(*map(symbols_of, x.letters))


def _equal(source: str, left: Expr, right: Expr) -> Relation:
    return Relation(source, expand(left - right))


def transition(source: str, x: Expr, step: Expr) -> Iterable[Relation]:
    """x = (I − step)⁻¹, from either side."""
    for both in (x @ step, step @ x):
        yield _equal(source, both, x - identity(x.range))


def rigid_transition() -> Iterable[Relation]:
    """What φ is."""
    return transition("φ = (I − E_φ)⁻¹", op.phi, op.E_phi)


def _shift_notation() -> Iterable[Relation]:
    yield _equal("E_φ = S Δ_φ [RK88 a.11]", op.S @ op.Delta_phi, op.E_phi)
    yield _equal("Φ = φ S [RK88 a.6]", op.Phi, op.phi @ op.S)


def _family(f: Family, keep_M: bool, notation: bool) -> Iterable[Relation]:
    match f:
        case Riccati():
            yield from _riccati(f, keep_M)
            if notation:
                yield from _riccati_notation(f)
        case Lyapunov():
            if not keep_M:
                yield _equal("r = M + E_φ r E_φ*", f.X, f.r - op.E_phi @ f.r @ op.E_phi.T)
        case Resolvent():
            yield from transition(f"χ = (I − {f.X})⁻¹", f.chi, f.X)


def _riccati(f: Riccati, keep_M: bool) -> Iterable[Relation]:
    H, E = f.H, op.E_phi
    D_inverse = inverse_node(f.D)
    yield _equal("D = H P H*" if f.label == "" else "D = H P H* + Y", H @ f.P @ H.T, f.D - f.Y)
    yield _equal("G = P H* D⁻¹", f.G, f.P @ H.T @ D_inverse)
    gain = "K = E_φ G + S D⁻¹" if f.is_correlated else "K = E_φ G"
    yield _equal(gain, E @ f.P @ H.T, f.K @ f.D - f.S)
    yield _equal("E_ψ = E_φ − K H [RJK 10]", f.E_psi, E - f.K @ H)
    yield from transition("ψ = (I − E_ψ)⁻¹", f.psi, E - f.K @ H)
    if not keep_M:
        yield _equal(
            "M = P − E_φ P E_φ* + K D K* [RJK appendix]", f.X, f.P - E @ f.P @ E.T + f.K @ f.D @ f.K.T
        )


def _riccati_notation(f: Riccati) -> Iterable[Relation]:
    """The notation of RK88 for a family; left out where nothing is written in it, as it doubles the rules."""
    yield _equal("Ψ = ψ S [RK88 5.3]", f.Psi, f.psi @ op.S)
    yield _equal("L = Δ_φ G [RK88 a.12]", f.L, op.Delta_phi @ f.P @ f.H.T @ inverse_node(f.D))
    yield _equal("Δ_ψ = Δ_φ (I − G H) [RK88 4.7]", f.Delta_psi, op.Delta_phi - f.L @ f.H)


def covariance(f: Riccati) -> Expr:
    """H φ X φ* H* + HφS + S*φ*H* + Y: what the factors of a family multiply to."""
    correlated = f.H @ op.phi @ f.S
    return f.H @ op.phi @ f.X @ op.phi.T @ f.H.T + correlated + correlated.T + f.Y


def can_eliminate(f: Riccati) -> bool:
    """Whether the Riccati equation says M in terms of P: only then does it make words lighter."""
    return (op.M,) in expand(f.X).terms


def _free_flying() -> Iterable[Relation]:
    one = identity(op.phi_b.range)
    r, Q, E_b = op.r_f, op.Q, op.E_b
    yield from transition("φ_b = (I − E_b)⁻¹ [RJ 4]", op.phi_b, E_b)
    yield _equal("r_f + r_b = Q⁻¹ [RJ identity 7]", op.r_b, inverse_node(Q) - r)
    yield _equal("C_f = r_b Q [RJ 17]", op.C_f, one - r @ Q)
    yield _equal("C_b = r_f Q [RJ 17]", op.C_b, r @ Q)
    yield _equal("r = r_f Q r_b [RJ 13]", op.r_reduced, r - r @ Q @ r)
    yield _equal("M_b = r_b − diag(E_b r_b E_b*) [RJ 34]", op.M_b, op.r_b - diagonal(E_b @ op.r_b @ E_b.T))
    yield _equal("Q E_b = E_φ* Q [RJ identity 8]", Q @ E_b, op.E_phi.T @ Q)
    joined = op.E_phi.T @ Q @ op.E_phi
    yield _equal("Q_x = E_φ* Q E_φ − diag(E_φ* Q E_φ)", op.Q_x, joined - diagonal(joined))


def _moving(crossings: Iterable[Symbol]) -> Iterable[Relation]:
    """The operators of a moving robot in cross products with velocities V = φ*H*v.

    RK88's pair a, b is that of the classical acceleration of each origin, n = [0; ω × v] beside the spatial.
    """
    for symbol in _MOVING:
        meaning = definition(symbol)
        assert meaning is not None
        yield _equal(letter_of(symbol).source, symbol, meaning)
    momentum = crossbar(op.M @ op.phi.T @ op.H.T @ op.v)
    made_of = {
        x: x.owner.vector
        for x in (*crossings, momentum)
        if isinstance(x, Symbol) and isinstance(x.owner, Crossing)
    }
    motions = {x: made_of[x] for x in sorted(made_of, key=str) if x.name == "cross"}
    for bar in sorted((x for x in made_of if x.name == "crossbar"), key=str):
        yield _equal("x* [f ×̄] x = 0", bar.T, -bar)
        for letter, x in motions.items():
            yield _equal("[f ×̄] V = [V ×*] f", bar @ x, letter @ made_of[bar])
    bends = {x: made_of[x] for x in sorted(made_of, key=str) if x.name == "bend"}
    for of_rates, x in bends.items():
        for of_forces, f in bends.items():
            if x.range is op.H.range and f.range is op.H.domain:
                yield _equal("f* (∂_u H*) x = x* (∂_u H) f", of_rates.T @ f, of_forces.T @ x)
    for letter, x in motions.items():
        yield _equal("V × V = 0", letter.T @ x, zero(x.range, x.domain))
        if isinstance(x, Product) and x.factors[0] is op.H.T:
            E, phi, turning = op.E_phi, op.phi, cross(op.phi.T @ x)
            yield _equal("E_φ [E_φ* V ×*] = [V ×*] E_φ", E @ letter, E @ turning - turning @ E)
            yield _equal(
                "E_φ [E_φ* V ×*] = [V ×*] E_φ",
                phi @ letter,
                letter - turning + phi @ turning - phi @ turning @ E,
            )
