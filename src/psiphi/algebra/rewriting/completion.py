"""Rewriting rules from definitions: completion in the manner of Knuth and Bendix.

The definitions of the operators, as polynomials that equal zero, are oriented into rules (heaviest word →
the rest) and closed under overlaps. For every set of Riccati families met so far this ends after a few dozen
rules, and rewriting with them is confluent: the normal form of a polynomial decides whether it is zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from heapq import heappop, heappush

from psiphi.algebra.crossings import Crossing
from psiphi.algebra.expression import Adjoint, Expr, Product, Symbol
from psiphi.algebra.letters import letter_of
from psiphi.algebra.operators import phi
from psiphi.algebra.rewriting.budget import COMPLETING, REWRITING, Budget
from psiphi.algebra.rewriting.polynomial import Polynomial, Word
from psiphi.algebra.rewriting.spelling import Spelling, Terms, add_term
from psiphi.algebra.spaces import Space
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


@frozen(eq=False)
class _Spelt:
    """A rule in characters."""

    word: str
    replacement: Terms
    source: str
    spaces: tuple[Space, Space]


class RuleSet:
    """Rules indexed by the first letter of their word.

    `truncated` where completing them met a bound: equal polynomials may then have different normal forms.
    """

    def __init__(self, spelling: Spelling, rules: Iterable[_Spelt] = ()) -> None:
        self._spelling = spelling
        self.truncated = False
        self.rules: list[_Spelt] = []
        self._by_letter: dict[str, list[_Spelt]] = {}
        self._longest = 0
        for rule in rules:
            self.add(rule)

    def add(self, rule: _Spelt) -> None:
        self.rules.append(rule)
        self._by_letter.setdefault(rule.word[0], []).append(rule)
        self._longest = max(self._longest, len(rule.word))

    def reduce(self, p: Polynomial, steps: list[RewriteStep] | None = None) -> Polynomial:
        """Rewrite until no rule applies; ends because every rule makes words lighter."""
        spelling = Spelling(self._spelling)  # letters that no rule knows are forgotten afterwards
        uses: list[tuple[_Spelt, str, int]] = []
        terms = self.reduced(spelling.terms(p), spelling, Budget(REWRITING), uses)
        if steps is not None:
            steps.extend(_step(rule, word, position, spelling) for rule, word, position in uses)
        return spelling.polynomial(terms, p.range, p.domain)

    def reduced(
        self,
        terms: Terms,
        spelling: Spelling,
        budget: Budget,
        uses: list[tuple[_Spelt, str, int]] | None = None,
    ) -> Terms:
        """The same on terms in characters."""
        done: Terms = {}
        pending = dict(terms)
        begin: dict[str, int] = {}  # where a rule may apply first, for words with a beginning that is reduced
        while pending:
            word, c = pending.popitem()
            budget.spend()
            hit = self._match(word, begin.pop(word, 0))
            if hit is None:
                add_term(done, word, c)
                continue
            i, rule = hit
            if uses is not None:
                uses.append((rule, word, i))
            start, rest = word[:i], word[i + len(rule.word) :]
            for replacement, d in rule.replacement.items():
                new = spelling.joined(spelling.joined(start, replacement), rest)
                add_term(pending, new, c * d)
                if new.startswith(start):
                    begin[new] = max(0, i - self._longest + 1)
        return done

    def _match(self, word: str, begin: int) -> tuple[int, _Spelt] | None:
        """The leftmost place, from `begin` on, where a rule applies."""
        for i in range(begin, len(word)):
            for rule in self._by_letter.get(word[i], ()):
                if word.startswith(rule.word, i):
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
            completion.wait(completion.spelling.terms(zero), relation.source, (zero.range, zero.domain))
    try:
        truncated = completion.run()
    except BudgetError:
        truncated = True
    for relation in abbreviations:
        for zero in (relation.zero, relation.zero.T):
            terms = completion.spelling.terms(zero)
            completion.rules.add(completion.oriented(terms, relation.source, (zero.range, zero.domain)))
    completion.rules.truncated = truncated
    return completion.rules


class _Completion:
    """Rules found so far, and what equals zero but is not a rule yet."""

    def __init__(self) -> None:
        self.spelling = Spelling()
        self.rules = RuleSet(self.spelling)
        self._budget = Budget(COMPLETING)
        self._pending: list[tuple[int, int, Terms, str, tuple[Space, Space]]] = []
        self._waited = 0
        self._weights: dict[str, int] = {}

    def wait(self, zero: Terms, source: str, spaces: tuple[Space, Space]) -> None:
        """Put something that equals zero among the pending: light ones come first, then those found last."""
        self._waited += 1
        heaviest = max(map(self._weight, zero), default=0)
        heappush(self._pending, (heaviest, -self._waited, zero, source, spaces))

    def run(self) -> bool:
        """Make rules of what is pending, and of what follows from them; true where a bound was met."""
        truncated = False
        for _ in range(20 * _MAX_RULES):
            if not self._pending:
                return truncated
            _, _, zero, source, spaces = heappop(self._pending)
            zero = self.rules.reduced(zero, self.spelling, self._budget)
            if not zero:
                continue
            new = self.oriented(zero, source, spaces)
            if self._weight(new.word) <= _MAX_WEIGHT and len(self.rules.rules) <= _MAX_RULES:
                self._adopt(new)
            else:
                truncated = True
        return True

    def oriented(self, zero: Terms, source: str, spaces: tuple[Space, Space]) -> _Spelt:
        """The rule that the heaviest word equals the rest."""
        lead = max(zero, key=self._order)
        if not lead:
            raise ExpressionError("an operator that is zero has no inverse, and one of those given is.")
        c = zero[lead]
        rest = {w: -d * c if abs(c) == 1 else Fraction(-d) / c for w, d in zero.items() if w != lead}
        return _Spelt(lead, rest, source, spaces)

    def _adopt(self, new: _Spelt) -> None:
        """Add a rule, rewrite the others with it, and note what their overlaps with it say."""
        kept: list[_Spelt] = []
        for rule in self.rules.rules:
            if new.word in rule.word:
                difference: Terms = {rule.word: 1}
                for word, c in rule.replacement.items():
                    add_term(difference, word, -c)
                self.wait(difference, rule.source, rule.spaces)
            else:
                kept.append(rule)
        trial = RuleSet(self.spelling, [*kept, new])
        rules = [self._simplified(rule, new.word, trial) for rule in trial.rules]
        self.rules = trial if rules == trial.rules else RuleSet(self.spelling, rules)
        new = rules[-1]
        for rule in rules:
            for first, second in ((new, rule), (rule, new)) if rule is not new else ((new, new),):
                for zero in self._overlaps(first, second):
                    if self.rules.reduced(zero, self.spelling, self._budget):
                        source = _joint_source(first, second)
                        self.wait(zero, source, (first.spaces[0], second.spaces[1]))

    def _simplified(self, rule: _Spelt, word: str, rules: RuleSet) -> _Spelt:
        """The rule with its replacement rewritten, which only a word in it makes necessary."""
        if not any(word in other for other in rule.replacement):
            return rule
        return _Spelt(
            rule.word, rules.reduced(rule.replacement, self.spelling, self._budget), rule.source, rule.spaces
        )

    def _overlaps(self, first: _Spelt, second: _Spelt) -> Iterator[Terms]:
        """The two results of rewriting a word that ends one rule and begins the other, subtracted."""
        if second.word[0] not in first.word:
            return
        for k in range(1, min(len(first.word), len(second.word))):
            if not first.word.endswith(second.word[:k]):
                continue
            head, tail = first.word[:-k], second.word[k:]
            difference: Terms = {}
            for word, c in first.replacement.items():
                add_term(difference, self.spelling.joined(word, tail), c)
            right: Terms = {}
            for word, c in second.replacement.items():
                add_term(right, self.spelling.joined(head, word), c)
            for word, c in right.items():
                add_term(difference, word, -c)
            yield difference

    def _weight(self, word: str) -> int:
        return sum(map(self._letter_weight, word))

    def _letter_weight(self, character: str) -> int:
        known = self._weights.get(character)
        if known is None:
            (letter,) = self.spelling.word(character)
            known = self._weights[character] = _weight_of(letter)
        return known

    def _order(self, word: str) -> tuple[int, int, str]:
        return self._weight(word), len(word), " ".join(map(to_text, self.spelling.word(word)))


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


def _step(rule: _Spelt, word: str, position: int, spelling: Spelling) -> RewriteStep:
    replacement = spelling.polynomial(rule.replacement, *rule.spaces)
    return RewriteStep(
        Rule(spelling.word(rule.word), replacement, rule.source), spelling.word(word), position
    )


def _joint_source(first: _Spelt, second: _Spelt) -> str:
    parts = dict.fromkeys((*first.source.split("; "), *second.source.split("; ")))
    return "; ".join(parts)
