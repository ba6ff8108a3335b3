"""Evaluate forms of an expression for a robot, with numbers of any type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from psiphi.algebra.construction import symbol
from psiphi.algebra.derivatives import Tangent, tangents_in
from psiphi.algebra.expression import Expr, Symbol
from psiphi.algebra.letters import owner_of
from psiphi.algebra.operators import v as motion
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.algebra.spaces import Space
from psiphi.recursion.bodies.bodies import Places
from psiphi.recursion.bodies.embedded_bodies import bodies_of
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.matrices.matrices import MatrixEvaluator
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.dual import DualArithmetic, plain
from psiphi.recursion.sweeps.interpret import Interpreter
from psiphi.recursion.sweeps.lowering import lower


def evaluate_together(
    polynomials: Sequence[Polynomial],
    mechanism: Mechanism,
    arithmetic: Arithmetic,
    q: Sequence[Number],
    v: Sequence[Number] | None = None,
    inputs: Mapping[str, tuple[Space, Sequence[Number]]] | None = None,
    *,
    given: Mapping[Symbol, Sequence[Number]] | None = None,
    **ways: bool,
) -> list[list[Number]]:
    """The values of polynomials, row by row; all vectors where there are more than one: sweeps are shared.

    q and v are the independent coordinates and rates, `inputs` the named vectors with their spaces, all as
    sequences of numbers. `given` are the numbers of input operators; `ways` to solve systems as in
    matrices/systems.py.
    """
    inputs = inputs or {}
    found = tangents_in(letter for p in polynomials for letter in _letters(p))
    along: dict[Tangent, Sequence[Number]] = {}
    for tangent in found:
        moves = tangent.along is motion
        along[tangent] = mechanism.tree_velocity(v or ()) if moves else inputs[tangent.along.name][1]
    bodies = bodies_of(mechanism, DualArithmetic(arithmetic) if along else arithmetic, q, v, along=along)
    bodies.given = given or {}
    places: dict[Symbol, Places] = {
        symbol(name, space, Space.ONE): bodies.split(space, values)
        for name, (space, values) in inputs.items()
    }
    matrices = MatrixEvaluator(bodies, places, **ways)
    if any(p.domain is not Space.ONE for p in polynomials):
        return [[plain(x) for row in matrices.dense(p) for x in row] for p in polynomials]
    results = Interpreter(lower(polynomials), bodies, places, matrices).run()
    return [
        [plain(x) for x in bodies.joined(p.range, result)]
        for p, result in zip(polynomials, results, strict=True)
    ]


def _letters(p: Polynomial) -> Iterator[Expr]:
    """The letters of a polynomial, and of the matrices that some of them are factors of."""
    for letter in p.letters:
        yield letter
        owner = owner_of(letter)
        if isinstance(owner, JointFactorization):
            yield from _letters(owner.matrix)
