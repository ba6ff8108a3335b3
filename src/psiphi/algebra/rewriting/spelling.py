"""Words as strings, a character for each letter: rewriting cuts, joins and compares at the speed of text.

Coefficients are whole numbers where they can be, which Python adds faster than fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from psiphi.algebra.expression import Expr
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, have_one_base, join
from psiphi.algebra.spaces import Space

Coefficient = int | Fraction
Terms = dict[str, Coefficient]


class Spelling:
    """The characters of letters; one that is made from another knows the same letters, and may learn more."""

    def __init__(self, other: Spelling | None = None) -> None:
        self._characters: dict[Expr, str] = dict(other._characters) if other else {}
        self._letters: dict[str, Expr] = dict(other._letters) if other else {}
        self._meetings: dict[str, bool] = dict(other._meetings) if other else {}

    def character(self, letter: Expr) -> str:
        """The character of a letter; a new one where it has none."""
        known = self._characters.get(letter)
        if known is None:
            known = self._characters[letter] = chr(len(self._characters) + 1)
            self._letters[known] = letter
        return known

    def spelt(self, word: Word) -> str:
        """A word as a string."""
        return "".join(map(self.character, word))

    def word(self, text: str) -> Word:
        """The letters of a string."""
        return tuple(map(self._letters.__getitem__, text))

    def joined(self, left: str, right: str) -> str:
        """The product of two words; see polynomial.join."""
        if left and right and self._meet(left[-1] + right[0]):
            return self.spelt(join(self.word(left), self.word(right)))
        return left + right

    def _meet(self, pair: str) -> bool:
        """Whether two letters are powers of one base."""
        known = self._meetings.get(pair)
        if known is None:
            known = self._meetings[pair] = have_one_base(*self.word(pair))
        return known

    def terms(self, p: Polynomial) -> Terms:
        """The terms of a polynomial."""
        return {self.spelt(w): c.numerator if c.denominator == 1 else c for w, c in p.terms.items()}

    def polynomial(self, terms: Mapping[str, Coefficient], range: Space, domain: Space) -> Polynomial:
        """The polynomial of some terms."""
        return Polynomial({self.word(w): Fraction(c) for w, c in terms.items()}, range, domain)


def add_term(terms: Terms, word: str, c: Coefficient) -> None:
    """Add c·word in place, dropping the word where its coefficient vanishes."""
    total = terms.get(word, 0) + c
    if total:
        terms[word] = total
    else:
        terms.pop(word, None)
