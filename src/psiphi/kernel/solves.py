"""Systems that are too large to be solved in one program: their matrices are formed, and LAPACK is called.

    p = Σ A X⁻¹ y:   X and y are kernels of their own, z = X⁻¹y a vector that the kernel of Σ A z is given.

So are diagonal parts of large matrices, z = diag(X) y. X may be computed by columns, and the rest in loops
over bodies.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from psiphi.algebra.construction import adjoint, product, symbol
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.derivatives import of_parts
from psiphi.algebra.expression import Adjoint, Derivative, Diagonal, Expr, Inverse, nodes_of
from psiphi.algebra.letters import owner_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import meaning
from psiphi.algebra.rewriting.factoring import factor
from psiphi.algebra.rewriting.memoryless_parts import through_parent
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term, expand
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.kernel.call.safe import settle
from psiphi.kernel.function import Function
from psiphi.kernel.kernel import Deferred, Kernel, kernel_of
from psiphi.kernel.program.signature import Argument, Operations, Signature
from psiphi.kernel.tracing import candidates
from psiphi.locks import cached_property
from psiphi.recursion.numbers.orthogonal_factors import LEFT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import MethodType

    from psiphi.kernel.program.program import Program
    from psiphi.kernel.request import Request

Array = NDArray[Any]

LARGE = frozenset({Space.JOINT, Space.BODY, Space.COORDINATE})
"""Spaces that grow with the robot."""


@frozen
class Cut:
    """A polynomial with one letter taken out: what is left, and by name the vectors it is applied to."""

    form: str
    polynomials: tuple[Polynomial, ...]
    letter: Inverse | Diagonal
    vectors: dict[str, Polynomial]
    rest: Polynomial


def cut(request: Request) -> Cut | None:
    """The system of a vector that is to be solved first; None where it has none, or computes other things."""
    if request.beside or request.reading is not None or not request.is_vector:
        return None
    form, (derived,) = candidates(request.expressions)[0]
    p = _spread(derived)
    letter = _innermost(p)
    if letter is None:
        return None
    taken = {*request.vectors(), *request.operators()}
    names = (x for x in (f"solution_{i}" for i in range(10**6)) if x not in taken)
    known: dict[Polynomial, str] = {}
    rest = _without(letter, p, known, names)
    return Cut(form, (derived,), letter, {name: y for y, name in known.items()}, rest)


def _innermost(p: Polynomial) -> Inverse | Diagonal | None:
    """Of the large letters of the first word that has any the one that is applied first."""
    letter = next((word[at] for word in p.terms if (at := _last(word)) >= 0), None)
    owner = None if letter is None else owner_of(letter)
    if isinstance(owner, Crossing):
        return _innermost(expand(owner.vector))
    return letter if isinstance(letter, Inverse | Diagonal) else None


def _without(
    letter: Inverse | Diagonal, p: Polynomial, known: dict[Polynomial, str], names: Iterator[str]
) -> Polynomial:
    """p with named vectors for what the letter makes of others, which are added to those that are known."""
    behind: dict[Word, dict[Word, Fraction]] = {}
    terms: dict[Word, Fraction] = {}
    for word, c in p.terms.items():
        at = _last(word)
        owner = owner_of(word[at]) if at >= 0 else None
        if at >= 0 and word[at] is letter:
            behind.setdefault(word[:at], {})[word[at + 1 :]] = c
        elif isinstance(owner, Crossing):
            vector = factor(_without(letter, expand(owner.vector), known, names))
            crossing = Crossing(owner.name, vector, owner.along).operator
            made = adjoint(crossing) if isinstance(word[at], Adjoint) else crossing
            add_term(terms, (*word[:at], made, *word[at + 1 :]), c)
        else:
            add_term(terms, word, c)
    for before, tails in behind.items():
        y = Polynomial(tails, letter.domain, p.domain)
        if y not in known:
            known[y] = next(names)
        add_term(terms, (*before, symbol(known[y], letter.range, Space.ONE)), Fraction(1))
    return Polynomial(terms, p.range, p.domain)


def _last(word: Word) -> int:
    """The last place of a large letter in a word, −1 where it has none."""
    return max((i for i, x in enumerate(word) if _is_large(x) or _crosses_large(x)), default=-1)


def _crosses_large(letter: Expr) -> bool:
    """Whether a cross product is formed of a vector with large letters."""
    owner = owner_of(letter)
    return isinstance(owner, Crossing) and any(_last(word) >= 0 for word in expand(owner.vector).terms)


def _spread(p: Polynomial) -> Polynomial:
    """The same, with derivatives of what holds such a letter said by derivatives of its parts."""
    for word in p.terms:
        for i, letter in enumerate(word):
            if isinstance(letter, Derivative) and any(map(_is_large, nodes_of(letter.base))):
                parts = of_parts(letter)
                if parts is not None:
                    spread = expand(product((*word[:i], parts, *word[i + 1 :])))
                    return _spread(p - p.part([word]) + spread.scaled(p.terms[word]))
    return p


def _is_large(letter: Expr) -> bool:
    """Whether a letter is applied by way of a matrix of the size of the robot."""
    if not isinstance(letter, Inverse | Diagonal) or letter.range not in LARGE:
        return False
    if isinstance(letter, Diagonal):
        return (
            meaning(letter) is None
            and through_parent(letter) is None
            and letter.range is not Space.COORDINATE
        )
    return reach(letter) is not Reach.MEMORYLESS


class Solved(Kernel):
    """A vector for which a system is solved by LAPACK on the way."""

    def __init__(self, request: Request | Deferred) -> None:
        self._given, self._rolled = request, None
        found = cut(self._request)
        assert found is not None
        self._cut = found
        self.matrix = self._part(found.letter.base)
        self.vectors = {name: self._part(factor(y)) for name, y in found.vectors.items()}
        self.of = self._part(factor(found.rest))
        Function.__init__(self, self.of.native)
        self.call = self._solved

    def _part(self, expression: Expr) -> Kernel:
        part = replace(self._request, expression=expression, order=None, form=None, rolled=None)
        return kernel_of(replace(part, slopes=(), solved=(), given=None))

    @cached_property
    def product(self) -> Kernel:
        """X times the vector `column`."""
        X = self._cut.letter.base
        return self._part(X @ symbol(self.column, X.domain, Space.ONE))

    @cached_property
    def column(self) -> str:
        """A name that no argument has."""
        return f"{max((x.name for x in self.signature.arguments), key=len)}_of_system"

    def _derivative(self, mode: str) -> Function:
        from psiphi.kernel.solved_derivatives import SolvedDerivative

        return (
            SolvedDerivative(self, mode)
            if isinstance(self._cut.letter, Inverse)
            else super()._derivative(mode)
        )

    def _by_columns(self, names: tuple[str, ...]) -> bool:
        return True

    @property
    def signature(self) -> Signature:
        return Signature(self._request.arguments(), self.of.signature.results, self.operations)

    def variation(self, argument: Argument) -> tuple[int, ...]:
        """The shape of what an argument varies by."""
        return (self._request.rates,) if argument.name == "q" else argument.shape

    @property
    def operations(self) -> Operations:
        """Those of the parts, and about as many as LAPACK takes."""
        n, each = self.matrix.signature.results[0].shape[0], len(self.vectors)
        total = Operations(mul=each * n * n, add=each * n * n)
        if isinstance(self._cut.letter, Inverse):
            total = total + Operations(mul=n**3 // 3, add=n**3 // 3, div=n, tests=n)
        for kernel in (self.matrix, self.of, *self.vectors.values()):
            total = total + kernel.operations
        return total

    @property
    def _candidate(self) -> Any:
        return self._cut

    @property
    def solving(self) -> str:
        return "dense"

    @property
    def program(self) -> Program:
        raise CompileError(
            f"'{self.expression}' is no one program for {self.model.name!r}: '{self._cut.letter}' is applied "
            "by calling LAPACK. There is no C of that, and of derivatives only the first ones of inverses."
        )

    def shortcut(self, method: MethodType) -> Callable[..., Any] | None:
        return None

    def _solved(self, /, *arrays: object, out: object = None, threads: int = 1, **named: object) -> Any:
        call = settle(self.signature, arrays, named, out)
        if call.rows:
            given: dict[str, Any] = {
                **dict(zip(self.signature.argument_names, arrays, strict=False)),
                **named,
            }
            inputs = [np.asarray(given[x], call.precision.dtype) for x in self.signature.argument_names]
            call.results[0][...] = _called(self.of, self.solutions(inputs, threads)[0], threads)
        return call.results[0]

    def solutions(self, inputs: Sequence[Array], threads: int) -> tuple[dict[str, Array], Array]:
        """The arguments and the solutions z by name, and X."""
        given = dict(zip(self.signature.argument_names, inputs, strict=True))
        matrix = _called(self.matrix, given, threads)
        solved = {name: self.applied(matrix, _called(y, given, threads)) for name, y in self.vectors.items()}
        return {**given, **solved}, matrix

    def applied(self, matrix: Array, y: Array) -> Array:
        """X⁻¹y or diag(X) y; a matrix of many vectors is factored once."""
        together = matrix.ndim > 2 and matrix.shape[-3] == 1 and y.ndim > 1
        if together:
            matrix, columns = matrix[..., 0, :, :], np.swapaxes(y, -1, -2)
        else:
            columns = y[..., None]
        if isinstance(self._cut.letter, Inverse):
            found = solve(matrix, columns)
        else:
            found = np.where(self._own_blocks, matrix, 0.0) @ columns
        return np.swapaxes(found, -1, -2) if together else found[..., 0]

    @property
    def _own_blocks(self) -> NDArray[np.bool_]:
        """Which entries of a matrix join a body with itself."""
        mechanism, space = self._request.mechanism(), self._cut.letter.range
        modes = (0 if link.modes is None else link.modes.count for link in mechanism.links)
        sizes = [6 + n for n in modes] if space is Space.BODY else [len(link.v) for link in mechanism.links]
        body = np.repeat(np.arange(len(sizes)), sizes)
        if space is Space.JOINT:
            order = [i for link in mechanism.links for i in link.v]
            body = body[np.argsort(order)]
        return body[:, None] == body


def solve(matrix: Array, columns: Array) -> Array:
    """X⁻¹Y, (..., n, k); NaN in rows where X (..., n, n) is singular to rounding, or not finite.

    It is singular where its condition, with rows of length 1, leaves no more than LEFT roundings.
    """
    n, batch = matrix.shape[-1], np.broadcast_shapes(matrix.shape[:-2], columns.shape[:-2])
    size = np.linalg.norm(matrix, axis=-1, keepdims=True)
    regular = (np.isfinite(matrix).all(axis=(-2, -1)) & (size > 0.0).all(axis=(-2, -1)))[..., None, None]
    scale = 1.0 / np.where(regular, size, 1.0)
    scaled = np.where(regular, scale * matrix, np.eye(n, dtype=matrix.dtype))
    right = np.broadcast_to(scale * columns, (*batch, n, columns.shape[-1]))
    eye = np.broadcast_to(np.eye(n, dtype=matrix.dtype), (*batch, n, n))
    try:
        both = np.linalg.solve(scaled, np.concatenate([right, eye], axis=-1))
    except np.linalg.LinAlgError:  # some row of the batch
        if not batch:
            return np.full_like(right, np.nan)
        pairs = zip(
            np.broadcast_to(matrix, (*batch, n, n)), np.broadcast_to(columns, right.shape), strict=True
        )
        return np.stack([solve(*pair) for pair in pairs])
    found, inverse = both[..., : -n or None], both[..., -n:]
    condition = np.abs(scaled).sum(axis=-2).max(axis=-1) * np.abs(inverse).sum(axis=-2).max(axis=-1)
    known = condition * LEFT * np.finfo(matrix.dtype).eps < 1.0
    return np.where(known[..., None, None] & regular, found, np.nan)


def _called(kernel: Kernel, given: dict[str, Any], threads: int) -> Array:
    return kernel.call(*(given[x.name] for x in kernel.signature.arguments), threads=threads)
