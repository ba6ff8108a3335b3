"""How many passes over the tree evaluate an expression: recursions of one direction share a pass.

Passes alternate, outward (even numbers) and inward (odd), and each value goes into the earliest that what it
is made of allows. `recursion.sweeps.schedule` does the same with the operations themselves.
"""

from __future__ import annotations

from psiphi.algebra.construction import symbol
from psiphi.algebra.crossings import Crossing
from psiphi.algebra.expression import Adjoint, Derivative, Diagonal, Expr, Inverse, Power, Symbol
from psiphi.algebra.families import Lyapunov, Resolvent, Riccati
from psiphi.algebra.letters import Reads, leaves_the_tree, letter_of
from psiphi.algebra.reach import Reach
from psiphi.algebra.rewriting.abbreviations import letters_within, unabbreviated
from psiphi.algebra.rewriting.cost import split
from psiphi.algebra.rewriting.joint_factors import JointFactorization
from psiphi.algebra.rewriting.memoryless_parts import through_parent
from psiphi.algebra.rewriting.polynomial import Polynomial, expand, monomial
from psiphi.algebra.spaces import Space
from psiphi.algebra.structure import reach

_OUTWARD, _INWARD = 0, 1
_FOUND_OUTWARD = Reads.VELOCITIES | Reads.POSES | Reads.LOOP_ENDS


def passes(x: Expr) -> int:
    """The number of passes that carry something from body to body, where x is applied to a vector."""
    p = unabbreviated(expand(x))
    if p.domain is not Space.ONE:
        p = p @ monomial((symbol("u", p.domain, Space.ONE),), p.domain, Space.ONE)
    counting = _Counting()
    counting.level(p)
    return len(counting.carrying)


class _Counting:
    """The passes of values, and which of them carry something."""

    def __init__(self) -> None:
        self.carrying: set[int] = set()
        self._levels: dict[Polynomial, int] = {}

    def level(self, p: Polynomial) -> int:
        """The earliest pass that has the value of a vector."""
        if p not in self._levels:
            parts = [0]
            for letter, rest in split(p).items():
                if letter is None:
                    parts.extend(self._vector(word[0]) for word in rest.terms if word)
                else:
                    parts.append(self._application(letter, self.level(rest)))
            self._levels[p] = max(parts)
        return self._levels[p]

    def _vector(self, letter: Expr) -> int:
        if isinstance(letter, Derivative):
            return self.level(unabbreviated(expand(letter.base)))
        if letter.range is Space.BODY and letter_of(letter).reads & Reads.RATES:  # a, b
            return self._carry(_OUTWARD)
        return 0

    def _application(self, letter: Expr, given: int) -> int:
        if isinstance(letter, Derivative):
            held = monomial((symbol("held", letter.domain, Space.ONE),), letter.domain, Space.ONE)
            return max(given, self.level(unabbreviated(expand(letter.base)) @ held))
        plain = letter.symbol if isinstance(letter, Adjoint) else letter
        start = max(given, self._needed(letter))
        if isinstance(plain, Symbol) and isinstance(plain.owner, JointFactorization):
            return start + 1
        if letter.range is Space.ONE or leaves_the_tree(letter):
            return start + 1
        if isinstance(letter, Diagonal) and through_parent(letter) is None:
            return start + 1
        shape = reach(letter)
        if shape is Reach.MEMORYLESS:
            return start
        if isinstance(letter, Inverse):  # solved as a whole
            return start + 1
        if shape.is_inward:
            return self._carry(start if start % 2 == _INWARD else start + 1)
        if shape.is_outward:
            return self._carry(start if start % 2 == _OUTWARD else start + 1)
        return start + 1

    def _needed(self, letter: Expr) -> int:
        """The pass of the recursions that a letter reads."""
        found = [0]
        if letter_of(letter).reads & _FOUND_OUTWARD:
            found.append(self._carry(_OUTWARD))
        for s in _symbols(letter):
            match s.owner:
                case Riccati() as f:
                    found.append(self._carry(self._inward(f.X, f.Y)))
                    if s is f.Omega:
                        found.append(self._carry(found[-1] + 1))
                case Lyapunov() as f:
                    found.append(self._carry(self._inward(f.X)))
                case Resolvent() as f:
                    found.extend(self._needed(x) for x in letters_within(f.X))
                case Crossing() as f:
                    found.append(self.level(unabbreviated(expand(f.vector))))
                case _ if letter_of(s).reads & Reads.BOTH_SIDES:
                    found.append(self._carry(self._carry(_INWARD) + 1))
                case _:
                    pass
        return max(found)

    def _inward(self, *noises: Expr) -> int:
        letters = [x for noise in noises for x in letters_within(noise)]
        start = max((self._needed(x) for x in letters), default=0)
        return start if start % 2 == _INWARD else start + 1

    def _carry(self, level: int) -> int:
        self.carrying.add(level)
        return level


def _symbols(letter: Expr) -> list[Symbol]:
    """The symbols that a letter needs at its body."""
    if isinstance(letter, Adjoint):
        return [letter.symbol]
    if isinstance(letter, Symbol):
        return [letter]
    if isinstance(letter, Inverse | Power | Diagonal) and reach(letter) is Reach.MEMORYLESS:
        return [s for x in letters_within(letter.base) for s in _symbols(x)]
    return []
