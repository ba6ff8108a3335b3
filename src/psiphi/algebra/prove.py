"""Equality of operator expressions: proved by normal form, or refuted by numbers.

`prove` multiplies lhs − rhs out and reduces it with the completed definitions; zero is a proof, for every
robot. Derivatives are multiplied out first, then inverses are eliminated, and each elimination is itself
checked by multiplying back.
`refute` looks for a robot, a configuration and vectors for which the two sides differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from psiphi.algebra.construction import product, settled
from psiphi.algebra.dense import relative_difference
from psiphi.algebra.derivation import Step, rebuild
from psiphi.algebra.derivatives import differentiated
from psiphi.algebra.derive import derive_checked
from psiphi.algebra.expression import Derivative, Expr, Inverse, as_expression, nodes_of, symbols_of
from psiphi.algebra.letters import letter_of
from psiphi.algebra.operators import OPERATORS
from psiphi.algebra.rewriting.completion import RewriteStep
from psiphi.algebra.rewriting.equality import is_inverse, rule_sets, with_reduced_inverses
from psiphi.algebra.rewriting.polynomial import Polynomial, expand
from psiphi.algebra.spaces import Space, sizes_of
from psiphi.algebra.writing.latex import aligned, to_latex
from psiphi.errors import ExpressionError, SpaceError
from psiphi.frozen import frozen
from psiphi.model import Model, Tendon


@frozen
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

    @property
    def steps(self) -> Iterator[tuple[Expr, Expr, str]]:
        """What was replaced by what, and why: inverses and derivatives first, then the rules."""
        for step in self.inverses:
            yield step.place, step.replacement, step.identity
        for step in self.rewrites:
            yield product(step.rule.word), step.rule.replacement.expression(), step.rule.source

    def latex(self) -> str:
        """The equation and the steps as an align* environment of amsmath, the reasons in a column apart."""
        steps = ((f"{to_latex(x)} &= {to_latex(y)}", reason) for x, y, reason in self.steps)
        verdict = "proved" if self else "no proof"
        return aligned([(f"{to_latex(self.lhs)} &= {to_latex(self.rhs)}", verdict), *steps])

    def _repr_latex_(self) -> str:
        return self.latex()

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
                f"no proof: the difference reduces to {self.residual}. refute() may find a counterexample."
            )
            if self.truncated:
                lines.append("The rules for these operators met a bound and are not complete.")
        return "\n".join(lines)


@frozen
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
    lhs, rhs = _comparable(lhs, rhs)
    steps: list[Step] = []
    sides = [_without_derivatives(side, steps) for side in (lhs, rhs)]
    if not any(isinstance(x, Inverse) for side in sides for x in nodes_of(side)):
        return _by_normal_forms(lhs, rhs, steps, *sides)
    derivations = [derive_checked(side, is_inverse) for side in sides]
    removals = [step for derivation in derivations for step in derivation.steps]
    proof = _by_normal_forms(lhs, rhs, [*steps, *removals], *(d.result for d in derivations))
    return proof or _by_normal_forms(lhs, rhs, steps, *sides) or proof  # X X⁻¹ = I may be all that is needed


def _by_normal_forms(lhs: Expr, rhs: Expr, steps: list[Step], left: Expr, right: Expr) -> Proof:
    """Try to prove lhs = rhs, which `steps` have brought into the form left = right."""
    difference = expand(with_reduced_inverses(left)) - expand(with_reduced_inverses(right))
    if lhs.range is lhs.domain is Space.ONE:  # a number is its own adjoint
        difference = (difference + difference.T).scaled(Fraction(1, 2))
    best: tuple[Polynomial, list[RewriteStep]] | None = None
    truncated = False
    for rules in rule_sets(difference):
        rewrites: list[RewriteStep] = []
        residual = rules.reduce(difference, rewrites)
        truncated |= rules.truncated
        if best is None or len(residual.terms) < len(best[0].terms):
            best = residual, rewrites
        if not residual:
            break
    assert best is not None
    return Proof(lhs, rhs, tuple(steps), tuple(best[1]), best[0].expression(), truncated)


def _without_derivatives(x: Expr, steps: list[Step]) -> Expr:
    """x with its derivatives multiplied out, and the step that did so written down."""
    result = rebuild(x, lambda y: differentiated(y.base, y.along) if isinstance(y, Derivative) else y)
    if result is not x:
        steps.append(Step("product rule", x, result, x, result))
    return result


def refute(lhs: Expr, rhs: Expr, trials: int = 20, seed: int = 0) -> Counterexample | None:
    """Look for a robot for which lhs ≠ rhs; None means that none was found in that many trials.

    Robots for which one side does not exist do not count.
    """
    from psiphi.formats.robots import random_tree  # which nobody needs to compile

    lhs, rhs = _comparable(lhs, rhs)
    rng = np.random.default_rng(seed)
    symbols = symbols_of(lhs) | symbols_of(rhs)
    vectors = {s.name: s.range for s in symbols if s.is_vector and s.name not in OPERATORS}
    must_fly = any(letter_of(s).paper == "RJ" for s in symbols)
    must_close = any(Space.LOOP in (s.range, s.domain) for s in symbols)
    must_pull = any(Space.TENDON in (s.range, s.domain) for s in symbols)
    unknown: list[ExpressionError] = []
    for trial in range(trials):
        base = "free" if must_fly or trial % 3 == 2 else "fixed"
        model = random_tree(seed + trial, bodies=2 + trial % 7, base=base, rotors="carried")
        if must_close:
            model = model.with_loop("world", model.body_names[-1], "hinge", name="closed")
        if must_pull:
            model = _with_tendon(model)
        merged = model.merged()
        frames = merged.frame_names[-1 - trial % 2 :]
        q = model.random_configuration(rng)
        v = rng.standard_normal(model.nv)
        sizes = sizes_of(merged, len(frames))
        values = {name: rng.standard_normal(sizes[space]) for name, space in vectors.items()}
        try:
            difference = relative_difference(lhs, rhs, model, q, v=v, frames=frames, vectors=values)
        except ExpressionError as error:  # an inverse that does not exist for this robot
            unknown.append(error)
            continue
        if 1e-6 < difference < np.inf:
            return Counterexample(model, q, difference)
    if len(unknown) == trials > 0:
        raise unknown[-1]
    return None


def _comparable(lhs: Expr, rhs: Expr) -> tuple[Expr, Expr]:
    """Both sides, a plain I in the space of the other; refused where they act between different spaces."""
    lhs, rhs = as_expression(lhs), as_expression(rhs)
    lhs, rhs = settled(lhs, rhs), settled(rhs, lhs)
    if (lhs.range, lhs.domain) != (rhs.range, rhs.domain):
        raise SpaceError(f"'{lhs}' and '{rhs}' cannot be equal: they act between different spaces.")
    return lhs, rhs


def _with_tendon(model: Model) -> Model:
    """The model with a tendon over all joints that have one coordinate, where there are any."""
    joints = tuple(body.joint.name for body in model.bodies if body.joint.kind.nq == 1)
    ratios = tuple(1.0 + k for k in range(len(joints)))
    return replace(model, tendons=(Tendon("tendon", joints, ratios, armature=2.0),)) if joints else model
