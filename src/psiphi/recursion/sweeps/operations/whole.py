"""Operations that need whole vectors: systems that no recursion solves, dense blocks, loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from psiphi.algebra.expression import Expr
from psiphi.algebra.rewriting.polynomial import Polynomial
from psiphi.frozen import frozen
from psiphi.recursion.sweeps.operations.operation import Definition, Direction, Operation, operands_of
from psiphi.recursion.sweeps.values import Places

if TYPE_CHECKING:
    from psiphi.recursion.sweeps.interpret import Interpreter
    from psiphi.recursion.sweeps.text import Writer


class _Whole(Operation):
    @property
    def needs_whole_vectors(self) -> bool:
        return True


@frozen
class Solve(_Whole):
    """inv(X) x for an X without a recursion: its matrix is formed and factored."""

    matrix: Polynomial

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        return run.dense.solve(self.matrix, *operands_of(run, definition))

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return f"[inv({self.matrix}) {writer.whole(definition.operands[0])}]({place})"


@frozen
class ApplyDiagonal(_Whole):
    """diag(X) x for an X without a recursion: its matrix is formed."""

    matrix: Polynomial

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        return run.dense.apply_diagonal(self.matrix, *operands_of(run, definition))

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return f"[diag({self.matrix}) {writer.whole(definition.operands[0])}]({place})"


@frozen
class ApplyFactors(_Whole):
    """W, W* or δ of the factors of a mass matrix (joint_factors.py) applied to a whole vector."""

    letter: Expr

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        return run.dense.apply_factors(self.letter, *operands_of(run, definition))

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return f"[{self.letter} {writer.whole(definition.operands[0])}]({place})"


@frozen
class LoopEnds(_Whole):
    """Of each loop between frames the pose of its second end in the first, and its directions."""

    direction = Direction.OUTWARD
    told = "X, d of each loop: the pose of its second end in the first, and the directions it holds"

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        return run.letters.loops.ends()


@frozen
class LoopMotions(_Whole):
    """Of each loop between frames the velocity of its first end, and the relative one of both."""

    told = "V_first, V_first − X V_second of each loop"

    def whole(self, run: Interpreter, definition: Definition) -> Places:
        return run.letters.loops.motions(*operands_of(run, definition))
