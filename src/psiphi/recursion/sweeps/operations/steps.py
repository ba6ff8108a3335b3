"""Operations that lead from one body to the next: to the parent, to the children, to the siblings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from psiphi.algebra import operators as op
from psiphi.algebra.construction import adjoint
from psiphi.algebra.expression import Expr
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.errors import CompileError
from psiphi.frozen import frozen
from psiphi.recursion.bodies.rotors import from_carrier, turned_couple
from psiphi.recursion.numbers.small_matrices import multiply
from psiphi.recursion.sweeps.operations.operation import At, Definition, Direction, Operation
from psiphi.recursion.sweeps.values import Places

if TYPE_CHECKING:
    from psiphi.recursion.sweeps.interpret import Interpreter
    from psiphi.recursion.sweeps.text import Writer


_BACK = adjoint(op.E_phi)


@frozen
class Inward(Operation):
    """Σ over children of X x(child): E_φ x carries forces, Ė_φ x their rates on flexible
    bodies, E_b* x motions, S x hands numbers over.

    Γ x is what spinning rotors of the joints of the children do to this body, which carries them; Γ̇ x reads
    the angular velocities as well.
    """

    letter: Expr = op.E_phi
    direction = Direction.INWARD
    adds_up_children = True

    @property
    def runs_in_loops(self) -> bool:
        # rotors on a body are constants of the joints of others, and S reads the frames of the parent
        return self.letter in (op.E_phi, adjoint(op.E_b))

    def reads(self, operands: int) -> tuple[At, ...]:
        return At.CHILDREN, *[At.BODY] * (operands - 1)

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        received = run.received[definition.id][k]
        if self.letter is op.Gamma_dot:
            return turned_couple(received, run.values[definition.operands[1]][k].velocity)
        return received

    def share(self, run: Interpreter, definition: Definition, k: int) -> Any:
        x = run.values[definition.operands[0]][k]
        letter = op.Gamma if self.letter is op.Gamma_dot else self.letter
        return None if x is None else run.letters.to_parent(letter, x, k)

    def vanishes_with(self, run: Interpreter, definition: Definition) -> Sequence[Places]:
        return [run.received[definition.id]]

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        carrying = {
            op.E_phi: f"φ({place},c) ",
            op.E_phi_dot: f"φ̇({place},c) ",
            adjoint(op.E_b): f"φ*(c,{place}) ",
            op.S: "",
        }
        sent = carrying.get(self.letter, f"{self.letter}({place},c) ")
        return f"Σ {sent}{writer.factor(definition.operands[0], 'c')}"


@frozen
class InwardBeside(Inward):
    """E_φ y + X x in one: what a child sends of x goes the way of its y."""

    def reads(self, operands: int) -> tuple[At, ...]:
        return At.CHILDREN, At.BODY, At.CHILDREN

    def share(self, run: Interpreter, definition: Definition, k: int) -> Any:
        x, y = (run.values[definition.operands[i]][k] for i in (0, 2))
        if x is not None:
            return run.letters.to_parent(self.letter, x, k, y)
        return None if y is None else run.letters.to_parent(op.E_phi, y, k)

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        beside = writer.factor(definition.operands[2], "c")
        return f"Σ φ({place},c) {beside} + {super().text(writer, definition, place)}"


@frozen
class Outward(Operation):
    """X* x(parent): E_φ* x carries motions, Ė_φ* x their rates on flexible bodies, E_b x forces, S* x
    hands numbers over.

    Γ* x is what the rotor of a joint feels of the motion of the body that carries it, Γ̇* x with the angular
    velocities of that.
    """

    letter: Expr = _BACK

    @property
    def runs_in_loops(self) -> bool:
        return self.letter in (_BACK, op.E_b)

    def reads(self, operands: int) -> tuple[At, ...]:
        return At.PARENT, *[At.BODY] * (operands - 1)

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        x = run.of_parent(definition.operands[0], k)
        if x is None:
            return None
        if self.letter is adjoint(op.Gamma_dot):
            rates = run.of_parent(definition.operands[1], k)
            return from_carrier(run.mechanism.links[k], x, rates.velocity)
        return run.letters.from_parent(self.letter, x, k)

    def vanishes_with(self, run: Interpreter, definition: Definition) -> Sequence[Places]:
        return [run.values[definition.operands[0]]]

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        carrying = {
            _BACK: f"φ*(p,{place}) ",
            adjoint(op.E_phi_dot): f"φ̇*(p,{place}) ",
            op.E_b: f"φ({place},p) ",
            adjoint(op.S): "",
        }
        handed = carrying.get(self.letter, f"{self.letter}(p,{place}) ")
        return f"{handed}{writer.factor(definition.operands[0], 'p')}"


@frozen
class Siblings(Operation):
    """Q_x x: E_φ* Q(parent) Σ E_φ x(sibling)."""

    is_for_loops = False

    def reads(self, operands: int) -> tuple[At, ...]:
        return At.SIBLINGS, At.PARENT

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        forces, inverses = (run.values[x] for x in definition.operands)
        return run.sides.by_way_of_parent(forces, inverses, k)

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        return f"φ*(p,{place}) Q(p) Σ φ(p,s) {writer.factor(definition.operands[0], 's')}"


@frozen
class ThroughParent(Operation):
    """E_φ* X(parent) E_φ x of a memoryless X: a body's own x, carried there and back."""

    is_for_loops = False  # letters of the parent
    letter: Expr

    def reads(self, operands: int) -> tuple[At, ...]:
        return At.BODY, *[At.PARENT] * (operands - 1)

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        if k in run.mechanism.group_of:
            raise CompileError(
                "what bodies tied by a loop do to each other by way of their parent has no sweep."
            )
        x, parent = run.values[definition.operands[0]][k], run.mechanism.links[k].parent
        if x is None or parent < 0:
            return None
        transform = run.bodies.transform(k)
        moved: Any = multiply(run.letters.block(expand(self.letter), parent), transform.force_to_parent(x))
        return transform.motion_from_parent(moved)

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        x = writer.factor(definition.operands[0], place)
        return f"φ*(p,{place}) {writer.letter(self.letter, 'p')} φ(p,{place}) {x}"
