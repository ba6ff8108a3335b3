"""Rewriting rules from definitions: completion in the manner of Knuth and Bendix.

The definitions of the operators, as polynomials that equal zero, are oriented into rules (heaviest word →
the rest) and closed under overlaps. For every set of Riccati families met so far this ends after a few dozen
rules, and rewriting with them is confluent: the normal form of a polynomial decides whether it is zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush

from psiphi.algebra.crossings import Crossing
from psiphi.algebra.expression import Adjoint, Expr, Product, Symbol
from psiphi.algebra.letters import letter_of
from psiphi.algebra.operators import phi
from psiphi.algebra.rewriting.budget import COMPLETING, REWRITING, Budget
from psiphi.algebra.rewriting.polynomial import Polynomial, Word, add_term, join, monomial, multiplied
from psiphi.algebra.writing.text import to_text
from psiphi.errors import BudgetError, ExpressionError
from psiphi.frozen import frozen

# How many rules a set may have, and the weight of a word that a rule may rewrite.
_MAX_RULES, _MAX_WEIGHT = 200, 120


@frozen
class Relation:
    """A definition: a polynomial that equals zero, and where it comes from."""

    source: str
    zero: Polynomial


@frozen
class Rule:
    """word → replacement, with the relations it was derived from."""

    word: Word
    replacement: Polynomial
    source: str


@frozen
class RewriteStep:
    """One use of a rule on one word."""

    rule: Rule
    word: Word
    position: int


class RuleSet:
    """Rules indexed by the first letter of their word.

    `truncated` where completing them met a bound: equal polynomials may then have different normal forms.
    """

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self.truncated = False
        self.rules: list[Rule] = []
        self._by_letter: dict[Expr, list[Rule]] = {}
        self._longest = 0
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> None:
        self.rules.append(rule)
        self._by_letter.setdefault(rule.word[0], []).append(rule)
        self._longest = max(self._longest, len(rule.word))

    def reduce(self, p: Polynomial, steps: list[RewriteStep] | None = None) -> Polynomial:
        """Rewrite until no rule applies; ends because every rule makes words lighter."""
        return Polynomial(self.reduced(p.terms, Budget(REWRITING), steps), p.range, p.domain)

    def reduced(
        self, terms: Mapping[Word, Fraction], budget: Budget, steps: list[RewriteStep] | None = None
    ) -> dict[Word, Fraction]:
        """The same on terms, within a budget."""
        done: dict[Word, Fraction] = {}
        pending = dict(terms)
        begin: dict[Word, int] = {}  # where a rule may apply first in words that begin with a reduced one
        while pending:
            word, c = pending.popitem()
            budget.spend()
            hit = self._match(word, begin.pop(word, 0))
            if hit is None:
                add_term(done, word, c)
                continue
            i, rule = hit
            if steps is not None:
                steps.append(RewriteStep(rule, word, i))
            start, rest = word[:i], word[i + len(rule.word) :]
            for replacement, d in rule.replacement.terms.items():
                new = join(join(start, replacement), rest)
                add_term(pending, new, multiplied(c, d))
                if new[:i] == start:
                    begin[new] = max(0, i - self._longest + 1)
        return done

    def _match(self, word: Word, begin: int) -> tuple[int, Rule] | None:
        """The leftmost place, from `begin` on, where a rule applies."""
        for i in range(begin, len(word)):
            for rule in self._by_letter.get(word[i], ()):
                if word[i : i + len(rule.word)] == rule.word:
                    return i, rule
        return None


def complete(relations: Iterable[Relation], abbreviations: Iterable[Relation] = ()) -> RuleSet:
    """Close the relations and their adjoints under overlaps.

    Abbreviations join as rules without being closed: their closure would not end, and letters that merely
    stand for something are gone after one rewriting anyway.

    The bounds keep completion finite for relations nobody has tried; a truncated set says so. It is still
    sound, since each rule is a consequence of the definitions, but may fail to join two equal polynomials.
    """
    completion = _Completion()
    for relation in relations:
        for zero in (relation.zero, relation.zero.T):
            completion.wait(zero, relation.source)
    try:
        truncated = completion.run()
    except BudgetError:
        truncated = True
    for relation in abbreviations:
        for zero in (relation.zero, relation.zero.T):
            completion.rules.add(completion.oriented(zero, relation.source))
    completion.rules.truncated = truncated
    return completion.rules


class _Completion:
    """Rules found so far, and what equals zero but is not a rule yet."""

    def __init__(self) -> None:
        self.rules = RuleSet()
        self._budget = Budget(COMPLETING)
        self._pending: list[tuple[int, int, Polynomial, str]] = []
        self._waited = 0

    def wait(self, zero: Polynomial, source: str) -> None:
        """Put something that equals zero among the pending: light ones come first, then those found last."""
        self._waited += 1
        heaviest = max(map(_weight, zero.terms), default=0)
        heappush(self._pending, (heaviest, -self._waited, zero, source))

    def run(self) -> bool:
        """Make rules of what is pending, and of what follows from them; true where a bound was met."""
        truncated = False
        for _ in range(20 * _MAX_RULES):
            if not self._pending:
                return truncated
            _, _, zero, source = heappop(self._pending)
            zero = self._reduced(self.rules, zero)
            if not zero:
                continue
            new = self.oriented(zero, source)
            if _weight(new.word) <= _MAX_WEIGHT and len(self.rules.rules) <= _MAX_RULES:
                self._adopt(new)
            else:
                truncated = True
        return True

    def oriented(self, zero: Polynomial, source: str) -> Rule:
        """The rule that the heaviest word equals the rest."""
        lead = max(zero.terms, key=_order)
        if not lead:
            raise ExpressionError("an operator that is zero has no inverse, and one of those given is.")
        rest = zero.part(word for word in zero.terms if word != lead)
        return Rule(lead, rest.scaled(-1 / zero.terms[lead]), source)

    def _reduced(self, rules: RuleSet, p: Polynomial) -> Polynomial:
        return Polynomial(rules.reduced(p.terms, self._budget), p.range, p.domain)

    def _adopt(self, new: Rule) -> None:
        """Add a rule, rewrite the others with it, and note what their overlaps with it say."""
        kept: list[Rule] = []
        for rule in self.rules.rules:
            if _holds(rule.word, new.word):
                p = rule.replacement
                self.wait(monomial(rule.word, p.range, p.domain) - p, rule.source)
            else:
                kept.append(rule)
        trial = RuleSet([*kept, new])
        rules = [self._simplified(rule, new.word, trial) for rule in trial.rules]
        self.rules = trial if rules == trial.rules else RuleSet(rules)
        new = rules[-1]
        for rule in rules:
            for first, second in ((new, rule), (rule, new)) if rule is not new else ((new, new),):
                for zero in _overlaps(first, second):
                    if self.rules.reduced(zero.terms, self._budget):
                        self.wait(zero, _joint_source(first, second))

    def _simplified(self, rule: Rule, word: Word, rules: RuleSet) -> Rule:
        """The rule with its replacement rewritten, which only a word in it makes necessary."""
        if not any(_holds(other, word) for other in rule.replacement.terms):
            return rule
        return Rule(rule.word, self._reduced(rules, rule.replacement), rule.source)


def _overlaps(first: Rule, second: Rule) -> Iterator[Polynomial]:
    """The two results of rewriting a word that ends one rule and begins the other, subtracted."""
    if second.word[0] not in first.word:
        return
    left, right = first.replacement, second.replacement
    for k in range(1, min(len(first.word), len(second.word))):
        if first.word[-k:] == second.word[:k]:
            head = monomial(first.word[:-k], left.range, right.range)
            tail = monomial(second.word[k:], left.domain, right.domain)
            yield left @ tail - head @ right


def _holds(word: Word, part: Word) -> bool:
    """Whether the letters of one word follow one another in another."""
    n = len(part)
    return any(word[i : i + n] == part for i in range(len(word) - n + 1))


def _order(word: Word) -> tuple[int, int, str]:
    return _weight(word), len(word), " ".join(map(to_text, word))


def _weight(word: Word) -> int:
    return sum(map(_weight_of, word))


@cache
def _weight_of(x: Expr) -> int:
    if isinstance(x, Adjoint):
        return _weight_of(x.symbol)
    owner = x.owner if isinstance(x, Symbol) else None
    if isinstance(owner, Crossing) and owner.name == "cross" and not _is_velocity(owner.vector):
        return 20  # motions relative to parents are said by velocities, where a shift meets them
    return letter_of(x).weight


def _is_velocity(vector: Expr) -> bool:
    """Whether a vector reads φ* x: motions relative to the world."""
    return isinstance(vector, Product) and vector.factors[0] is phi.T


def _joint_source(first: Rule, second: Rule) -> str:
    parts = dict.fromkeys((*first.source.split("; "), *second.source.split("; ")))
    return "; ".join(parts)
