"""Operations of moving robots: rates, velocities, bias accelerations and forces, poses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psiphi.frozen import frozen
from psiphi.recursion.sweeps.operations.operation import At, Definition, Direction, Operation

if TYPE_CHECKING:
    from psiphi.recursion.sweeps.interpret import Interpreter
    from psiphi.recursion.sweeps.text import Writer


@frozen
class JointRates(Operation):
    """The rates v of the joints, an argument."""

    name = "v"

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.bodies.joint_rates(k) if run.mechanism.links[k].v else None


@frozen
class AngularVelocities(Operation):
    """Angular velocities of all bodies, from the rates v of the joints [RK88 2.17]."""

    told = "ω(k) = φ*(p,k) ω(p) + H*(k) v(k)"
    direction = Direction.OUTWARD
    continues = True
    is_unique = True

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.bodies.angular_motion(k, run.values[definition.id])


@frozen
class Velocities(Operation):
    """Spatial velocities of all bodies, from the rates v of the joints [RK88 2.17]."""

    told = "V(k) = φ*(p,k) V(p) + H*(k) v(k)"
    direction = Direction.OUTWARD
    continues = True
    is_unique = True

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.bodies.velocity(k, run.values[definition.id])


@frozen
class Accelerate(Operation):
    """E_φ* x(parent) + a, from the rates; without x, a alone [RK88 2.18]."""

    stays = True

    def reads(self, operands: int) -> tuple[At, ...]:
        return (*[At.PARENT] * (operands - 1), At.BODY | At.PARENT)

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        *moving, rates = definition.operands
        return run.bodies.accelerated(k, run.values[rates], run.values[moving[0]] if moving else None)

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        *moving, _ = definition.operands
        carried = f"φ*(p,{place}) {writer.factor(moving[0], 'p')} + " if moving else ""
        return f"{carried}a({place})"


@frozen
class Newton(Operation):
    """M x + b, inertial and bias force in one, from the rates; without x, b alone [RK88 2.22]."""

    stays = True  # forces are fewer numbers than the motion

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        *moving, rates = definition.operands
        return run.bodies.inertial_force(k, run.values[rates], run.values[moving[0]][k] if moving else None)

    def text(self, writer: Writer, definition: Definition, place: str) -> str:
        *moving, _ = definition.operands
        inertial = f"M({place}) {writer.value(moving[0], place)} + " if moving else ""
        return f"{inertial}b({place})"


@frozen
class Gravity(Operation):
    """The gravity part of a: minus the gravity vector at the roots, zero elsewhere."""

    name = "g"

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.bodies.gravity(k)


@frozen
class Poses(Operation):
    """Rotation and position of all bodies in the world."""

    told = "A(k) = A(p) R(p,k);  x(k) = x(p) + A(p) l(p,k)"
    direction = Direction.OUTWARD
    continues = True

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.bodies.pose(k, run.values[definition.id])


@frozen
class FramePoses(Operation):
    """Rotation and position of the chosen frames in the world, from those of their bodies."""

    told = "A_0, X_0 of the frames on k, from A(k) and x(k)"
    is_unique = True

    def at(self, run: Interpreter, definition: Definition, k: int) -> Any:
        return run.bodies.pose_of_frame(k, run.values[definition.operands[0]])
