"""`explain`: what evaluating an expression takes, as loops with their cost in N."""

from __future__ import annotations

from dataclasses import dataclass

from psiphi.algebra.derivation import Derivation
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr, symbol
from psiphi.algebra.polynomial import Polynomial, expand, monomial
from psiphi.algebra.spaces import Space
from psiphi.recursion.explain import loops, sweep_count
from psiphi.recursion.lowering import lower
from psiphi.recursion.matrices import gram_form, with_composites
from psiphi.recursion.sweeps import Solve


@dataclass(frozen=True)
class Explanation:
    """A derivation and the sweeps that its result is read off as."""

    derivation: Derivation
    algorithm: str

    def __str__(self) -> str:
        return f"{self.derivation.expression}  =  {self.derivation.result}\n\n{self.algorithm}"


def explain(expression: Expr) -> Explanation:
    """The sweeps that evaluate an expression, in the form with the fewest of them."""
    derivation = derive(expression)
    return Explanation(derivation, describe(expand(derivation.result)))


def describe(p: Polynomial) -> str:
    """The loops of a polynomial and their cost for N bodies."""
    if p.domain is Space.ONE:
        program = lower([p])
        dense = any(isinstance(d.operation, Solve) for d in program.definitions.values())
        cost = "O(N) and a dense solve" if dense else "O(N)"
        return f"{loops(program)}\n{_sweeps(sweep_count(program))}, {cost}"
    gram = gram_form(p)
    if gram is not None:
        F, X, G = gram
        columns = loops(lower([_applied(G)]), ("column",))
        how = f"columns of {G.expression()}, along the path of each to the base:\n{columns}\n"
        if F != G:
            how += f"columns of {F.expression()}:\n{loops(lower([_applied(F)]), ('row',))}\n"
        blocks = f"block (i, j) = Σ row(c,i)* [{X}](c) column(c,j) over the common ancestors c"
        return f"{how}{blocks}\nO(N²) for N columns"
    q = with_composites(p)
    return f"for each column u:\n{loops(lower([_applied(q)]), ('column',))}\nO(N²) for N columns"


def _applied(p: Polynomial) -> Polynomial:
    unit = symbol("u", p.domain, Space.ONE)
    return p @ monomial((unit,), p.domain, Space.ONE)


def _sweeps(n: int) -> str:
    return f"{n} sweep{'' if n == 1 else 's'}"
