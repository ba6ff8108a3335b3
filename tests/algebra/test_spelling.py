"""Words as strings: rewriting in characters is rewriting of letters."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from psiphi.algebra.construction import inverse_node, power_node
from psiphi.algebra.operators import D, E_phi, K, P, phi
from psiphi.algebra.rewriting.polynomial import Polynomial, join
from psiphi.algebra.rewriting.spelling import Spelling
from psiphi.algebra.spaces import Space

_D_LETTERS = [D, inverse_node(D), power_node(D, Fraction(1, 2)), power_node(D, Fraction(-3, 2))]
_words = st.lists(st.sampled_from([*_D_LETTERS, P, phi, E_phi, K, K.T]), max_size=6).map(tuple)
_coefficients = st.fractions(max_denominator=3).filter(bool)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(_words, _words), min_size=1, max_size=8))
def test_products_are_those_of_words(pairs) -> None:
    spelling = Spelling()
    for left, right in pairs:
        text = spelling.joined(spelling.spelt(left), spelling.spelt(right))
        assert spelling.word(text) == join(left, right)


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(_words, _coefficients, max_size=6))
def test_a_polynomial_comes_back(terms) -> None:
    spelling = Spelling(Spelling())
    p = Polynomial(terms, Space.BODY, Space.BODY)
    found = spelling.polynomial(spelling.terms(p), p.range, p.domain)
    assert list(found.terms.items()) == list(terms.items())
    assert all(isinstance(c, Fraction) for c in found.terms.values())
