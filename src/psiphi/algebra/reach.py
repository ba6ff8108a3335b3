"""How far along the tree an operator carries: which pairs of bodies its non-zero blocks may join.

Row body i, column body j. *Inward* is towards the base, as forces go; an operator is causal when it carries
inward only. On a chain these are the block-triangular shapes of the papers; on a tree a block outside the
shape is zero because the two bodies lie on different branches or in the wrong order.
"""

from __future__ import annotations

from enum import Enum


class Reach(Enum):
    """Non-zero blocks (i, j) only where …"""

    MEMORYLESS = "memoryless"  # i = j
    SHIFT = "shift"  # i is the parent of j
    STRICTLY_CAUSAL = "strictly causal"  # i is a proper ancestor of j
    CAUSAL = "causal"  # i is j or an ancestor of j
    SHIFT_BACK = "backward shift"  # j is the parent of i
    STRICTLY_ANTICAUSAL = "strictly anticausal"  # j is a proper ancestor of i
    ANTICAUSAL = "anticausal"  # j is i or an ancestor of i
    COMPARABLE = "comparable"  # one is an ancestor of the other, or both are the same
    FULL = "full"  # anywhere, other branches included

    @property
    def adjoint(self) -> Reach:
        """The reach of the adjoint: rows and columns change places."""
        return _ADJOINT.get(self, self)

    def __matmul__(self, other: Reach) -> Reach:
        """The reach of a product: the narrowest shape that holds it on every tree."""
        if self is Reach.MEMORYLESS:
            return other
        if other is Reach.MEMORYLESS:
            return self
        if self in _INWARD and other in _INWARD:
            # one step that never stays makes the product strict: an ancestor of a proper ancestor is proper
            return Reach.CAUSAL if self is other is Reach.CAUSAL else Reach.STRICTLY_CAUSAL
        if self in _OUTWARD and other in _OUTWARD:
            return Reach.ANTICAUSAL if self is other is Reach.ANTICAUSAL else Reach.STRICTLY_ANTICAUSAL
        if self is Reach.SHIFT and other is Reach.SHIFT_BACK:
            return Reach.MEMORYLESS  # a child has one parent
        if self is Reach.SHIFT and other is Reach.STRICTLY_ANTICAUSAL:
            return Reach.ANTICAUSAL  # a proper ancestor of a child is its parent or an ancestor of that
        if self is Reach.STRICTLY_CAUSAL and other is Reach.SHIFT_BACK:
            return Reach.CAUSAL
        if self in _INWARD | {Reach.COMPARABLE} and other in _OUTWARD:
            return Reach.COMPARABLE  # two ancestors of one body lie on one path to the base
        if self in _INWARD and other is Reach.COMPARABLE:
            return Reach.COMPARABLE
        return Reach.FULL  # outward then inward reaches siblings

    def __or__(self, other: Reach) -> Reach:
        """The reach of a sum: the narrowest shape that holds both."""
        if self is other:
            return self
        for shape in _BY_WIDTH:
            if self in shape.holds and other in shape.holds:
                return shape
        return Reach.FULL

    @property
    def holds(self) -> frozenset[Reach]:
        """The shapes that are special cases of this one."""
        return _HOLDS[self]

    @property
    def is_inward(self) -> bool:
        """Causal in the wide sense: memoryless, a shift, or causal."""
        return self in Reach.CAUSAL.holds

    @property
    def is_outward(self) -> bool:
        """Anticausal in the wide sense."""
        return self in Reach.ANTICAUSAL.holds

    @property
    def is_strict(self) -> bool:
        """No body is joined with itself: the operator is nilpotent, and has no inverse."""
        return self in _STRICT


_INWARD = frozenset({Reach.SHIFT, Reach.STRICTLY_CAUSAL, Reach.CAUSAL})
_OUTWARD = frozenset({Reach.SHIFT_BACK, Reach.STRICTLY_ANTICAUSAL, Reach.ANTICAUSAL})
_STRICT = frozenset({Reach.SHIFT, Reach.STRICTLY_CAUSAL, Reach.SHIFT_BACK, Reach.STRICTLY_ANTICAUSAL})
_ADJOINT = {
    Reach.SHIFT: Reach.SHIFT_BACK,
    Reach.SHIFT_BACK: Reach.SHIFT,
    Reach.STRICTLY_CAUSAL: Reach.STRICTLY_ANTICAUSAL,
    Reach.STRICTLY_ANTICAUSAL: Reach.STRICTLY_CAUSAL,
    Reach.CAUSAL: Reach.ANTICAUSAL,
    Reach.ANTICAUSAL: Reach.CAUSAL,
}
_HOLDS: dict[Reach, frozenset[Reach]] = {
    Reach.MEMORYLESS: frozenset({Reach.MEMORYLESS}),
    Reach.SHIFT: frozenset({Reach.SHIFT}),
    Reach.SHIFT_BACK: frozenset({Reach.SHIFT_BACK}),
    Reach.STRICTLY_CAUSAL: frozenset({Reach.SHIFT, Reach.STRICTLY_CAUSAL}),
    Reach.STRICTLY_ANTICAUSAL: frozenset({Reach.SHIFT_BACK, Reach.STRICTLY_ANTICAUSAL}),
    Reach.CAUSAL: _INWARD | {Reach.MEMORYLESS},
    Reach.ANTICAUSAL: _OUTWARD | {Reach.MEMORYLESS},
    Reach.COMPARABLE: _INWARD | _OUTWARD | {Reach.MEMORYLESS, Reach.COMPARABLE},
    Reach.FULL: frozenset(Reach),
}
_BY_WIDTH = (
    Reach.STRICTLY_CAUSAL,
    Reach.STRICTLY_ANTICAUSAL,
    Reach.CAUSAL,
    Reach.ANTICAUSAL,
    Reach.COMPARABLE,
)
