"""Words of a matrix that begin with several memoryless letters: the product of these, once for each body.

H C_f φ r H* applied to a unit vector meets C_f at every body on the way to the base. The rows of H C_f are
few, and the same for all columns: formed once, they take one scalar product for each element of the matrix.
"""

from __future__ import annotations

from fractions import Fraction

from psiphi.algebra import operators as op
from psiphi.algebra.construction import symbol
from psiphi.algebra.expression import Symbol
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term, monomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach
from psiphi.frozen import frozen
from psiphi.locks import cached_property

_SHORTEST = 3  # H X alone is a row of X or a product with it; H X Y is neither


@frozen
class Head:
    """A product of memoryless letters that begins with H."""

    word: Word

    @cached_property
    def letter(self) -> Symbol:
        """The product as one letter."""
        return symbol("head", Space.JOINT, Space.BODY, Reach.MEMORYLESS, owner=self)

    @property
    def columns(self) -> Polynomial:
        """The adjoint, whose columns are the rows of the head."""
        return monomial(self.word, Space.JOINT, Space.BODY).T


def with_heads(p: Polynomial) -> Polynomial:
    """The polynomial with a single letter for each head that is worth it, in all words that begin with it.

    What stays at a body is then taken from what passes it before the head is applied: of
    H C_f φ x − H C_f x nothing is left where x is.
    """
    heads = {word[:n]: Head(word[:n]).letter for word in p.terms if (n := _length(word)) >= _SHORTEST}
    terms: dict[Word, Fraction] = {}
    for word, c in p.terms.items():
        n = next((n for n in range(len(word), 0, -1) if word[:n] in heads), 0)
        add_term(terms, (heads[word[:n]], *word[n:]) if n else word, c)
    return Polynomial(terms, p.range, p.domain)


def _length(word: Word) -> int:
    """How many letters of a word can be made one: none where nothing but memoryless letters follows."""
    if not word or word[0] is not op.H:
        return 0
    for n, letter in enumerate(word):
        if reach(letter) is not Reach.MEMORYLESS:
            return n
        if n and not letter.range is letter.domain is Space.BODY:
            return 0
    return 0
