"""A derivation: an expression, the steps that rewrote it, and what it became."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from psiphi.algebra.construction import adjoint, diagonal, inverse_node, linear, power_node, product
from psiphi.algebra.derivatives import derivative
from psiphi.algebra.expression import Derivative, Diagonal, Expr, Inverse, Power, Product, Sum, Symbol
from psiphi.algebra.letters import definition, plain
from psiphi.algebra.operators import MOVING
from psiphi.algebra.rewriting.cost import cost
from psiphi.algebra.rewriting.naming import source_of
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.algebra.writing.latex import aligned, to_latex
from psiphi.frozen import frozen
from psiphi.locks import cached_property


@frozen
class Step:
    """One rewriting step: at `place`, a part of `before`, the identity put `replacement`, giving `after`.

    `rule` is the general rule that found the step.
    """

    rule: str
    place: Expr
    replacement: Expr
    before: Expr
    after: Expr

    @cached_property
    def identity(self) -> str:
        """The identity of the papers that the step is an instance of, or else the rule."""
        return source_of(self.place, self.replacement) or self.rule

    def __str__(self) -> str:
        return f"{self.place} = {self.replacement}    {self.identity}"


@frozen
class Derivation:
    """`result` equals `expression` for every robot and configuration; `steps` says why.

    `given_up` names the rules that were passed over because they take too long on this expression, which
    may so have a cheaper form that was not found. `within` are the derivations of matrices that the result
    is computed from: those it inverts or factors as a whole.
    """

    expression: Expr
    result: Expr
    steps: tuple[Step, ...]
    given_up: tuple[str, ...] = ()
    within: tuple[Derivation, ...] = ()

    def then(self, other: Derivation) -> Derivation:
        """This derivation, and another that goes on with its result."""
        given_up = dict.fromkeys((*self.given_up, *other.given_up))
        steps = (*self.steps, *other.steps)
        return Derivation(self.expression, other.result, steps, tuple(given_up), other.within)

    @property
    def T(self) -> Derivation:
        """The derivation of the adjoint, by the adjoints of all steps."""
        steps = (Step(x.rule, x.place.T, x.replacement.T, x.before.T, x.after.T) for x in self.steps)
        return Derivation(self.expression.T, self.result.T, tuple(steps), self.given_up, self.within)

    @property
    def recursions(self) -> int:
        """How many times applying the result to a vector applies a transition operator, filters aside.

        So do the papers count. Recursions of one direction may share a sweep.
        """
        return cost(expand(self.result))[0]

    @property
    def sweeps(self) -> int:
        """How many sweeps over the tree applying the result to a vector takes."""
        from psiphi.algebra.rewriting.passes import passes

        return passes(self.result)

    def __str__(self) -> str:
        lines = self._lines()
        for part in self.told_within:
            lines += ["where", *part._lines()]
        lines.append(f"{self.sweeps} sweep{'' if self.sweeps == 1 else 's'}")
        lines.extend(f"given up, as it takes too many steps: {name}" for name in self.given_up)
        return "\n".join(lines)

    def _lines(self) -> list[str]:
        lines = [f"  {self.expression}"]
        for step in self.steps:
            lines.append(f"= {step.after}")
            lines.append(f"      {step.identity}:  {step.place}  =  {step.replacement}")
        return lines

    @property
    def told_within(self) -> list[Derivation]:
        """The matrices on the way that were rewritten, and those on the way to them."""
        found = [x for part in self.within for x in (part, *part.told_within) if x.steps]
        return list(dict.fromkeys(found))

    def latex(self) -> str:
        """The derivation as an align* environment of amsmath, the identities in a column of their own."""
        lines: list[tuple[str, str]] = []
        for part in (self, *self.told_within):
            steps = ((f"&= {to_latex(step.after)}", step.identity) for step in part.steps)
            lines += [(f"& {to_latex(part.expression)}", "" if part is self else "where"), *steps]
        return aligned(lines)

    def _repr_latex_(self) -> str:
        return self.latex()


@dataclass
class Worksheet:
    """The expression being rewritten, and the steps so far."""

    start: Expr
    current: Expr = field(init=False)
    steps: list[Step] = field(default_factory=list[Step])
    given_up: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.current = self.start

    @staticmethod
    def of(derivation: Derivation) -> Worksheet:
        """A worksheet that goes on where a derivation ended."""
        sheet = Worksheet(derivation.expression)
        sheet.current = derivation.result
        sheet.steps, sheet.given_up = list(derivation.steps), set(derivation.given_up)
        return sheet

    def rewrite(self, place: Expr, replacement: Expr, rule: str) -> None:
        """Replace a subexpression (or a run of adjacent factors) everywhere, and write the step down."""
        after = substitute(self.current, place, replacement)
        if after is self.current:
            return
        if isinstance(place, Inverse) and isinstance(replacement, Inverse):
            place, replacement = place.base, replacement.base  # what is said of the base reads better
        self.step(place, replacement, after, rule)

    def step(self, place: Expr, replacement: Expr, after: Expr, rule: str) -> None:
        """Go on with `after`, which is the current expression with a part of it replaced."""
        self.steps.append(Step(rule, place, replacement, self.current, after))
        self.current = after

    def derivation(self) -> Derivation:
        return Derivation(self.start, self.current, tuple(self.steps), tuple(sorted(self.given_up)))


def substitute(x: Expr, old: Expr, new: Expr) -> Expr:
    """x with every occurrence of `old` replaced, also as a run of factors within a longer product."""
    return rebuild(x, lambda y: new if y is old else _substitute_run(y, old, new))


def _substitute_run(x: Expr, old: Expr, new: Expr) -> Expr:
    if not (isinstance(x, Product) and isinstance(old, Product)):
        return x
    factors, n = list(x.factors), len(old.factors)
    i = 0
    while i + n <= len(factors):
        if tuple(factors[i : i + n]) == old.factors:
            factors[i : i + n] = [new]
        i += 1
    return product(factors)


def rebuild(x: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """x with `change` applied to every node, children first."""
    match x:
        case Sum():
            y = linear((c, rebuild(term, change)) for c, term in x.terms) if x.terms else x
        case Product():
            y = product(rebuild(f, change) for f in x.factors)
        case Inverse():
            y = inverse_node(rebuild(x.base, change))
        case Diagonal():
            y = diagonal(rebuild(x.base, change))
        case Power():
            y = power_node(rebuild(x.base, change), x.exponent)
        case Derivative():
            y = derivative(rebuild(x.base, change), along=x.along)
        case _:
            y = x
    return change(y)


def spelled_out(x: Expr) -> Expr:
    """x with the operators of a moving robot said in velocities and their cross products."""

    def change(y: Expr) -> Expr:
        symbol = plain(y)
        meaning = definition(symbol) if isinstance(symbol, Symbol) and symbol in MOVING else None
        if meaning is None:
            return y
        return spelled_out(meaning if symbol is y else adjoint(meaning))

    return rebuild(x, change)
