"""Expressions multiplied out: linear combinations of words, a word being a composition of letters.

A letter is a node that cannot be multiplied out: a symbol, an adjoint, an inverse, a power, a diagonal part,
a derivative. Words are what rewriting rules act on (completion.py) and what sweeps are read from
(recursion/).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from psiphi.algebra.construction import adjoint, identity, inverse_node, linear, power_node, product, zero
from psiphi.algebra.expression import Expr, Identity, Inverse, Power, Product, Sum
from psiphi.algebra.spaces import Space
from psiphi.errors import ExpressionError
from psiphi.frozen import frozen

Word = tuple[Expr, ...]
MAX_WORDS = 20_000
_ONE, _MINUS_ONE = Fraction(1), Fraction(-1)
_HIGH = 16


@frozen
class Polynomial:
    """Σ coefficient · word, between two spaces. The empty word is the identity."""

    terms: Mapping[Word, Fraction]
    range: Space
    domain: Space

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for word, c in other.terms.items():
            add_term(terms, word, c)
        return Polynomial(terms, self.range, self.domain)

    def __sub__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for word, c in other.terms.items():
            add_term(terms, word, -c)
        return Polynomial(terms, self.range, self.domain)

    def __matmul__(self, other: Polynomial) -> Polynomial:
        if len(self.terms) * len(other.terms) > MAX_WORDS:
            raise ExpressionError(
                f"multiplied out, this has more than {MAX_WORDS} terms; name a part of it as a vector."
            )
        terms: dict[Word, Fraction] = {}
        for left, c in self.terms.items():
            for right, d in other.terms.items():
                add_term(terms, join(left, right), multiplied(c, d))
        return Polynomial(terms, self.range, other.domain)

    def scaled(self, scale: Fraction) -> Polynomial:
        return Polynomial(
            {w: scale * c for w, c in self.terms.items()} if scale else {}, self.range, self.domain
        )

    @property
    def T(self) -> Polynomial:
        """The adjoint, word by word."""
        terms = {tuple(adjoint(x) for x in reversed(w)): c for w, c in self.terms.items()}
        return Polynomial(terms, self.domain, self.range)

    @property
    def letters(self) -> tuple[Expr, ...]:
        """The letters of all words, each once."""
        return tuple(dict.fromkeys(letter for word in self.terms for letter in word))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and dict(self.terms) == dict(other.terms)

    def __hash__(self) -> int:
        return hash(frozenset(self.terms))  # fractions are slow to hash, and seldom tell two apart

    def __str__(self) -> str:
        return str(self.expression())

    def part(self, words: Iterable[Word]) -> Polynomial:
        """The terms of the given words alone."""
        return Polynomial({w: self.terms[w] for w in words}, self.range, self.domain)

    def word_expression(self, word: Word) -> Expr:
        return product(word) if word else identity(self.range)

    def expression(self) -> Expr:
        """The polynomial as a sum of products."""
        if not self.terms:
            return zero(self.range, self.domain)
        return linear((c, self.word_expression(w)) for w, c in self.terms.items())


def multiplied(c: Fraction, d: Fraction) -> Fraction:
    """c · d. Nearly all coefficients are 1, and multiplying fractions is slow."""
    if d == 1:
        return c
    return d if c == 1 else c * d


def add_term(terms: dict[Word, Fraction], word: Word, c: Fraction) -> None:
    """Add c·word in place, dropping the word where its coefficient vanishes."""
    known = terms.get(word)
    total = c if known is None else known + c
    if total:
        terms[word] = total
    elif known is not None:
        del terms[word]


def join(left: Word, right: Word) -> Word:
    """The product of two words; powers of one base that meet are added: D^(1/2) D^(-1) = D^(-1/2)."""
    while left and right:
        base = _base_and_exponent(left[-1])[0]
        if _base_and_exponent(right[0])[0] is not base:
            break
        i, j = len(left) - 1, 1
        while i and _base_and_exponent(left[i - 1])[0] is base:
            i -= 1
        while j < len(right) and _base_and_exponent(right[j])[0] is base:
            j += 1
        meeting = left[i:] + right[:j]
        powers = _powers(base, meeting)
        if powers == meeting:
            break
        left, right = left[:i], right[j:]
        if powers:
            return left + powers + right
    return left + right


def _base_and_exponent(x: Expr) -> tuple[Expr, Fraction]:
    if isinstance(x, Power):
        return x.base, x.exponent
    if isinstance(x, Inverse):
        return x.base, _MINUS_ONE
    return x, _ONE


def _powers(base: Expr, meeting: Word) -> Word:
    """Powers of one base; whole ones are products, as X need not be definite, unless they are high."""
    exponent = sum((_base_and_exponent(x)[1] for x in meeting), Fraction(0))
    if exponent.denominator > 1 or (abs(exponent) > _HIGH and any(isinstance(x, Power) for x in meeting)):
        return (power_node(base, exponent),)
    if exponent > 0 and isinstance(base, Sum | Product):
        return meeting  # a letter is nothing that could be multiplied out
    return (base if exponent > 0 else inverse_node(base),) * abs(int(exponent))


@lru_cache(maxsize=8192)
def expand(x: Expr) -> Polynomial:
    """Multiply out sums and products; inverses, powers, diagonal parts and derivatives stay letters."""
    match x:
        case Sum():
            terms: dict[Word, Fraction] = {}
            for c, y in x.terms:
                for word, d in expand(y).terms.items():
                    add_term(terms, word, multiplied(c, d))
            return Polynomial(terms, x.range, x.domain)
        case Product():
            result = expand(x.factors[0])
            for factor in x.factors[1:]:
                result = result @ expand(factor)
            return result
        case Identity():
            return Polynomial({(): _ONE}, x.range, x.domain)
        case _:
            return Polynomial({(x,): _ONE}, x.range, x.domain)


def monomial(word: Word, range: Space, domain: Space) -> Polynomial:
    """The polynomial of one word with coefficient 1."""
    return Polynomial({word: _ONE}, range, domain)
