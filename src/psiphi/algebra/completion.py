"""Rewriting rules from definitions: completion in the manner of Knuth and Bendix.

The definitions of the operators, as polynomials that equal zero, are oriented into rules (heaviest word →
the rest) and closed under overlaps. For every set of Riccati families met so far this ends after a few dozen
rules, and rewriting with them is confluent: the normal form of a polynomial decides whether it is zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from psiphi.algebra.expression import Adjoint, Expr, Symbol
from psiphi.algebra.polynomial import Polynomial, Word, add_term, join, monomial, multiplied

# A rule makes words lighter. Letters that others define away weigh most: M, when a Riccati equation is used,
# goes first; G goes before P, and the notation of RK88 before everything it abbreviates.
WEIGHTS = {
    "Delta_psi": 70,
    "L": 60,
    "E_psi": 50,
    "Phi": 50,
    "Psi": 50,
    "C_f": 50,
    "C_b": 50,
    "r_reduced": 50,
    "M_b": 50,
    "r_b": 45,
    "M": 40,
    "G": 30,
    "Delta_phi": 8,
    "P": 7,
    "r": 7,
    "E_phi": 6,
    "S": 6,
    "E_b": 6,
    "phi": 4,
    "psi": 4,
    "chi": 4,
    "phi_b": 4,
    "K": 2,
}


@dataclass(frozen=True)
class Relation:
    """A definition: a polynomial that equals zero, and where it comes from."""

    source: str
    zero: Polynomial

    @cached_property
    def weight(self) -> int:
        """That of its heaviest word."""
        return max(map(weight, self.zero.terms), default=0)


@dataclass(frozen=True)
class Rule:
    """word → replacement, with the relations it was derived from."""

    word: Word
    replacement: Polynomial
    source: str


@dataclass(frozen=True)
class RewriteStep:
    """One use of a rule on one word."""

    rule: Rule
    word: Word
    position: int


@dataclass
class RuleSet:
    """Rules indexed by the first letter of their word."""

    rules: list[Rule] = field(default_factory=list[Rule])
    _by_letter: dict[Expr, list[Rule]] = field(default_factory=dict[Expr, list[Rule]])

    def add(self, rule: Rule) -> None:
        self.rules.append(rule)
        self._by_letter.setdefault(rule.word[0], []).append(rule)

    def match(self, word: Word) -> tuple[int, Rule] | None:
        """The leftmost place where a rule applies."""
        for i, letter in enumerate(word):
            for rule in self._by_letter.get(letter, ()):
                if word[i : i + len(rule.word)] == rule.word:
                    return i, rule
        return None

    def simplified(self, rule: Rule, word: Word) -> Rule:
        """The rule with its replacement rewritten, which only a word in it makes necessary."""
        if not any(_contains(other, word) for other in rule.replacement.terms):
            return rule
        return Rule(rule.word, self.reduce(rule.replacement), rule.source)

    def reduce(self, p: Polynomial, steps: list[RewriteStep] | None = None) -> Polynomial:
        """Rewrite until no rule applies; ends because every rule makes words lighter."""
        done: dict[Word, Fraction] = {}
        pending = dict(p.terms)
        while pending:
            word, c = pending.popitem()
            hit = self.match(word)
            if hit is None:
                add_term(done, word, c)
                continue
            i, rule = hit
            if steps is not None:
                steps.append(RewriteStep(rule, word, i))
            rest = word[i + len(rule.word) :]
            for replacement, d in rule.replacement.terms.items():
                add_term(pending, join(join(word[:i], replacement), rest), multiplied(c, d))
        return Polynomial(done, p.range, p.domain)


def weight(word: Word) -> int:
    return sum(_letter_weight(x) for x in word)


def _letter_weight(x: Expr) -> int:
    if isinstance(x, Adjoint):
        return _letter_weight(x.symbol)
    if isinstance(x, Symbol):
        return WEIGHTS.get(x.name, 1)
    return 1


def _order(word: Word) -> tuple[int, int, str]:
    return weight(word), len(word), " ".join(str(x) for x in word)


def complete(
    relations: Iterable[Relation],
    abbreviations: Iterable[Relation] = (),
    max_rules: int = 200,
    max_weight: int = 120,
) -> RuleSet:
    """Close the relations and their adjoints under overlaps.

    Abbreviations join as rules without being closed: their closure would not end, and letters that merely
    stand for something are gone after one rewriting anyway.

    The bounds keep completion finite for relations nobody has tried; a truncated set is still sound, since
    each rule is a consequence of the definitions, but may fail to join two equal polynomials.
    """
    pending: list[Relation] = []
    for relation in relations:
        pending.append(relation)
        pending.append(Relation(relation.source, relation.zero.T))
    rules = RuleSet()
    for _ in range(20 * max_rules):
        if not pending:
            break
        pending.sort(key=lambda r: -r.weight)
        relation = pending.pop()
        zero = rules.reduce(relation.zero)
        if not zero:
            continue
        new = _orient(zero, relation.source)
        if weight(new.word) > max_weight or len(rules.rules) > max_rules:
            continue
        kept: list[Rule] = []
        for rule in rules.rules:
            if _contains(rule.word, new.word):
                pending.append(Relation(rule.source, _difference(rule)))
            else:
                kept.append(rule)
        trial = _rule_set([*kept, new])
        rules = _rule_set(trial.simplified(rule, new.word) for rule in trial.rules)
        new = rules.rules[-1]
        for rule in rules.rules:
            for first, second in ((new, rule), (rule, new)) if rule is not new else ((new, new),):
                pending.extend(
                    Relation(_joint_source(first, second), zero)
                    for zero in _overlaps(first, second)
                    if rules.reduce(zero)
                )
    for relation in abbreviations:
        for zero in (relation.zero, relation.zero.T):
            rules.add(_orient(zero, relation.source))
    return rules


def _rule_set(rules: Iterable[Rule]) -> RuleSet:
    result = RuleSet()
    for rule in rules:
        result.add(rule)
    return result


def _orient(zero: Polynomial, source: str) -> Rule:
    lead = max(zero.terms, key=_order)
    c = zero.terms[lead]
    rest = {w: -d / c for w, d in zero.terms.items() if w != lead}
    return Rule(lead, Polynomial(rest, zero.range, zero.domain), source)


def _contains(word: Word, part: Word) -> bool:
    return any(word[i : i + len(part)] == part for i in range(len(word) - len(part) + 1))


def _difference(rule: Rule) -> Polynomial:
    p = rule.replacement
    return monomial(rule.word, p.range, p.domain) - p


def _overlaps(first: Rule, second: Rule) -> Iterable[Polynomial]:
    """The two results of rewriting a word that ends one rule and begins the other, subtracted."""
    for k in range(1, min(len(first.word), len(second.word))):
        if first.word[-k:] != second.word[:k]:
            continue
        tail, head = second.word[k:], first.word[:-k]
        left = first.replacement @ monomial(tail, first.replacement.domain, second.replacement.domain)
        right = monomial(head, first.replacement.range, second.replacement.range) @ second.replacement
        yield left - right


def _joint_source(first: Rule, second: Rule) -> str:
    parts = dict.fromkeys((*first.source.split("; "), *second.source.split("; ")))
    return "; ".join(parts)
