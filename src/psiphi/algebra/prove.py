"""Equality of operator expressions: proved by normal form, or refuted by numbers.

`prove` multiplies lhs − rhs out and reduces it with the completed definitions; zero is a proof, for every
robot. Derivatives are multiplied out first, then inverses are eliminated, and each elimination is itself
checked by multiplying back.
`refute` looks for a robot, a configuration and vectors for which the two sides differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from psiphi.algebra.dense import relative_difference
from psiphi.algebra.derivation import Step, rebuild
from psiphi.algebra.derivatives import differentiated
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Derivative, Expr, Inverse, children, identity, symbols_of
from psiphi.algebra.families import Lyapunov, Riccati
from psiphi.algebra.operators import OPERATORS, base_family
from psiphi.algebra.rewriting.completion import RewriteStep, RuleSet
from psiphi.algebra.rewriting.definitions import FREE_FLYING, can_eliminate, families_of, rules_for
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space
from psiphi.errors import SpaceError
from psiphi.formats.robots import random_tree
from psiphi.model import Model


@dataclass(frozen=True)
class Proof:
    """The outcome of `prove`: true if it succeeded.

    `inverses` are the steps that removed inverses and derivatives, `rewrites` the rules used on lhs − rhs,
    `residual` what was left of it (zero for a proof); `truncated` where the rules were not completed, so
    that there may be a proof though none was found.
    """

    lhs: Expr
    rhs: Expr
    inverses: tuple[Step, ...]
    rewrites: tuple[RewriteStep, ...]
    residual: Expr
    truncated: bool = False

    def __bool__(self) -> bool:
        return not expand(self.residual)

    def __str__(self) -> str:
        lines = [f"{self.lhs} = {self.rhs}"]
        lines.extend(f"    {step}" for step in self.inverses)
        for step in self.rewrites:
            left = " ".join(str(x) for x in step.rule.word)
            lines.append(f"    {left} → {step.rule.replacement}    [{step.rule.source}]")
        if self:
            lines.append("proved: the difference of the two sides reduces to 0.")
        else:
            lines.append(
                f"not proved: the difference reduces to {self.residual}. refute() may find a counterexample."
            )
            if self.truncated:
                lines.append("The rules for these operators met a bound and are not complete.")
        return "\n".join(lines)


@dataclass(frozen=True)
class Counterexample:
    """A robot and a configuration for which two expressions differ."""

    model: Model
    q: npt.NDArray[np.float64]
    difference: float

    def __str__(self) -> str:
        return (
            f"robot {self.model.name!r} with {len(self.model.bodies)} bodies: "
            f"the sides differ by {self.difference:.1e} relative to their size"
        )


def prove(lhs: Expr, rhs: Expr) -> Proof:
    """Try to prove lhs = rhs for all robots from the definitions of the operators alone.

    The result is false in a condition when no proof was found, which does not mean that the sides differ:
    equalities that hold only for chains, or that need more than the definitions, are out of reach. Numbers
    count exactly, decimals too. BudgetError where rewriting would take too many steps.
    """
    _check_same_spaces(lhs, rhs)
    inverses: list[Step] = []
    sides: list[Expr] = []
    for side in (lhs, rhs):
        multiplied_out = _without_derivatives(side, inverses)
        derivation = derive(multiplied_out, "as written") if _has_inverse(multiplied_out) else None
        if derivation is not None:
            inverses.extend(step for step in derivation.steps if verified(step))
        sides.append(multiplied_out if derivation is None else derivation.result)
    difference = expand(sides[0]) - expand(sides[1])
    best: tuple[Polynomial, list[RewriteStep]] | None = None
    rule_sets = _rule_sets(difference)
    for rules in rule_sets:
        rewrites: list[RewriteStep] = []
        residual = rules.reduce(difference, rewrites)
        if best is None or len(residual.terms) < len(best[0].terms):
            best = residual, rewrites
        if not residual:
            break
    assert best is not None
    truncated = any(rules.truncated for rules in rule_sets)
    return Proof(lhs, rhs, tuple(inverses), tuple(best[1]), best[0].expression(), truncated)


def _without_derivatives(x: Expr, steps: list[Step]) -> Expr:
    """x with its derivatives multiplied out, and the step that did so written down."""
    result = rebuild(x, lambda y: differentiated(y.base, y.along) if isinstance(y, Derivative) else y)
    if result is not x:
        steps.append(Step("product rule", x, result, x, result))
    return result


def verified(step: Step) -> bool:
    """Check a step that removed an inverse by multiplying back: inv(X) = Y because X Y = I and Y X = I."""
    if not isinstance(step.place, Inverse):
        return True
    X, Y = step.place.base, step.replacement
    one = expand(identity(X.range))
    for p in (expand(X @ Y) - one, expand(Y @ X) - one):
        if _has_inverse(Y):
            continue  # an intermediate form; its own inverses are checked when they go
        if all(rules.reduce(p) for rules in _rule_sets(p)):
            raise AssertionError(f"inverse rule is wrong: {step}")
    return True


def refute(lhs: Expr, rhs: Expr, trials: int = 20, seed: int = 0) -> Counterexample | None:
    """Look for a robot for which lhs ≠ rhs; None means that none was found in that many trials."""
    _check_same_spaces(lhs, rhs)
    rng = np.random.default_rng(seed)
    symbols = symbols_of(lhs) | symbols_of(rhs)
    vectors = {s.name: s.range for s in symbols if s.is_vector and s.name not in OPERATORS}
    must_fly = any(s.name in FREE_FLYING for s in symbols)
    must_close = any(Space.LOOP in (s.range, s.domain) for s in symbols)
    for trial in range(trials):
        base = "free" if must_fly or trial % 3 == 2 else "fixed"
        model = random_tree(seed + trial, bodies=2 + trial % 7, base=base, rotors="carried")
        if must_close:
            model = model.with_loop("world", model.body_names[-1], "hinge", name="closed")
        frames = model.merged().frame_names[-2:]
        q = model.random_configuration(rng)
        v = rng.standard_normal(model.nv)
        sizes = {
            Space.JOINT: model.nv_tree,
            Space.BODY: 6 * len(model.merged().bodies),
            Space.FRAME: 6 * len(frames),
            Space.COORDINATE: model.nv,
            Space.LOOP: model.loop_size,
            Space.WORLD: 6,
        }
        values = {name: rng.standard_normal(sizes[space]) for name, space in vectors.items()}
        difference = relative_difference(lhs, rhs, model, q, v=v, frames=frames, vectors=values)
        if difference > 1e-6:
            return Counterexample(model, q, difference)
    return None


def _rule_sets(p: Polynomial) -> list[RuleSet]:
    """M kept; then M eliminated by each family that occurs, and by the papers' own."""
    found = families_of(p)
    eliminators: list[Riccati | Lyapunov] = [f for f in found if isinstance(f, Riccati) and can_eliminate(f)]
    eliminators += [f for f in found if isinstance(f, Lyapunov)]
    if not eliminators:
        eliminators.append(base_family)
    return [rules_for(p), *(rules_for(p, f) for f in sorted(eliminators, key=lambda f: f.label))]


def _has_inverse(x: Expr) -> bool:
    return isinstance(x, Inverse) or any(_has_inverse(y) for y in children(x))


def _check_same_spaces(lhs: Expr, rhs: Expr) -> None:
    if (lhs.range, lhs.domain) != (rhs.range, rhs.domain):
        raise SpaceError(f"'{lhs}' and '{rhs}' cannot be equal: they act between different spaces.")
