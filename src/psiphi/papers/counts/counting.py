"""Operation counts as the papers give them: polynomials in the number of links, and sums of their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from psiphi.algebra.expression import Expr
from psiphi.dynamics.catalogue import quantity
from psiphi.dynamics.features import Features
from psiphi.frozen import frozen
from psiphi.kernel.program.counts import count
from psiphi.kernel.program.signature import Operations
from psiphi.kernel.request import Request
from psiphi.kernel.tracing import cheapest
from psiphi.model import Model
from psiphi.papers.counts.attribution import Label, operations_by_line

PLAIN = Features(rotors=False, coupled=False)


@frozen
class Polynomial:
    """c₀ + c₁n + c₂n² + …, exactly."""

    coefficients: tuple[Fraction, ...]

    @classmethod
    def of(cls, *coefficients: int | Fraction) -> Polynomial:
        """From the constant term up."""
        return cls(tuple(Fraction(c) for c in coefficients))

    def __call__(self, n: int) -> Fraction:
        return sum((c * n**power for power, c in enumerate(self.coefficients)), Fraction(0))

    def __add__(self, other: Polynomial) -> Polynomial:
        longest = max(len(self.coefficients), len(other.coefficients))
        padded = [(*p.coefficients, *(Fraction(0),) * longest)[:longest] for p in (self, other)]
        return Polynomial(tuple(x + y for x, y in zip(*padded, strict=True)))

    def __str__(self) -> str:
        return self.written("n")

    def written(self, letter: str) -> str:
        """`⅓n³ + 2½n − 5` with any letter for n."""
        text = ""
        for power in range(len(self.coefficients) - 1, -1, -1):
            c = self.coefficients[power]
            if c:
                sign = (" − " if c < 0 else " + ") if text else ("−" if c < 0 else "")
                unit = ("", letter, f"{letter}²", f"{letter}³")[power]
                text += sign + (unit if abs(c) == 1 and unit else _mixed(abs(c)) + unit)
        return text or "0"


def _mixed(c: Fraction) -> str:
    whole, rest = divmod(c, 1)
    if not rest:
        return str(whole)
    part = {"1/2": "½", "1/3": "⅓", "1/6": "⅙", "5/6": "⅚"}.get(str(rest), f" {rest} ")
    return f"{whole}{part}" if whole else part


def request(model: Model, name: str) -> Request:
    """What to compile for a quantity of the catalogue."""
    entry = quantity(name)
    return Request(model, entry.expression(Features.of(model)), (), entry.arguments)


def operations(model: Model, what: str | Expr, form: str | None = None) -> Operations:
    """Exact counts of the compiled program of a quantity or expression, in its cheapest or a given form."""
    asked = request(model, what) if isinstance(what, str) else Request(model, what)
    chosen = Request(asked.model, asked.expression, asked.frames, asked.order, form)
    return count(cheapest(chosen).program)


def linear_in(chain: Callable[[int], Operations], sizes: Sequence[int]) -> dict[str, Polynomial] | None:
    """The multiplications, additions and divisions of a chain of n links as polynomials, if linear in n."""
    found = {n: chain(n) for n in sizes}
    first, second = sizes[:2]
    result = {}
    for kind in ("mul", "add", "div"):
        counts = {n: getattr(operations_, kind) for n, operations_ in found.items()}
        slope = Fraction(counts[second] - counts[first], second - first)
        line = Polynomial.of(counts[first] - slope * first, slope)
        if any(line(n) != counts[n] for n in sizes):
            return None
        result[kind] = line
    return result


def by_line(
    chain: Callable[[int], Request], form: str, label: Label, sizes: Sequence[int]
) -> dict[str, dict[str, Polynomial]]:
    """For each kind of recursion its operations as polynomials in n."""
    traced = {n: operations_by_line(chain(n), form, label) for n in sizes}
    rows = {}
    for name in traced[sizes[-1]]:
        lines = linear_in(lambda n, name=name: traced[n].get(name, Operations()), sizes)
        if lines is not None:
            rows[name] = lines
    return rows
