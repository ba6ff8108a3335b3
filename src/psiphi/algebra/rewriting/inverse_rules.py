"""Inverses removed by general rules, tried in a fixed order.

| rule | inverse of | becomes |
|---|---|---|
| resolvent | I − shift | φ, ψ or a new transition operator χ |
| transition | φ, ψ, χ, φ_b | I − shift |
| product | A B, both invertible | inv(B) inv(A) |
| shorter base | X with a simpler normal form | the inverse of that |
| innovations | HφXφ*H* + Y, X and Y memoryless | (I + HφK) D (I + HφK)* of the Riccati family (X, Y) |
| innovations with correlation | HφXφ*H* + HφS + S*φ*H* + Y, S a shift | the same of the family (X, Y, S) |
| known factors | X equal to the product of known factors | those factors |
| memoryless + shift | A − s | inv(I − A⁻¹s) A⁻¹ |
| push-through | I + A φ Q | I − A inv(I − E_φ + QA) Q |
| Woodbury | A + U*CU, A and C memoryless, positive definite | A⁻¹ − A⁻¹U* inv(C⁻¹ + UA⁻¹U*) U A⁻¹ |
| Woodbury over tendons | A + tendons* tendons, A positive definite | as above, with C = I |
| congruence | X on bodies, L X R with shifts alone, L and R of I − E_φ, I − E_φ* | R inv(L X R) L |

A memoryless inverse stays (one small block per body), and so does what no rule fits: a dense inverse.
Each rule is a function from the base X to an expression equal to inv(X), or None.
"""

from __future__ import annotations

from collections.abc import Callable

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint, identity, inverse_node, product
from psiphi.algebra.derivatives import inside
from psiphi.algebra.expression import Adjoint, Expr, Inverse, Product, Rows, Symbol
from psiphi.algebra.families import NO_CORRELATION, Riccati, resolvent, riccati
from psiphi.algebra.letters import owner_of, step_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.cost import cost
from psiphi.algebra.rewriting.definitions import can_eliminate, covariance, filters_in, rules_for
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, expand, monomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach, reach_of, structure
from psiphi.errors import BudgetError
from psiphi.frozen import frozen


@frozen
class InverseRule:
    """A named way to rewrite inv(X)."""

    name: str
    apply: Callable[[Expr], Expr | None]


Accept = Callable[[Expr, Expr], bool]


def eliminate(base: Expr, given_up: set[str], accept: Accept | None = None) -> tuple[str, Expr] | None:
    """The first rule that rewrites inv(base), and its result; None when the inverse has to stay.

    Rules that would take too long are passed over, and their names added to `given_up`. So is what `accept`,
    asked with the base and the result, does not accept.
    """
    if isinstance(base, Symbol) and reach(base) is Reach.MEMORYLESS:
        return None
    for rule in RULES:
        try:
            result = rule.apply(base)
        except BudgetError:
            given_up.add(rule.name)
            continue
        if result is None or _open_inverses(base) - _open_inverses(result):
            continue  # inv(A X⁻¹) is X A⁻¹ where X has an inverse, and elsewhere X A⁻¹ would not tell
        if accept is None or accept(base, result):
            return rule.name, result
    return None


def _open_inverses(x: Expr) -> frozenset[Expr]:
    """The inverses in x, and in the definitions of its families, of what need not have one."""
    own: frozenset[Expr] = frozenset()
    if isinstance(x, Inverse) and not structure(x.base).invertible:
        own = frozenset({x, adjoint(x)})
    return own.union(*map(_open_inverses, inside(x)))


def _transition(X: Expr) -> Expr | None:
    step = step_of(X)
    return None if step is None else op.I - _with_gain(step)


def _with_gain(step: Expr) -> Expr:
    """E_ψ as E_φ − K H, any other step as it is."""
    if isinstance(step, Adjoint):
        return adjoint(_with_gain(step.symbol))
    f = owner_of(step)
    return op.E_phi - f.K @ f.H if isinstance(f, Riccati) and step is f.E_psi else step


def _product(X: Expr) -> Expr | None:
    if not isinstance(X, Product):
        return None
    if not all(f.range is f.domain and structure(f).invertible for f in X.factors):
        return None
    return product(inverse_node(f) for f in reversed(X.factors))


def _shorter_base(X: Expr) -> Expr | None:
    """inv of the normal form, where that has fewer sweeps, or as many and fewer letters."""

    def size(p: Polynomial) -> tuple[int, int]:
        return cost(p)[0], sum(len(w) + 1 for w in p.terms)

    p = expand(X)
    best = p
    for eliminated in (None, *filter(can_eliminate, filters_in(p))):
        q = rules_for(p, eliminated).reduce(p)
        if size(q) < size(best):
            best = q
    if best is p:
        return None
    return inverse_node(factor(best))


def _innovations(X: Expr) -> Expr | None:
    p = expand(X)
    if p.range is not Space.JOINT:
        return None
    rows = _measured_rows(p)
    head: Word = (*rows, op.H, op.phi)
    n, tail = len(head), tuple(adjoint(x) for x in reversed(head))
    sandwiches = [w for w in p.terms if len(w) >= 2 * n and w[:n] == head and w[-n:] == tail]
    middle = Polynomial({w[n:-n]: p.terms[w] for w in sandwiches}, Space.BODY, Space.BODY)
    rest = p.part(w for w in p.terms if w not in sandwiches)
    if not middle or middle != middle.T or rest != rest.T:
        return None
    if not (_is_memoryless(middle) and _is_memoryless(rest)):
        return None
    noise, measured = factor(middle), factor(rest)
    if not (structure(noise).semidefinite and structure(measured).semidefinite):
        return None  # no covariances: D may have no inverse where X has
    return inverse_node(innovations_factors(riccati(noise, measured, NO_CORRELATION, *rows)))


def _measured_rows(p: Polynomial) -> Word:
    """Π_f where X reads Π_f … Π_f + Π_p, Π_p being the identity of the rows that are left out."""
    for word in p.terms:
        owner = owner_of(word[0]) if len(word) == 1 else None
        if isinstance(owner, Rows) and owner.prescribed and p.range is Space.JOINT:
            return (op.free_rows(owner.dofs),)
    return ()


def _correlated_innovations(X: Expr) -> Expr | None:
    """The same with terms HφS and S*φ*H*, S one step from joints to the parents of their bodies."""
    p = expand(X)
    if p.range is not Space.JOINT or filters_in(p):
        return None
    head: Word = (*_measured_rows(p), op.H, op.phi)
    n = len(head)
    crossing = [w for w in p.terms if w[:n] == head and reach_of(w[n:]) is Reach.SHIFT]
    forward = p.part(crossing)
    still = _innovations(factor(p - forward - forward.T))
    if not forward or not isinstance(still, Inverse):
        return None
    S = Polynomial({w[n:]: p.terms[w] for w in crossing}, Space.BODY, Space.JOINT)
    (plain,) = filters_in(expand(still.base))
    return inverse_node(innovations_factors(riccati(plain.X, plain.Y, factor(S), plain.rows)))


def innovations_factors(f: Riccati) -> Expr:
    """(I + HφK) D (I + HφK)*, equal to HφXφ*H* + HφS + S*φ*H* + Y [RJK 11]."""
    factor_ = op.I + f.H @ op.phi @ f.K
    return factor_ @ f.D @ factor_.T


def _known_factors(X: Expr) -> Expr | None:
    """X equal by normal form to (I + HφK)D(I + HφK)* or to its inverse, for a family that occurs in X."""
    p = expand(X)
    if p.range is not Space.JOINT:
        return None
    for f in filters_in(p) or ((op.base_family,) if op.M in p.letters else ()):
        whitening = op.I - f.H @ f.psi @ f.K
        inverse = whitening.T @ inverse_node(f.D) @ whitening
        direct = innovations_factors(f)
        for value, inverted in ((direct, inverse), (inverse, direct)):
            difference = p - expand(value)
            if not rules_for(difference, f).reduce(difference):
                return inverted
    return None


def _resolvent(X: Expr) -> Expr | None:
    """inv(I − s) for a one-step shift s, and its adjoint."""
    s = expand(op.I - X) if X.range is X.domain else None
    if s is None or not s:
        return None
    s = rules_for(s).reduce(s)
    if _all_reach(s, Reach.SHIFT):
        return transition_of(s)
    if _all_reach(s, Reach.SHIFT_BACK):
        if X.range is Space.BODY and s == expand(op.E_b):
            return op.phi_b
        return adjoint(transition_of(s.T))
    return None


def transition_of(s: Polynomial) -> Symbol:
    """The symbol of (I − s)⁻¹: φ, a ψ whose family occurs in s, or a new χ."""
    if s == expand(op.E_phi):
        return op.phi
    for f in filters_in(s):
        if not rules_for(s).reduce(s - expand(op.E_phi - f.K @ f.H)):
            return f.psi
    return resolvent(factor(s)).chi


def _memoryless_plus_shift(X: Expr) -> Expr | None:
    p = expand(X)
    still, moving = _parted(p)
    if not still or not moving or still == expand(identity(p.range)):
        return None
    if _all_reach(moving, Reach.SHIFT_BACK):
        flipped = _memoryless_plus_shift(adjoint(X))
        return None if flipped is None else adjoint(flipped)
    if not _all_reach(moving, Reach.SHIFT):
        return None
    A = inverse_node(factor(still))
    return inverse_node(op.I + A @ factor(moving)) @ A


def _push_through(X: Expr) -> Expr | None:
    direct = _push_through_causal(X)
    if direct is not None:
        return direct
    flipped = _push_through_causal(adjoint(X))
    return None if flipped is None else adjoint(flipped)


def _push_through_causal(X: Expr) -> Expr | None:
    p = expand(X)
    p = rules_for(p).reduce(p)
    if p.terms.get(()) != 1:
        return None
    rest = p.part(w for w in p.terms if w)
    for t in sorted(rest.letters, key=str):
        shift = _shift_of(t)
        if shift is None or any(w.count(t) != 1 for w in rest.terms):
            continue
        heads = {w[: w.index(t)] for w in rest.terms}
        if len(heads) != 1:
            continue
        (head,) = heads
        A = product(head) if head else identity(p.range)
        tails = Polynomial({w[w.index(t) + 1 :]: c for w, c in rest.terms.items()}, t.domain, p.domain)
        Q = factor(tails)
        inner = expand(op.I - shift + Q @ A)
        inner = rules_for(inner).reduce(inner)
        if all(reach_of(w) in (Reach.MEMORYLESS, Reach.SHIFT) for w in inner.terms):
            base = factor(inner)
            return op.I - A @ (_resolvent(base) or inverse_node(base)) @ Q
    return None


def _shift_of(letter: Expr) -> Expr | None:
    """s where the letter is the transition operator (I − s)⁻¹."""
    step = step_of(letter) if isinstance(letter, Symbol) and reach(letter) is Reach.CAUSAL else None
    return None if step is None else _with_gain(step)


def _congruence(X: Expr) -> Expr | None:
    """inv(X) = R inv(L X R) L with L and R of I − E_φ, I − E_φ* where L X R has shifts and no transitions.

    What is left to invert joins near bodies alone: it has few blocks on any tree, and takes O(N) operations.
    """
    p = expand(X)
    if p.range is not Space.BODY or p.domain is not Space.BODY or _is_near(p):
        return None
    inward, outward = op.I - op.E_phi, op.I - op.E_phi.T
    for left, right in ((inward, outward), (outward, inward), (inward, inward), (outward, outward)):
        q = expand(left) @ p @ expand(right)
        q = rules_for(q).reduce(q)
        if q and _is_near(q):
            return right @ inverse_node(factor(q)) @ left
    return None


def _is_near(p: Polynomial) -> bool:
    """Whether every letter stays at a body or makes one step."""
    steps = (Reach.MEMORYLESS, Reach.SHIFT, Reach.SHIFT_BACK)
    return all(reach(letter) in steps for letter in p.letters)


def _woodbury(X: Expr) -> Expr | None:
    p = expand(X)
    still, moving = _parted(p)
    if not still or len(moving.terms) != 1 or p != p.T or p.range is Space.FRAME:
        return None
    ((word, c),) = moving.terms.items()
    middle = len(word) // 2
    if len(word) % 2 == 0 or c < 0:
        return None
    C, U = word[middle], word[middle + 1 :]
    tail = monomial(U, C.domain, p.domain)
    head = monomial(word[:middle], p.range, C.range)
    if reach(C) is not Reach.MEMORYLESS or adjoint(C) is not C or head != tail.T:
        return None
    if not (structure(factor(still)).positive and structure(C).positive):
        return None  # A and C may have no inverse where X has
    A, U_, C_ = inverse_node(factor(still)), product(U), inverse_node(C) * (1 / c)
    core = C_ + U_ @ A @ U_.T
    if _innovations(core) is None:
        return None  # otherwise the rule would only move the dense inverse about
    return A - A @ U_.T @ inverse_node(core) @ U_ @ A


def _tendon_woodbury(X: Expr) -> Expr | None:
    """inv(A + T*T) = A⁻¹ − A⁻¹T*(I + T A⁻¹ T*)⁻¹T A⁻¹, with T the tendons: dense in their few rows alone."""
    p = expand(X)
    T = product((op.tendons, *_measured_rows(p)))
    armature = expand(T.T @ T)
    (word,) = armature.terms
    if p.terms.get(word) != 1:
        return None
    rest = p - armature
    if not rest or not structure(factor(rest)).positive:
        return None
    A = inverse_node(factor(rest))
    return A - A @ T.T @ inverse_node(op.I + T @ A @ T.T) @ T @ A


def _frame_woodbury(X: Expr) -> Expr | None:
    """inv(C + J inv(mass) J*) = C⁻¹ − C⁻¹ J inv(mass + J*C⁻¹J) J* C⁻¹, for the mass of a family in X."""
    p = expand(X)
    still, moving = _parted(p)
    if p.range is not Space.FRAME or not still or not moving or not structure(factor(still)).positive:
        return None
    for f in filters_in(p):
        core = f.psi.T @ f.H.T @ inverse_node(f.D) @ f.H @ f.psi
        if moving != expand(op.B.T @ core @ op.B):
            continue
        C = inverse_node(factor(still))
        stiff = covariance(f) + op.J.T @ C @ op.J
        return C - C @ op.J @ inverse_node(stiff) @ op.J.T @ C
    return None


def _parted(p: Polynomial) -> tuple[Polynomial, Polynomial]:
    """What of p stays at each body, and what moves."""
    still = p.part(w for w in p.terms if reach_of(w) is Reach.MEMORYLESS)
    return still, p - still


def _all_reach(p: Polynomial, shape: Reach) -> bool:
    return bool(p) and all(reach_of(w) is shape for w in p.terms)


def _is_memoryless(p: Polynomial) -> bool:
    return all(reach_of(w) is Reach.MEMORYLESS for w in p.terms)


RULES = (
    InverseRule("inverse of a transition operator", _transition),
    InverseRule("inverse of a product", _product),
    InverseRule("simpler normal form of the base", _shorter_base),
    InverseRule("resolvent of a shift", _resolvent),
    InverseRule("innovations factorisation", _innovations),
    InverseRule("innovations factorisation, correlated noise", _correlated_innovations),
    InverseRule("known factors", _known_factors),
    InverseRule("memoryless plus shift", _memoryless_plus_shift),
    InverseRule("push-through", _push_through),
    InverseRule("Woodbury", _woodbury),
    InverseRule("Woodbury in frame space", _frame_woodbury),
    InverseRule("Woodbury over tendons", _tendon_woodbury),
    InverseRule("congruence that leaves shifts", _congruence),
)
