"""Polynomials written as the papers write them: common factors taken out on both sides.

`factor` turns  D⁻¹T − K*ψ*H*D⁻¹T − D⁻¹HψKT + K*ψ*H*D⁻¹HψKT  into  (I − HψK)* D⁻¹ (I − HψK) T.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from psiphi.algebra.construction import linear, product
from psiphi.algebra.expression import Expr
from psiphi.algebra.rewriting.cost import split
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term
from psiphi.algebra.writing.text import to_text


def factor(p: Polynomial) -> Expr:
    """An expression equal to p with common right and left factors taken out."""
    if len(p.terms) <= 1:
        return p.expression()
    p = in_order(p)
    suffix = common_prefix([word[::-1] for word in p.terms])[::-1]
    if suffix:
        rest = {w[: len(w) - len(suffix)]: c for w, c in p.terms.items()}
        return product((factor(Polynomial(rest, p.range, suffix[0].range)), *suffix))
    prefix = common_prefix(list(p.terms))
    if prefix:
        rest = {w[len(prefix) :]: c for w, c in p.terms.items()}
        return product((*prefix, factor(Polynomial(rest, prefix[-1].domain, p.domain))))
    division = _right_divide(p)
    if division is not None:
        quotient, divisor, remainder = division
        exact = product((factor(quotient), factor(divisor)))
        return exact + factor(remainder) if remainder else exact
    return _by_first_letter(p)


def in_order(p: Polynomial) -> Polynomial:
    """Short words first, so that I and lone vectors lead and the result does not depend on history."""
    words = sorted(p.terms, key=lambda w: (len(w), " ".join(map(to_text, w))))
    return p.part(words)


def _by_first_letter(p: Polynomial) -> Expr:
    parts: list[tuple[Fraction, Expr]] = []
    for letter, rest in split(p).items():
        if letter is None:
            parts.extend((c, p.word_expression(w)) for w, c in rest.terms.items())
        else:
            sign = _leading_sign(rest)
            parts.append((sign, product((letter, factor(rest.scaled(sign))))))
    return linear(parts)


def _leading_sign(p: Polynomial) -> Fraction:
    return Fraction(1) if next(iter(in_order(p).terms.values())) > 0 else Fraction(-1)


def common_prefix(words: Sequence[Word]) -> Word:
    """What all words begin with."""
    n = 0
    for letters in zip(*words, strict=False):
        if any(letter is not letters[0] for letter in letters):
            break
        n += 1
    return words[0][:n]


def _right_divide(p: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial] | None:
    """A, s and rest with p = A s + rest, A and s of several terms each, or None.

    The candidates for s are what remains of p behind its prefixes, largest first.
    """
    for s in _suffixes(p):
        sign = _leading_sign(s)
        s = s.scaled(sign)
        lead = max(s.terms, key=len)
        n = len(lead)
        quotient: dict[Word, Fraction] = {}
        for word, c in p.terms.items():
            head = word[: len(word) - n]
            if word[len(word) - n :] == lead and all(
                p.terms.get(head + tail) == c / s.terms[lead] * d for tail, d in s.terms.items()
            ):
                add_term(quotient, head, c / s.terms[lead])
        if len(quotient) > 1:
            A = Polynomial(quotient, p.range, s.range)
            return A, s, p - A @ s
    return None


def _suffixes(p: Polynomial) -> list[Polynomial]:
    found: dict[Polynomial, None] = {}
    pending = [p]
    while pending:
        for letter, rest in split(pending.pop()).items():
            if letter is None or len(rest.terms) < 2 or rest in found:
                continue
            found[rest] = None
            pending.append(rest)
    return sorted(found, key=lambda s: (-len(s.terms), -max(len(w) for w in s.terms)))
