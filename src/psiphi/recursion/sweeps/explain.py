"""`explain`: what evaluating an expression takes, as loops with their cost in N."""

from __future__ import annotations

from psiphi.algebra.construction import symbol
from psiphi.algebra.derivation import Derivation
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr
from psiphi.algebra.letters import owner_of
from psiphi.algebra.lowered import finished
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.matrix_forms import gram_form, whole_derivatives, with_composites
from psiphi.algebra.rewriting.polynomial import Polynomial, expand, monomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach_of
from psiphi.frozen import frozen
from psiphi.recursion.sweeps.lowering import lower
from psiphi.recursion.sweeps.operations.whole import ApplyDiagonal, Solve
from psiphi.recursion.sweeps.program import SweepProgram
from psiphi.recursion.sweeps.text import loops, sweep_count


@frozen
class Explanation:
    """A derivation and the sweeps that its result is read off as."""

    derivation: Derivation
    algorithm: str

    def __str__(self) -> str:
        return f"{self.derivation.expression}  =  {self.derivation.result}\n\n{self.algorithm}"


def explain(expression: Expr) -> Explanation:
    """The sweeps that evaluate an expression, in the form with the fewest of them."""
    derivation = finished(derive(expression))
    return Explanation(derivation, describe(expand(derivation.result)))


def describe(p: Polynomial, *beside: Polynomial) -> str:
    """The loops of a polynomial, or of several vectors together, and their cost for N bodies."""
    owners = dict.fromkeys(owner for x in (p, *beside) for owner in _factorizations(x))
    factored = "".join(map(_describe_factors, owners))
    return factored + (_describe_vectors(p, *beside) if p.domain is Space.ONE else _describe_matrix(p))


def _describe_vectors(*polynomials: Polynomial) -> str:
    program = lower(polynomials)
    cost = "O(N)"
    if any(isinstance(definition.operation, Solve) for definition in program.definitions.values()):
        cost += " and a dense solve"
    if any(map(_factorizations, polynomials)):
        cost += " and the factors, at most O(N³)"
    several = len(polynomials) > 1
    names = tuple(f"result_{i}" for i in range(len(polynomials))) if several else ("result",)
    return f"{_loops(program, names)}\n{_sweeps(sweep_count(program))}, {cost}"


def _loops(program: SweepProgram, names: tuple[str, ...]) -> str:
    """The loops of a program, after those of the matrices that it needs as a whole."""
    operations = [definition.operation for definition in program.definitions.values()]
    formed = dict.fromkeys(x.matrix for x in operations if isinstance(x, Solve | ApplyDiagonal))
    matrices = [f"{matrix} as a matrix:\n{describe(matrix)}\n" for matrix in formed]
    return "".join(matrices) + loops(program, names)


def _describe_matrix(p: Polynomial) -> str:
    derivatives, rest = whole_derivatives(p)
    if derivatives:
        parts = [expand(x.base) for x in derivatives] + ([rest] if rest else [])
        matrices = "".join(f"{x.expression()} as a matrix:\n{describe(x)}\n" for x in parts)
        return f"{matrices}entry by entry: {p.expression()}"
    gram = gram_form(p)
    if gram is not None:
        F, X, G = gram
        how = f"columns of {G.expression()}, along the path of each to the base:\n{_column(G)}\n"
        if F != G:
            how += f"columns of {F.expression()}:\n{_column(F, 'row')}\n"
        blocks = f"block (i, j) = Σ row(c,i)* [{X}](c) column(c,j) over the common ancestors c"
        return f"{how}{blocks}\nO(N²) for N columns"
    q = with_composites(p)
    if all(reach_of(word) is Reach.MEMORYLESS for word in q.terms):
        return f"for each column u of the block (k, k):\n{_column(q)}\nO(N)"
    return f"for each column u:\n{_column(q)}\nO(N²) for N columns"


def _column(p: Polynomial, name: str = "column") -> str:
    """The loops of a matrix times a unit vector."""
    return _loops(lower([_applied(p)]), (name,))


def _factorizations(p: Polynomial) -> list[JointFactorization]:
    """The mass matrices that are factored instead of filtered."""
    owners = dict.fromkeys(map(owner_of, p.letters))
    return [owner for owner in owners if isinstance(owner, JointFactorization)]


def _describe_factors(owner: JointFactorization) -> str:
    matrix = owner.matrix
    return (
        f"𝓜 = {matrix.expression()}, {describe(matrix)}\n"
        "𝓜 = L* d L, tips first, zero between branches;  W = L⁻*, δ = d⁻¹\n"
    )


def _applied(p: Polynomial) -> Polynomial:
    unit = symbol("u", p.domain, Space.ONE)
    return p @ monomial((unit,), p.domain, Space.ONE)


def _sweeps(n: int) -> str:
    return f"{n} sweep{'' if n == 1 else 's'}"
